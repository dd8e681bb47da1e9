package bot

import "github.com/bankhalter/bankhalter/game"

const maxMoney game.Money = 1<<31 - 1

// manage is what the seat does with its estate before it ends its turn.
func (v *eye) manage() (game.Command, bool) {
	if v.own == 0 || v.s.TimeUp {
		return game.Command{}, false
	}
	pledged := v.own & v.s.Mortgaged
	build := v.mayBuild() && !(v.r.NoBuildInJail && v.me.Jailed)
	if pledged != 0 || build || v.r.Depots {
		if c, ok := v.develop(pledged, build); ok {
			return c, true
		}
	}
	return v.propose()
}

// develop lifts mortgages, builds, and pledges what is of no use to do so.
func (v *eye) develop(pledged game.Set, build bool) (game.Command, bool) {
	spare := v.spare()
	if build {
		if c, ok := v.unblock(pledged&v.r.Lots, spare); ok {
			return v.confirm(c)
		}
		w := v.wish(maxMoney)
		if w.steps > 0 && w.cost > spare {
			if c, ok := v.pledgeToBuild(&w, spare); ok {
				return c, true
			}
			w = v.wish(spare)
		}
		if w.steps > 0 {
			if c, ok := v.confirm(v.build(&w)); ok {
				return c, true
			}
		}
	}
	if v.r.Depots {
		if sp, ok := v.depot(spare); ok {
			if c, ok := v.confirm(game.MoveSteps(game.Build, v.seat, sp)); ok {
				return c, true
			}
		}
	}
	if c, ok := v.redeem(pledged, spare); ok {
		return v.confirm(c)
	}
	return game.Command{}, false
}

// unblock lifts a mortgage that keeps a whole group from being built on.
func (v *eye) unblock(pledged game.Set, spare game.Money) (game.Command, bool) {
	for m := pledged; m != 0; m = m.Rest() {
		sp := m.First()
		if v.r.LiftCost(sp) <= spare && v.r.MayHouse(v.s, v.seat, v.r.Spaces[sp].Group) {
			return v.at(game.Lift, sp), true
		}
	}
	return game.Command{}, false
}

// pledgeToBuild mortgages single deeds when that pays for one building on every lot of a group.
func (v *eye) pledgeToBuild(w *plan, spare game.Money) (game.Command, bool) {
	if w.level >= v.p.Pledge {
		return game.Command{}, false
	}
	step := w.cost / game.Money(w.steps) * game.Money(min(w.steps, w.lots.Len()))
	if step <= spare || spare+v.pledgeable() < step {
		return game.Command{}, false
	}
	return v.pledge()
}

// redeem lifts the dearest mortgage when the cash is there several times over.
func (v *eye) redeem(pledged game.Set, spare game.Money) (game.Command, bool) {
	best := game.NoSpace
	for m := pledged; m != 0; m = m.Rest() {
		sp := m.First()
		if 3*v.r.LiftCost(sp) <= spare && (best == game.NoSpace || v.r.Spaces[sp].Price > v.r.Spaces[best].Price) {
			best = sp
		}
	}
	return v.at(game.Lift, best), best != game.NoSpace
}
