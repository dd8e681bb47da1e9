package bot

import (
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/value"
)

// scheme is something to do with one's estate, and the chance to win after it.
type scheme struct {
	kind  game.CommandKind // Build, Lift, or Mortgage as the first step of a building
	space game.Space       // Lift
	work  project          // Build
	steps int32
	after float32
}

// manage runs the seat's estate before it ends its turn.
func (v *mind) manage() bool {
	if v.own == 0 || v.s.TimeUp {
		return false
	}
	return v.develop() || v.propose()
}

// develop does the best with the seat's estate that beats doing nothing.
func (v *mind) develop() bool {
	e := v.estate()
	pledged := v.own & v.s.Mortgaged
	if e.groups == 0 && pledged == 0 && (!v.r.HasDepots() || v.own&v.r.Stations == 0) {
		return false
	}
	v.look()
	best := scheme{after: v.now[v.seat] + worthwhile}
	v.builds(e, &best)
	v.lifts(pledged, &best)
	v.depots(&best)
	switch best.kind {
	case game.Lift:
		return v.try(game.Lift, best.space)
	case game.Mortgage:
		return v.pledge() && v.accepted()
	case game.Build:
		if best.space != game.NoSpace {
			return v.tryStep(game.Build, best.space)
		}
		return v.build(&best.work, best.steps) || v.build(&best.work, min(best.steps, int32(best.work.lots.Len()))) || v.build(&best.work, 1)
	default:
		return false
	}
}

// window builds between the turns, before the next player throws.
func (v *mind) window(phase game.Phase) bool {
	if phase != game.PhaseRoll && phase != game.PhaseJail || v.s.Turn.Throw != 1 || v.s.TimeUp || v.s.NumDebts > 0 || v.r.BuildsOnOwnTurnOnly() {
		return false
	}
	e := v.estate()
	if e.groups == 0 {
		return false
	}
	v.look()
	best := scheme{after: v.now[v.seat] + worthwhile}
	v.builds(e, &best)
	switch best.kind {
	case game.Build:
		return v.build(&best.work, best.steps)
	case game.Mortgage:
		return v.pledge() && v.accepted()
	default:
		return false
	}
}

// builds tries every group up to every level, with the cash there is and with that of pledged single deeds.
func (v *mind) builds(e estate, best *scheme) {
	cash := v.me.Cash - v.s.DebtOf(v.seat)
	credit := cash + v.pledgeable()
	for groups := e.groups; groups != 0; groups &= groups - 1 {
		g := &v.r.Groups[bits.TrailingZeros16(groups)]
		var w project
		if !v.planFor(g, &w) {
			continue
		}
		own := v.own & g.Spaces &^ v.s.Mortgaged
		top := v.r.HotelLevel()
		if v.r.HasSkyscrapers() && v.own&g.Spaces == g.Spaces {
			top++
		}
		for goal := w.level + 1; goal <= top; goal++ {
			steps, cost, ok := v.bill(own, goal)
			if !ok || cost > credit || steps > game.MaxSteps {
				break
			}
			p := v.pos
			if cost > cash {
				v.pledgeIn(&p, cost-cash)
			}
			v.buildIn(&p, own, goal, cost)
			if x := v.chance(&p); x > best.after {
				*best = scheme{kind: game.Build, space: game.NoSpace, work: w, steps: steps, after: x}
				best.work.lots = own
				if most := v.r.MostHouses(); w.level < most && goal > most { // a hotel asked for together with its houses may be contested, and then cannot be placed
					best.steps, _, _ = v.bill(own, most)
				}
				if cost > cash {
					best.kind = game.Mortgage
				}
			}
		}
	}
}

