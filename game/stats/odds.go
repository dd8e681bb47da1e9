package stats

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Habits are the choices that lead tokens about, as shares from 0 to 1. Where
// a rulebook gives no choice, they do not count.
type Habits struct {
	Try  float64 // in jail: throws for doubles instead of leaving before the throw
	Bus  float64 // bus face: advances to the next card space instead of taking a ticket
	Draw float64 // card with a choice: draws another card instead of paying
}

// Rest says where a token comes to rest after a throw, as a probability each.
type Rest struct {
	Space [game.MaxSpaces]float64 // in jail: not here
	Jail  float64                 // in jail after the throw
	Sent  float64                 // sent there by this throw
}

// levy is one way to owe rent by a throw: the deed's present rent (of a
// utility: its factor) times Times, and Plus on top.
type levy struct {
	space game.Space
	times game.Money
	plus  game.Money
}

// owed is a levy and how likely it is.
type owed struct {
	levy
	p float64
}

// throw is everything that one throw can lead to.
type throw struct {
	rest   Rest
	again  [game.MaxSpaces]float64 // at rest here with another throw to come
	stay   float64                 // still in jail, as before the throw
	levies map[levy]float64
	owed   []owed // the same in a fixed order
}

// order lists the levies, so that sums over them come out the same every time.
func (t *throw) order() *throw {
	for l, p := range t.levies {
		t.owed = append(t.owed, owed{l, p})
	}
	slices.SortFunc(t.owed, func(a, b owed) int {
		return cmp.Or(cmp.Compare(a.space, b.space), cmp.Compare(a.times, b.times), cmp.Compare(a.plus, b.plus))
	})
	return t
}

// odds enumerates throws on one board. It depends on the board, never its name.
type odds struct {
	r      *game.Ruleset
	habits Habits
	cards  game.Set // where cards are drawn
	ends   map[pile][]end
	t      *throw
}

func newOdds(r *game.Ruleset, habits Habits) *odds {
	o := &odds{r: r, habits: habits, ends: map[pile][]end{}}
	o.cards = o.kinds(game.KindChance, game.KindChest)
	return o
}

// faces are the faces of the third die, all as likely; without one it is the face 0.
func (o *odds) faces() []uint8 {
	if !o.r.HasSpeedDie() {
		return []uint8{0}
	}
	return o.r.SpeedFaces[:]
}

// from enumerates the n-th throw of a turn by a token at large (R-TURN-2, R-DBL-2, R-MDICE-1).
func (o *odds) from(sp game.Space, n int) *throw {
	o.t = &throw{levies: map[levy]float64{}}
	faces := o.faces()
	for a := uint8(1); a <= 6; a++ {
		for b := uint8(1); b <= 6; b++ {
			for _, c := range faces {
				o.play(sp, n, a, b, c, 1/float64(36*len(faces)))
			}
		}
	}
	return o.t.order()
}

func (o *odds) play(sp game.Space, n int, a, b, c uint8, p float64) {
	doubles := a == b
	triple := doubles && a == c && c < game.SpeedMr
	if doubles && n == 3 && !triple {
		o.sent(p)
		return
	}
	again := o.r.ThrowsAgain(n, doubles, triple)
	pips := int(a) + int(b)
	if c < game.SpeedMr {
		pips += int(c)
	}
	rest := func(at game.Space, p float64) { o.at(at, p, again) }
	o.land(o.r.Next(sp, pips), p, pips, game.RentNormal, 0, func(at game.Space, p float64) {
		switch c {
		case game.SpeedMr: // on to the next deed, as if none were sold (R-MDICE-3)
			o.land(o.next(at, o.r.Deeds.Without(at)), p, 0, game.RentNormal, 0, rest)
		case game.SpeedBus: // a ticket, or on to the next card space (R-MDICE-6)
			rest(at, p*(1-o.habits.Bus))
			o.land(o.next(at, o.cards), p*o.habits.Bus, 0, game.RentNormal, 0, rest)
		default:
			rest(at, p)
		}
	})
}

// fromJail enumerates the throw for doubles on a jail turn (R-JAIL-8, -9).
func (o *odds) fromJail(turn int) *throw {
	o.t = &throw{levies: map[levy]float64{}}
	last := turn >= int(o.r.LastJailTurn())
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			if a != b && !last {
				o.t.stay += 1.0 / 36
				continue
			}
			again := a == b && o.r.ExitDoublesReroll()
			rest := func(at game.Space, p float64) { o.at(at, p, again) }
			o.land(o.r.Next(o.r.Jail, a+b), 1.0/36, a+b, game.RentNormal, 0, rest)
		}
	}
	return o.t.order()
}

// at lets the token rest.
func (o *odds) at(sp game.Space, p float64, again bool) {
	o.t.rest.Space[sp] += p
	if again {
		o.t.again[sp] += p
	}
}

func (o *odds) sent(p float64) {
	o.t.rest.Jail += p
	o.t.rest.Sent += p
}

// land follows the token until nothing moves it on, then hands it to rest.
func (o *odds) land(sp game.Space, p float64, pips int, special game.CardRent, factor game.Money, rest func(game.Space, float64)) {
	if p == 0 {
		return
	}
	d := &o.r.Spaces[sp]
	switch d.Kind {
	case game.KindGoToJail:
		o.sent(p)
	case game.KindChance, game.KindChest:
		for _, e := range o.drawn(pile{sp, d.Deck}) {
			switch {
			case e.sent:
				o.sent(p * e.p)
			case e.stays:
				rest(e.space, p*e.p)
			default:
				o.land(e.space, p*e.p, 0, e.special, e.factor, rest)
			}
		}
	case game.KindLot, game.KindStation, game.KindUtility:
		o.owe(levy{space: sp}, p, pips, special, factor)
		rest(sp, p)
	default: // nothing here moves a token on
		rest(sp, p)
	}
}

// owe notes the rent that a deed would cost, were it another player's (R-RENT-3 to -7).
func (o *odds) owe(l levy, p float64, pips int, special game.CardRent, factor game.Money) {
	switch {
	case o.r.Spaces[l.space].Kind != game.KindUtility:
		l.times = 1
		if special == game.RentDouble {
			l.times = 2
		}
		o.t.levies[l] += p
	case !o.r.ThrowsForUtility(pips, special):
		l.times = game.Money(pips)
		o.t.levies[l] += p
	default: // two dice are thrown for it
		for sum := 2; sum <= 12; sum++ {
			l.times, l.plus = game.Money(sum), 0
			if special == game.RentDiceTen {
				l.times, l.plus = 0, game.Money(sum)*factor
			}
			o.t.levies[l] += p * float64(ways(sum)) / 36
		}
	}
}

// ways is in how many of 36 throws two dice show the sum.
func ways(sum int) int { return 6 - max(sum-7, 7-sum) }

// kinds is the set of all spaces of some kinds.
func (o *odds) kinds(kinds ...game.SpaceKind) game.Set {
	var set game.Set
	for sp := range game.Space(o.r.Size) {
		if slices.Contains(kinds, o.r.Spaces[sp].Kind) {
			set = set.With(sp)
		}
	}
	return set
}

// next is the first space of the set after sp, going forward; sp itself comes last.
func (o *odds) next(sp game.Space, set game.Set) game.Space {
	if later := set >> (sp + 1) << (sp + 1); later != 0 {
		return later.First()
	}
	if set == 0 {
		return sp
	}
	return set.First()
}
