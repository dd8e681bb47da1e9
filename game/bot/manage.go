package bot

import "github.com/bankhalter/bankhalter/game"

// manage is what the seat does with its estate before it ends its turn. Each
// wish is confirmed by the options; without them it only tells whether there
// is a wish at all.
func (v *eye) manage(opts []game.Option) (game.Command, bool) {
	if v.own == 0 {
		return game.Command{}, false
	}
	spare := v.spare()
	if c, ok := v.unblock(spare); ok && (opts == nil || listed(opts, &c)) {
		return c, true
	}
	if c, ok := v.pledgeToBuild(opts, spare); ok {
		return c, true
	}
	if w := v.wish(spare); w.steps > 0 {
		if c := v.build(w); opts == nil || listed(opts, &c) {
			return c, true
		}
	}
	if sp, ok := v.depot(spare); ok {
		if c := game.MoveSteps(game.Build, v.seat, sp); opts == nil || listed(opts, &c) {
			return c, true
		}
	}
	if c, ok := v.propose(opts); ok {
		return c, true
	}
	if c, ok := v.redeem(spare); ok && (opts == nil || listed(opts, &c)) {
		return c, true
	}
	return game.Command{}, false
}

// unblock lifts a mortgage that keeps a whole group from being built on.
func (v *eye) unblock(spare game.Money) (game.Command, bool) {
	for m := v.own & v.s.Mortgaged & v.r.Lots; m != 0; m = m.Rest() {
		sp := m.First()
		if v.r.MayHouse(v.s, v.seat, v.r.Spaces[sp].Group) && v.r.LiftCost(sp) <= spare {
			return v.at(game.Lift, sp), true
		}
	}
	return game.Command{}, false
}

// pledgeToBuild mortgages single deeds when that pays for a whole step of a group.
func (v *eye) pledgeToBuild(opts []game.Option, spare game.Money) (game.Command, bool) {
	if v.p.Pledge == 0 || v.own&^v.s.Mortgaged == 0 {
		return game.Command{}, false
	}
	w := v.wish(maxMoney)
	if w.steps == 0 || w.cost <= spare || v.s.Level[w.lots.First()] >= v.p.Pledge {
		return game.Command{}, false
	}
	if spare+v.pledgeable() < w.cost {
		return game.Command{}, false
	}
	return v.pledge(opts)
}

const maxMoney game.Money = 1<<31 - 1

// redeem lifts the dearest mortgage when the cash is there several times over.
func (v *eye) redeem(spare game.Money) (game.Command, bool) {
	best := game.NoSpace
	for m := v.own & v.s.Mortgaged; m != 0; m = m.Rest() {
		sp := m.First()
		if 3*v.r.LiftCost(sp) <= spare && (best == game.NoSpace || v.r.Spaces[sp].Price > v.r.Spaces[best].Price) {
			best = sp
		}
	}
	return v.at(game.Lift, best), best != game.NoSpace
}