// bill is the number and price of the buildings that bring lots to a level, false if the bank has too few.
func (v *mind) bill(lots game.Set, goal uint8) (steps int32, cost game.Money, ok bool) {
	stock := v.s.Stock
	for m := lots; m != 0; m = m.Rest() {
		sp := m.First()
		for l := v.s.Level[sp] + 1; l <= goal; l++ {
			cost += v.r.StepPrice(sp, l)
			stock[v.r.StepBuilding(l)]--
			steps++
			if l == v.r.HotelLevel() {
				stock[game.House] += int8(v.r.MostHouses()) //nolint:gosec // four
			}
		}
	}
	short := stock[game.House] < 0 || stock[game.Hotel] < 0 || stock[game.Skyscraper] < 0
	return steps, cost, !short || v.r.UnlimitedBuildings()
}

// lifts tries to lift each mortgage.
func (v *mind) lifts(pledged game.Set, best *scheme) {
	for m := pledged; m != 0; m = m.Rest() {
		sp := m.First()
		cost := v.r.LiftCost(sp)
		if cost > v.me.Cash-v.s.DebtOf(v.seat) {
			continue
		}
		p := v.pos
		p.Pay(v.seat, game.Bank, cost)
		p.Mortgaged = p.Mortgaged.Without(sp)
		if x := v.chance(&p); x > best.after {
			*best = scheme{kind: game.Lift, space: sp, after: x}
		}
	}
}

// depots tries a depot on the first station that can have one.
func (v *mind) depots(best *scheme) {
	if !v.r.HasDepots() {
		return
	}
	free := v.own & v.r.Stations &^ v.s.Depots &^ v.s.Mortgaged
	if free == 0 || v.r.Spaces[free.First()].Depot > v.me.Cash || v.s.Stock[game.Depot] <= 0 && !v.r.UnlimitedBuildings() {
		return
	}
	p := v.pos
	p.Pay(v.seat, game.Bank, v.r.Spaces[free.First()].Depot)
	p.Depots = p.Depots.With(free.First())
	if x := v.chance(&p); x > best.after {
		*best = scheme{kind: game.Build, space: free.First(), after: x}
	}
}

// debt raises the money owed in the steps that cost least of the chance to win:
// single deeds before those of a group, and both before buildings.
func (v *mind) debt() bool {
	need := v.s.Debts[0].Amount - v.me.Cash
	if need <= 0 {
		return v.say(game.PayDebt)
	}
	if v.r.Liquidation(v.s, v.seat) < v.s.Debts[0].Amount {
		return v.say(game.DeclareBankruptcy)
	}
	v.look()
	best, least, kind := game.NoSpace, float32(0), game.Mortgage
	consider := func(k game.CommandKind, sp game.Space, p *value.Position, raised game.Money) {
		p.Cash[v.seat] += max(0, raised-need)
		loss := (v.now[v.seat] - v.chance(p)) / float32(max(1, min(raised, need)))
		if best == game.NoSpace || loss < least {
			best, least, kind = sp, loss, k
		}
	}
	bare := v.bare()
	if singles := v.singles(bare); singles != 0 {
		bare = singles
	}
	for m := bare; m != 0; m = m.Rest() {
		p := v.pos
		p.Mortgaged = p.Mortgaged.With(m.First())
		consider(game.Mortgage, m.First(), &p, v.r.Spaces[m.First()].Mortgage)
	}
	for m := v.tops(v.own & v.s.Built); m != 0 && bare == 0; m = m.Rest() {
		p := v.pos
		p.Level[m.First()]--
		if p.Level[m.First()] == 0 {
			p.Built = p.Built.Without(m.First())
		}
		consider(game.Sell, m.First(), &p, v.r.SellPrice(v.s, m.First()))
	}
	switch {
	case best == game.NoSpace:
		return v.raise(need)
	case kind == game.Mortgage && v.try(game.Mortgage, best), kind == game.Sell && v.tryStep(game.Sell, best):
		return true
	default:
		return v.raise(need)
	}
}

// singles keeps the deeds that help no group of the seat along.
func (v *mind) singles(deeds game.Set) (set game.Set) {
	for m := deeds; m != 0; m = m.Rest() {
		if v.single(m.First()) {
			set = set.With(m.First())
		}
	}
	return set
}
