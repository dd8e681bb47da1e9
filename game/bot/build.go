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
	if r.JailForbidsDeals(v.s, v.seat) || r.BuildingGated(v.s) {
		return e
	}
	for i := range r.Groups[:r.NumGroups] {
		g := &r.Groups[i]
		missing := g.Spaces &^ v.own
		if missing != 0 && (missing == g.Spaces || missing.Len() > r.LotsMayLack()) {
			continue
		}
		if g.Kind == game.KindLot {
			e.groups |= 1 << i
			e.spaces |= g.Spaces
		}
	}
	return e
}

// project is the seat's plan for building on one group, money aside.
type project struct {
	lots  game.Set   // where
	price game.Money // of the dearest step
	score game.Money // rent earned for the price
	room  int32      // steps until the goal, as far as the bank's stock goes
	kind  game.Building
	level uint8 // of the lowest lots
}

// steps is how many steps of the plan the money pays.
func (w *project) steps(budget game.Money) int32 {
	if w.room == 0 || budget < w.price {
		return 0
	}
	return min(w.room, int32(budget/w.price))
}

// maxPrice is above every price.
const maxPrice game.Money = 1<<31 - 1

// plans finds the best plan of a price up to the limit, and the best one of
// which the budget pays a step: three houses everywhere before the fourth
// anywhere, then where a step earns most.
func (v *eye) plans(e estate, budget, limit game.Money, best, can *project) {
	var w project
	for groups := e.groups; groups != 0; groups &= groups - 1 {
		g := &v.r.Groups[bits.TrailingZeros16(groups)]
		if d := &v.r.Spaces[g.Spaces.First()]; min(d.House, d.Hotel) > limit || !v.planFor(g, &w) {
			continue
		}
		if best.room == 0 || w.score > best.score {
			*best = w
		}
		if w.price <= budget && (can.room == 0 || w.score > can.score) {
			*can = w
		}
	}
}

// planFor plans for one group, false if nothing can be built there.
func (v *eye) planFor(g *game.GroupDef, w *project) bool {
	own := v.own & g.Spaces
	pledged := own & v.s.Mortgaged
	if pledged != 0 && v.r.MortgageBlocksGroup() {
		return false
	}
	level := v.s.Level[v.extreme(own, false)]
	top := v.r.HotelLevel()
	if v.r.HasSkyscrapers() && own == g.Spaces {
		top++
	}
	if level >= top {
		return false
	}
	kind := v.r.StepBuilding(level + 1)
	stock := int32(v.s.Stock[kind])
	if stock <= 0 && !v.r.UnlimitedBuildings() {
		return false
	}
	goal := v.goal(level, pledged != 0)
	room, price, first := int32(0), game.Money(1), game.NoSpace
	for m := own &^ pledged; m != 0; m = m.Rest() {
		sp := m.First()
		if l := v.s.Level[sp]; l < goal {
			room += int32(goal - l)
			price = max(price, v.r.StepPrice(sp, level+1))
			if l == level {
				first = sp
			}
		}
	}
	if first == game.NoSpace {
		return false
	}
	if !v.r.UnlimitedBuildings() {
		room = min(room, stock)
	}
	score := (v.r.RentAt(first, level+1) - v.rentAt(first, level)) * 100 / price
	if level >= 3 {
		score /= 4
	}
	w.lots, w.price, w.score, w.room, w.kind, w.level = own&^pledged, price, score, room, kind, level
	return true
}

// goal is the level up to which one command builds: three houses at once, then
// level by level; one level only where a mortgaged lot holds the others back.
func (v *eye) goal(level uint8, held bool) uint8 {
	if held || level+1 >= v.r.MostHouses() || level >= 3 {
		return level + 1
	}
	return min(3, v.r.MostHouses())
}

func (v *eye) rentAt(sp game.Space, level uint8) game.Money {
	if level > 0 {
		return v.r.RentAt(sp, level)
	}
	return v.r.Spaces[sp].Rent[0]
}

// build is the command for some steps of a plan: level by level, the dearest lots first.
func (v *eye) build(w *project, steps int32) bool {
	v.say(game.Build)
	c, n := v.c, uint8(min(steps, game.MaxSteps))
	for level := w.level; c.Steps < n; level++ {
		for m := w.lots; m != 0 && c.Steps < n; {
			sp := m.First()
			for o := m.Rest(); o != 0; o = o.Rest() {
				if v.r.Spaces[o.First()].Price >= v.r.Spaces[sp].Price {
					sp = o.First()
				}
			}
			m = m.Without(sp)
			if v.s.Level[sp] <= level {
				c.Spaces[c.Steps] = sp
				c.Steps++
			}
		}
	}
	return v.accepted()
}
