package stats

import (
	"math"
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
)

// sum adds up independent draws: observed, expected, and the variance.
type sum struct {
	n                        int
	seen, expected, variance float64
}

func (s *sum) add(seen, expected, variance float64) {
	s.n++
	s.seen += seen
	s.expected += expected
	s.variance += max(variance, 0)
}

func (s *sum) measure() Measure {
	return Measure{N: s.n, Seen: s.seen, Expected: s.expected, Error: math.Sqrt(s.variance)}
}

// luck holds the counts of one player.
type luck struct {
	pips, doubles, cards, owed, asked sum
	jailed                            int
}

// jailed compares arrests with the throws of a player, each from where it began.
func (c *Collector) jailed(seat int, ch *chain) Measure {
	var all sum
	for i, n := range c.stood[seat] {
		p := ch.throws[i].rest.Sent
		all.n += n
		all.expected += float64(n) * p
		all.variance += float64(n) * p * (1 - p)
	}
	all.seen = float64(c.luck[seat].jailed)
	return all.measure()
}

// Of one throw of two dice: the sum, its variance, and how often it is doubles.
const (
	meanSum  = 7.0
	varSum   = 35.0 / 6
	pDoubles = 1.0 / 6
)

// throw begins a throw: its possible results are known before it falls.
func (c *Collector) throw(e *game.Event) {
	p := &c.s.Players[e.Seat]
	at := c.chain.free(int(p.Space), int(c.s.Turn.Throw))
	if e.Cause == game.ByJail {
		at = c.chain.jailed(int(p.JailTurn))
		c.habits.stayed++
	}
	t := c.chain.throws[at]
	l := &c.luck[e.Seat]
	white := int(e.Dice[0]) + int(e.Dice[1])
	c.sums[white]++
	l.pips.add(float64(white), meanSum, varSum)
	doubles := 0.0
	if e.Dice[0] == e.Dice[1] {
		doubles = 1
	}
	l.doubles.add(doubles, pDoubles, pDoubles*(1-pDoubles))
	c.stood[e.Seat][at]++
	c.charge(e.Seat, t) // the result is added when the token rests
	c.open = pending{on: true, seat: e.Seat}
}

// charge adds the rent that the throw may cost the player and bring the others.
func (c *Collector) charge(seat game.Seat, t *throw) {
	if !c.countsRents() {
		return
	}
	var mean, square [game.MaxSeats]float64
	for i := range t.owed {
		o := &t.owed[i]
		owner := c.s.Owner(o.space)
		if owner < 0 || owner == seat || c.s.Mortgaged.Has(o.space) {
			continue
		}
		rent := float64(c.r.RentNow(&c.s, o.space)*o.times + o.plus)
		mean[owner] += o.p * rent
		square[owner] += o.p * rent * rent
	}
	var all, squares float64
	for i := range c.s.NumSeats {
		if !c.s.In(game.Seat(i)) || game.Seat(i) == seat {
			continue
		}
		all += mean[i]
		squares += square[i]
		c.luck[i].asked.add(0, mean[i], square[i]-mean[i]*mean[i])
	}
	c.luck[seat].owed.add(0, all, squares-all*all)
}

// countsRents reports whether the rent of a throw follows from where the token
// can get to: not so with a bonus move that depends on ownership, or duels for the rent.
func (c *Collector) countsRents() bool { return !c.r.HasSpeedDie() && !c.r.HasMove(game.Duel) }

// rest ends a throw: the token has come to rest.
func (c *Collector) rest() {
	if !c.open.on {
		return
	}
	o := &c.open
	o.on = false
	place := game.MaxSpaces
	if p := &c.s.Players[o.seat]; !p.Jailed {
		place = int(p.Space)
	}
	c.rested[place]++
	c.luck[o.seat].jailed += min(o.sent, 1)
	if c.countsRents() {
		c.luck[o.seat].owed.seen += float64(o.owed)
		for i, m := range o.by {
			c.luck[i].asked.seen += float64(m)
		}
	}
}

// draw compares a card with all undrawn ones. A deck that was turned over
// holds no surprise.
func (c *Collector) draw(e *game.Event) {
	deck := &c.r.Board.Decks[e.Deck]
	if c.asking {
		c.asking = false
		c.habits.drew++
	}
	got := c.worth(e.Seat, &deck.Cards[e.Card])
	left := c.s.Decks[e.Deck].Undrawn
	if left>>e.Card&1 == 0 {
		c.luck[e.Seat].cards.add(got, got, 0)
		return
	}
	var mean, square float64
	n := float64(bits.OnesCount32(left))
	for i := range deck.Cards[:deck.Num] {
		if left>>i&1 == 1 {
			w := c.worth(e.Seat, &deck.Cards[i])
			mean += w / n
			square += w * w / n
		}
	}
	c.luck[e.Seat].cards.add(got, mean, square-mean*mean)
}

// worth is the money that a card moves at once for the player who draws it. A card
// with a choice moves none before the answer.
func (c *Collector) worth(seat game.Seat, d *game.CardDef) float64 {
	others := c.s.Alive().Without(seat).Len()
	here := c.s.Players[seat].Space
	switch d.Op {
	case game.OpPay:
		return -float64(d.Amount)
	case game.OpCollect:
		return float64(d.Amount)
	case game.OpPayEach:
		return -float64(int(d.Amount) * others)
	case game.OpCollectEach:
		return float64(int(d.Amount) * others)
	case game.OpRepairs:
		return -float64(c.r.Repairs(&c.s, seat, d))
	case game.OpAdvanceTo:
		if d.Salary {
			return c.salary(here, d.Space)
		}
	case game.OpMoveBy:
		if d.Amount > 0 {
			return c.salary(here, c.r.Next(here, int(d.Amount)))
		}
	case game.OpAdvanceNearest:
		o := odds{r: c.r}
		return c.salary(here, o.next(here, o.kinds(d.Kind)))
	default:
	}
	return 0
}

// salary is the pay at GO on the way forward (R-GO-1).
func (c *Collector) salary(from, to game.Space) float64 {
	switch {
	case to > from:
		return 0
	case to == 0:
		return float64(c.r.StoppingOnGo())
	}
	return float64(c.r.PassingGo())
}
