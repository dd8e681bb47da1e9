package stats

import "github.com/bankhalter/bankhalter/game"

// pile is a deck to draw from, and the space on which the token stands.
type pile struct {
	space game.Space
	deck  game.Deck
}

// end is one way in which a draw ends: the token stays on the space, is moved to
// another one on which no card is drawn, or is sent to jail.
type end struct {
	space       game.Space
	stays, sent bool
	special     game.CardRent
	factor      game.Money
	p           float64
}

// A draw is followed until all but so little of it has come to an end, and for so
// many cards at most. One card of sixteen that ends it is enough for the first; decks
// that send a token to each other for as long as its player likes never are.
const (
	littleLeft = 1e-12
	mostCards  = 1000
)

// drawn is how a draw ends, cards that lead to other cards included, as a
// probability each. What is left of it in the end stays where it is.
func (o *odds) drawn(from pile) []end {
	if ends, known := o.ends[from]; known {
		return ends
	}
	var ends tally
	wait, left := []pile{from}, map[pile]float64{from: 1} // in a fixed order, for sums that come out the same every time
	for range mostCards {
		var next []pile
		after, sum := map[pile]float64{}, 0.0
		onto := func(x pile, p float64) {
			if p == 0 {
				return
			}
			if _, listed := after[x]; !listed {
				next = append(next, x)
			}
			after[x] += p
			sum += p
		}
		for _, x := range wait {
			o.turnUp(x, left[x], &ends, onto)
		}
		wait, left = next, after
		if sum < littleLeft {
			break
		}
	}
	for _, x := range wait {
		ends.add(end{space: x.space, stays: true}, left[x])
	}
	o.ends[from] = ends.list
	return ends.list
}

// tally adds up ends that are the same.
type tally struct {
	list  []end
	place map[end]int
}

func (t *tally) add(e end, p float64) {
	if p == 0 {
		return
	}
	if t.place == nil {
		t.place = map[end]int{}
	}
	i, listed := t.place[e]
	if !listed {
		i = len(t.list)
		t.place[e] = i
		t.list = append(t.list, e)
	}
	t.list[i].p += p
}

// turnUp takes each card of the full deck with the same probability (R-CARD-1):
// the draw ends with it, or goes on to another card.
func (o *odds) turnUp(x pile, p float64, ends *tally, onto func(pile, float64)) {
	cards := &o.r.Board.Decks[x.deck]
	stays := end{space: x.space, stays: true}
	if cards.Num == 0 {
		ends.add(stays, p)
		return
	}
	each := p / float64(cards.Num)
	move := func(to game.Space, e end) {
		switch d := &o.r.Spaces[to]; d.Kind {
		case game.KindChance, game.KindChest:
			onto(pile{to, d.Deck}, each)
		case game.KindGoToJail:
			ends.add(end{sent: true}, each)
		default:
			e.space = to
			ends.add(e, each)
		}
	}
	for i := range cards.Cards[:cards.Num] {
		c := &cards.Cards[i]
		switch c.Op {
		case game.OpAdvanceTo, game.OpMoveBackTo:
			move(c.Space, end{})
		case game.OpMoveBy:
			move(o.r.Next(x.space, int(c.Amount)), end{})
		case game.OpAdvanceNearest:
			move(o.next(x.space, o.kinds(c.Kind)), end{special: c.Rent, factor: c.Amount})
		case game.OpGoToJail:
			ends.add(end{sent: true}, each)
		case game.OpPayOrDraw:
			ends.add(stays, each*(1-o.habits.Draw))
			onto(pile{x.space, c.Deck}, each*o.habits.Draw)
		default: // the others move money, not tokens
			ends.add(stays, each)
		}
	}
}
