package bot

import "github.com/bankhalter/bankhalter/game"

// Default is the default answer for a seat whose player has left or let the
// time run out. It volunteers nothing: false if the game does not wait for it.
func Default(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	var c game.Command
	if len(opts) == 0 {
		return c, false
	}
	p := Usual()
	v := eye{p: &p, r: r, s: s, me: &s.Players[seat], c: &c, own: s.Owned[seat], seat: seat}
	if s.Offer.Open && v.say(game.RejectSettlement) && v.accepted() {
		return c, true
	}
	if !s.Waiting().Has(seat) {
		return game.Command{}, false
	}
	return c, v.defaultAnswer() && v.accepted()
}

// defaultAnswer is the default for each phase.
func (v *eye) defaultAnswer() bool {
	switch v.s.Phase() {
	case game.PhaseJail, game.PhaseRoll:
		return v.say(game.Roll)
	case game.PhaseTriple:
		return v.say(game.ChooseSum)
	case game.PhaseBuy:
		return v.say(game.Decline)
	case game.PhaseAuction, game.PhaseLiquidation:
		return v.say(game.Pass)
	case game.PhaseTax:
		return v.answer(game.ChooseTax, game.Flat)
	case game.PhaseBus:
		return v.bus()
	case game.PhaseGift:
		return v.answer(game.ChooseGift, game.TakeCash)
	case game.PhaseCard:
		return v.answer(game.ChooseCard, game.PayCard)
	case game.PhasePick:
		return v.say(game.SkipPick)
	case game.PhaseDuel:
		return v.say(game.NoDuel)
	case game.PhaseTake:
		return v.say(game.Take)
	case game.PhaseHub:
		return v.say(game.EndTurn)
	case game.PhaseDebt:
		return v.defaultDebt()
	case game.PhaseTransfer:
		sp := v.s.Transfer.Deeds.First()
		return v.try(game.Keep, sp) || v.try(game.Lift, sp) || v.cheapestFirst()
	case game.PhaseEqualise:
		return v.equalise()
	case game.PhaseIntent:
		return v.sayN(game.Intent, 0)
	case game.PhaseBuildingAuction:
		if v.s.Shortage.Placing == v.seat && !v.s.Shortage.Printed {
			return v.contest() // a building won by a bid has to be placed
		}
		return v.say(game.Pass)
	case game.PhaseFinal:
		return v.waive()
	case game.PhaseLobby, game.PhaseOrder, game.PhaseOver, game.NumPhases:
	}
	return false
}

// waive gives up the seat's first open claim.
func (v *eye) waive() bool {
	for _, c := range v.s.Claims[:v.s.NumClaims] {
		if c.Owner == v.seat {
			return v.sayN(game.WaiveClaim, int32(c.ID))
		}
	}
	return false
}

// defaultDebt pays, raises money from the least valuable goods, or gives up.
func (v *eye) defaultDebt() bool {
	owed := v.s.Debts[0].Amount
	switch {
	case v.me.Cash >= owed:
		return v.say(game.PayDebt)
	case v.r.Liquidation(v.s, v.seat) < owed:
		return v.say(game.DeclareBankruptcy)
	default:
		return v.cheapestFirst()
	}
}

// cheapestFirst mortgages or sells whatever brings least.
func (v *eye) cheapestFirst() bool {
	best, least, sell := game.NoSpace, game.Money(1<<30), false
	for m := v.own &^ v.s.Mortgaged; m != 0; m = m.Rest() {
		sp := m.First()
		if price := v.r.Spaces[sp].Mortgage; price < least && v.try(game.Mortgage, sp) {
			best, least, sell = sp, price, false
		}
	}
	for m := v.own & (v.s.Built | v.s.Depots); m != 0; m = m.Rest() {
		sp := m.First()
		if price := v.r.SellPrice(v.s, sp); price < least && v.tryStep(game.Sell, sp) {
			best, least, sell = sp, price, true
		}
	}
	switch {
	case best == game.NoSpace:
		return v.raiseAnyhow()
	case sell:
		return v.step(game.Sell, best)
	default:
		return v.sayAt(game.Mortgage, best)
	}
}

// Absent plays for a person who is not there: it claims
// rents, declines offers and gives the default answers. It never trades, bids,
// buys or builds: their property is still theirs when they come back.
func Absent(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	for i := range opts {
		o := &opts[i]
		if o.Kind != game.ClaimRent && o.Kind != game.RejectTrade {
			continue
		}
		if c := game.MoveN(o.Kind, seat, o.N); r.Check(s, &c).OK() {
			return c, true
		}
	}
	return Default(r, s, seat, opts)
}
