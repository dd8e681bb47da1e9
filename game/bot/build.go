package bot

import (
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
)

// estate is the groups on which a seat has enough lots to build.
type estate struct {
	groups uint16   // one bit each
	spaces game.Set // of all of them
}

// estate finds them; none while nothing may be built for another reason.
func (v *eye) estate() (e estate) {
	r := v.r
	if r.NoBuildInJail && v.me.Jailed || r.GateAllDeeds && v.s.Free != 0 || r.GateAllLots && v.s.Free&r.Lots != 0 {
		return e
	}
	for i := range r.Groups[:r.NumGroups] {
		g := &r.Groups[i]
		missing := g.Spaces &^ v.own
		if missing != 0 && (r.BuildMissing == 0 || missing == g.Spaces || missing.Len() > int(r.BuildMissing)) {
			continue
		}
		if g.Kind == game.KindLot {
			e.groups |= 1 << i
			e.spaces |= g.Spaces
		}
	}
	return e
}

// plan is a building order for one group.
type plan struct {
	lots  game.Set      // where it may be carried out
	kind  game.Building // one kind of building a plan
	level uint8         // of the lowest lots
	steps int
	cost  game.Money
	score game.Money
}

// wish finds the group in which the seat builds first with the given money: three
// houses everywhere before the fourth anywhere, then where a step earns most.
func (v *eye) wish(e estate, budget game.Money) (best plan) {
	if budget <= 0 {
		return best
	}
	for groups := e.groups; groups != 0; groups &= groups - 1 {
		w := v.wishFor(&v.r.Groups[bits.TrailingZeros16(groups)], budget)
		if w.steps > 0 && (best.steps == 0 || w.score > best.score) {
			best = w
		}
	}
	return best
}

// wishFor plans for one group, no steps if nothing can be built there.
func (v *eye) wishFor(g *game.GroupDef, budget game.Money) (w plan) {
	own := v.own & g.Spaces
	pledged := own & v.s.Mortgaged
	if pledged != 0 && v.r.MortgageBlock == game.ScopeGroup {
		return w
	}
	w.level = v.s.Level[v.extreme(own, false)]
	top := v.r.HotelLevel()
	if v.r.Skyscrapers && own == g.Spaces {
		top++
	}
	if w.level >= top {
		return w
	}
	w.lots = own &^ pledged
	goal := v.goal(w.level, pledged != 0)
	room, price := 0, game.Money(1)
	var first game.Space = game.NoSpace
	for m := w.lots; m != 0; m = m.Rest() {
		sp := m.First()
		if l := v.s.Level[sp]; l < goal {
			room += int(goal - l)
			price = max(price, v.r.StepPrice(sp, w.level+1))
			if l == w.level {
				first = sp
			}
		}
	}
	if first == game.NoSpace || price > budget {
		return w
	}
	w.kind = v.r.StepBuilding(w.level + 1)
	if !v.r.Unlimited {
		room = min(room, int(v.s.Stock[w.kind]))
	}
	w.steps = max(0, min(room, int(budget/price)))
	w.cost = price * game.Money(w.steps)
	w.score = (v.r.RentAt(first, w.level+1) - v.rentAt(first, w.level)) * 100 / price
	if w.level >= 3 {
		w.score /= 4
	}
	return w
}

// goal is the level up to which one command builds: three houses at once, then
// level by level; one level only where a mortgaged lot holds the others back.
func (v *eye) goal(level uint8, held bool) uint8 {
	if held || level+1 >= v.r.HousesPerLot || level >= 3 {
		return level + 1
	}
	return min(3, v.r.HousesPerLot)
}

func (v *eye) rentAt(sp game.Space, level uint8) game.Money {
	if level > 0 {
		return v.r.RentAt(sp, level)
	}
	return v.r.Spaces[sp].Rent[0]
}

// build is the command for a plan: level by level, the dearest lots first.
func (v *eye) build(w *plan) bool {
	*v.c = game.Move(game.Build, v.seat)
	c := v.c
	for level := w.level; int(c.Steps) < w.steps; level++ {
		for m := w.lots; m != 0 && int(c.Steps) < w.steps; {
			sp := m.First()
			for n := m.Rest(); n != 0; n = n.Rest() {
				if v.r.Spaces[n.First()].Price >= v.r.Spaces[sp].Price {
					sp = n.First()
				}
			}
			m = m.Without(sp)
			if v.s.Level[sp] <= level {
				c.Spaces[c.Steps] = sp
				c.Steps++
			}
		}
	}
	return true
}
