package bot

import "github.com/bankhalter/bankhalter/game"

// manage runs the seat's estate before it ends its turn.
func (v *eye) manage() bool {
	if v.own == 0 || v.s.TimeUp {
		return false
	}
	return v.develop() || v.propose()
}

// develop lifts mortgages, builds, and pledges useless deeds to pay for it.
// With less than a fine above the floor it does not even look.
func (v *eye) develop() bool {
	if v.me.Cash < v.floor()+v.r.JailFine() {
		return false
	}
	pledged := v.own & v.s.Mortgaged
	e := v.estate()
	if e.groups == 0 && pledged == 0 && !v.r.HasDepots() {
		return false
	}
	spare := v.spare()
	if spare <= 0 {
		return false
	}
	if e.groups != 0 && (v.unblock(pledged&e.spaces, spare) || v.grow(e, spare)) {
		return true
	}
	return v.r.HasDepots() && v.depot(spare) || v.redeem(pledged, spare)
}

// grow builds on the best group, or pledges single deeds to be able to.
func (v *eye) grow(e estate, spare game.Money) bool {
	var best, can project
	if v.p.Pledge == 0 || v.own&^v.s.Mortgaged&^e.spaces == 0 {
		v.plans(e, spare, spare, &best, &can)
		return can.room > 0 && v.build(&can, can.steps(spare))
	}
	v.plans(e, spare, maxPrice, &best, &can)
	if best.room > 0 && v.pledgeFor(&best, spare) {
		return true
	}
	return can.room > 0 && v.build(&can, can.steps(spare))
}

// unblock lifts a mortgage that keeps a whole group from being built on.
func (v *eye) unblock(pledged game.Set, spare game.Money) bool {
	for m := pledged; m != 0; m = m.Rest() {
		if sp := m.First(); v.r.LiftCost(sp) <= spare {
			return v.sayAt(game.Lift, sp)
		}
	}
	return false
}

// pledgeFor mortgages a single deed when all of them together pay for one
// building on every lot of the plan.
func (v *eye) pledgeFor(w *project, spare game.Money) bool {
	step := w.price * game.Money(min(w.room, int32(w.lots.Len())))
	if w.level >= v.p.Pledge || step <= spare {
		return false
	}
	funds := v.pledgeable()
	return funds > 0 && step <= spare+funds && v.pledge()
}

// redeem lifts the dearest mortgage when the cash is there several times over.
func (v *eye) redeem(pledged game.Set, spare game.Money) bool {
	best := game.NoSpace
	for m := pledged; m != 0; m = m.Rest() {
		sp := m.First()
		if 3*v.r.Spaces[sp].Mortgage <= spare && (best == game.NoSpace || v.r.Spaces[sp].Price > v.r.Spaces[best].Price) {
			best = sp
		}
	}
	return best != game.NoSpace && v.r.LiftCost(best) <= spare && v.sayAt(game.Lift, best)
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
