package bot

import "github.com/bankhalter/bankhalter/game"

const maxMoney game.Money = 1<<31 - 1

// manage is what the seat does with its estate before it ends its turn.
func (v *eye) manage() bool {
	if v.own == 0 || v.s.TimeUp {
		return false
	}
	pledged := v.own & v.s.Mortgaged
	build := v.mayBuild()
	if (pledged != 0 || build || v.r.Depots) && v.develop(pledged, build) {
		return true
	}
	return v.propose()
}

// develop lifts mortgages, builds, and pledges what is of no use to do so.
func (v *eye) develop(pledged game.Set, build bool) bool {
	spare := v.spare()
	if build && (v.unblock(pledged&v.r.Lots, spare) || v.grow(spare)) {
		return true
	}
	return v.r.Depots && v.depot(spare) || v.redeem(pledged, spare)
}

// grow builds on the best group, or pledges single deeds to be able to.
func (v *eye) grow(spare game.Money) bool {
	w := v.wish(maxMoney)
	if w.steps == 0 {
		return false
	}
	if w.cost > spare {
		if v.pledgeToBuild(&w, spare) {
			return true
		}
		if w = v.wish(spare); w.steps == 0 {
			return false
		}
	}
	return v.build(&w) && v.accepted()
}

// unblock lifts a mortgage that keeps a whole group from being built on.
func (v *eye) unblock(pledged game.Set, spare game.Money) bool {
	for m := pledged; m != 0; m = m.Rest() {
		sp := m.First()
		if v.r.LiftCost(sp) <= spare && v.r.MayHouse(v.s, v.seat, v.r.Spaces[sp].Group) {
			return v.sayAt(game.Lift, sp)
		}
	}
	return false
}

// pledgeToBuild mortgages single deeds when that pays for one building on every lot of a group.
func (v *eye) pledgeToBuild(w *plan, spare game.Money) bool {
	if w.level >= v.p.Pledge {
		return false
	}
	step := w.cost / game.Money(w.steps) * game.Money(min(w.steps, w.lots.Len()))
	return step > spare && spare+v.pledgeable() >= step && v.pledge()
}

// redeem lifts the dearest mortgage when the cash is there several times over.
func (v *eye) redeem(pledged game.Set, spare game.Money) bool {
	if spare <= 0 {
		return false
	}
	best := game.NoSpace
	for m := pledged; m != 0; m = m.Rest() {
		sp := m.First()
		if 3*v.r.LiftCost(sp) <= spare && (best == game.NoSpace || v.r.Spaces[sp].Price > v.r.Spaces[best].Price) {
			best = sp
		}
	}
	return best != game.NoSpace && v.sayAt(game.Lift, best)
}

// depot puts one on a station when the seat has two or more.
func (v *eye) depot(budget game.Money) bool {
	own := v.own & v.r.Stations
	free := own &^ v.s.Depots &^ v.s.Mortgaged
	if own.Len() < 2 || free == 0 || v.r.Spaces[free.First()].Depot > budget {
		return false
	}
	return v.tryStep(game.Build, free.First())
}
