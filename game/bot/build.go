package bot

import "github.com/bankhalter/bankhalter/game"

// open is the set of the seat's lots of a group on which it might build now:
// the lowest ones, if group, mortgages and gate allow building there at all.
func (v *eye) open(group uint8) game.Set {
	g := &v.r.Groups[group]
	in := v.own & g.Spaces
	if g.Kind != game.KindLot || in == 0 || !v.r.MayHouse(v.s, v.seat, group) {
		return 0
	}
	if in&v.s.Mortgaged != 0 && v.r.MortgageBlock == game.ScopeGroup {
		return 0
	}
	if v.r.GateAllDeeds && v.s.Free != 0 || v.r.GateAllLots && v.s.Free&v.r.Lots != 0 {
		return 0
	}
	low := v.lowest(in)
	if low > v.r.HotelLevel() || low == v.r.HotelLevel() && !(v.r.Skyscrapers && in == g.Spaces) {
		return 0
	}
	var open game.Set
	for m := in &^ v.s.Mortgaged; m != 0; m = m.Rest() {
		if sp := m.First(); v.s.Level[sp] == low {
			open = open.With(sp)
		}
	}
	return open
}

func (v *eye) lowest(lots game.Set) uint8 {
	low := uint8(255)
	for m := lots; m != 0; m = m.Rest() {
		low = min(low, v.s.Level[m.First()])
	}
	return low
}

// plan is a building order: the group, how many steps and what they cost.
type plan struct {
	lots  game.Set
	steps int
	cost  game.Money
	score game.Money
}

// wish finds the group in which the seat builds first with the given money: three
// houses everywhere before the fourth anywhere, then where a step earns most.
func (v *eye) wish(budget game.Money) (best plan) {
	for g := uint8(0); g < v.r.NumGroups; g++ {
		lots := v.open(g)
		if lots == 0 {
			continue
		}
		sp := lots.First()
		kind, price := v.r.NextStep(v.s, sp)
		if kind == game.NoBuilding || v.s.Stock[kind] <= 0 && !v.r.Unlimited || price > budget || price <= 0 {
			continue
		}
		level := v.s.Level[sp] + 1
		score := (v.r.RentAt(sp, level) - v.rentNow(sp)) * 100 / price
		if level > 3 {
			score /= 4
		}
		if best.steps > 0 && score <= best.score {
			continue
		}
		steps := min(int(budget/price), lots.Len())
		if !v.r.Unlimited {
			steps = min(steps, int(v.s.Stock[kind]))
		}
		best = plan{lots: lots, steps: steps, cost: price * game.Money(steps), score: score}
	}
	return best
}

func (v *eye) rentNow(sp game.Space) game.Money {
	if l := v.s.Level[sp]; l > 0 {
		return v.r.RentAt(sp, l)
	}
	return v.r.Spaces[sp].Rent[0]
}

// build is the command for a plan: one step on each of its lots, the dearest ones first.
func (v *eye) build(w plan) game.Command {
	c := v.move(game.Build)
	for m := w.lots; m != 0 && int(c.Steps) < w.steps; {
		sp := m.First()
		for n := m; n != 0; n = n.Rest() {
			if v.r.Spaces[n.First()].Price >= v.r.Spaces[sp].Price {
				sp = n.First()
			}
		}
		c.Spaces[c.Steps] = sp
		c.Steps++
		m = m.Without(sp)
	}
	return c
}

// depot is an own station that should get a depot, for the given money.
func (v *eye) depot(budget game.Money) (game.Space, bool) {
	if !v.r.Depots || v.s.Stock[game.Depot] <= 0 {
		return 0, false
	}
	own := v.own & v.r.Stations
	if own.Len() < 2 {
		return 0, false
	}
	free := own &^ v.s.Depots &^ v.s.Mortgaged
	if free == 0 || v.r.Spaces[free.First()].Depot > budget {
		return 0, false
	}
	return free.First(), true
}
