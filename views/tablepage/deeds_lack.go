package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/plan"
)

// lack is why a deed has no button that builds, lifts, sells or mortgages; the zero
// value is nothing worth saying.
type lack struct {
	kind  game.CommandKind
	code  game.Code
	first game.Space // where something has to be done first
	short game.Money // the cash that is missing
}

// lacks returns why there is no button in the upper and in the lower place of a deed.
func (v *view) lacks(sp game.Space) (up, down lack) {
	g := v.r.Spaces[sp].Group
	lot := v.r.Groups[g].Kind == game.KindLot
	own := v.r.Groups[g].Spaces & v.s.Owned[v.me]
	switch {
	case v.mayAt(sp, game.Build, game.Lift):
	case v.s.Mortgaged.Has(sp):
		up = v.lackOf(game.MoveAt(game.Lift, v.me, sp), sp)
	case lot && v.r.MayHouse(v.s, v.me, g):
		up = v.lackOf(game.MoveSteps(game.Build, v.me, sp), sp)
	}
	switch {
	case v.mayAt(sp, game.Sell, game.Mortgage):
	case v.s.Level[sp] > 0:
		down = v.lackOf(game.MoveSteps(game.Sell, v.me, sp), sp)
	case lot && v.levels(own) > 0 && !v.s.Mortgaged.Has(sp):
		down = v.lackOf(game.MoveAt(game.Mortgage, v.me, sp), sp)
	}
	return up, down
}

// mayAt reports whether the options have one of the moves for the space.
func (v *view) mayAt(sp game.Space, kinds ...game.CommandKind) bool {
	for _, o := range v.d.Options {
		for _, k := range kinds {
			if o.Kind == k && o.Spaces.Has(sp) {
				return true
			}
		}
	}
	return false
}

// lackOf asks the game why it would refuse a move.
func (v *view) lackOf(c game.Command, sp game.Space) lack {
	_, no := plan.Try(v.r, v.s, c)
	x := lack{kind: c.Kind, code: no.Code}
	own := v.r.Groups[v.r.Spaces[sp].Group].Spaces & v.s.Owned[v.me]
	switch no.Code {
	case game.NotEven:
		x.first = v.outOfStep(own, c.Kind == game.Sell)
		if no.Rule == game.RSell6 { // the building set up last
			sell, _ := v.opt(game.Sell)
			if sell.Spaces&own == 0 {
				return lack{}
			}
			x.first = (sell.Spaces & own).First()
		}
	case game.IsMortgaged:
		x.first = (own & v.s.Mortgaged).First()
	case game.NoFunds:
		cost := v.r.LiftCost(sp)
		if c.Kind == game.Build {
			_, cost = v.r.NextStep(v.s, sp)
		}
		x.short = cost - v.cash()
	case game.WindowClosed, game.WrongPhase, game.WrongSeat:
		if v.s.Turn.Seat == v.me || c.Kind != game.Build || no.Rule == game.REnd2 {
			return lack{}
		}
	case game.NoStock, game.GateShut, game.IsBuilt:
	default:
		return lack{}
	}
	return x
}

// outOfStep is the lot that keeps a group from being built or sold evenly: the one
// with the fewest buildings, or the most.
func (v *view) outOfStep(lots game.Set, most bool) game.Space {
	first := lots.First()
	for r := lots; r != 0; r = r.Rest() {
		if sp := r.First(); v.s.Level[sp] != v.s.Level[first] && v.s.Level[sp] > v.s.Level[first] == most {
			first = sp
		}
	}
	return first
}

// lackText is the reason in words, "" for none.
func (v *view) lackText(x lack, sp game.Space) string {
	switch x.code {
	case game.NotEven:
		if x.kind == game.Sell {
			return v.T("deeds.why_uneven_sell", "Space", v.softly(x.first, v.NamedAt(x.first)))
		}
		return v.T("deeds.why_uneven", "Space", v.softly(x.first, v.NamedAt(x.first)))
	case game.IsMortgaged:
		return v.T("deeds.why_mortgaged", "Space", v.softly(x.first, v.Named(x.first)))
	case game.NoFunds:
		return v.T("deeds.why_funds", "Money", v.Money(x.short))
	case game.WindowClosed, game.WrongPhase, game.WrongSeat:
		return v.T("deeds.why_turn")
	case game.NoStock:
		building, _ := v.r.NextStep(v.s, sp)
		if x.kind == game.Sell {
			building = game.House
		}
		return v.T("deeds.why_stock", "Buildings", v.d.Setup.BuildingsName(v.Lang(), building))
	case game.GateShut:
		return v.T("deeds.why_gate")
	case game.IsBuilt:
		return v.T("deeds.why_built")
	default:
		return ""
	}
}
