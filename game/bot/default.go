package bot

import "github.com/bankhalter/bankhalter/game"

// Default is the default answer for a seat whose player has left or let the
// time run out. It does nothing of its own will: false if nobody waits for it.
func Default(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	p := Usual()
	v := eye{p: &p, r: r, s: s, me: &s.Players[seat], seat: seat, own: s.Owned[seat], opts: opts}
	if !s.Waiting().Has(seat) && v.find(game.RejectSettlement) == nil {
		return game.Command{}, false
	}
	for _, answer := range [...]game.Command{
		v.move(game.ChooseSum), v.move(game.Decline), v.move(game.Pass),
		game.MoveChoice(game.ChooseTax, seat, game.Flat),
		game.MoveChoice(game.ChooseBus, seat, game.TakeTicket), game.MoveChoice(game.ChooseBus, seat, game.Advance),
		game.MoveChoice(game.ChooseGift, seat, game.TakeCash),
		game.MoveChoice(game.ChooseCard, seat, game.PayCard), game.MoveChoice(game.ChooseCard, seat, game.DrawCard),
		v.move(game.SkipPick), v.move(game.NoDuel), v.move(game.Take),
		v.move(game.PayDebt), v.move(game.DeclareBankruptcy), v.move(game.RejectSettlement),
	} {
		if listed(opts, &answer) {
			return answer, true
		}
	}
	return v.defaultRest()
}

// defaultRest answers the phases whose default takes arguments.
func (v *eye) defaultRest() (game.Command, bool) {
	switch v.s.Phase() {
	case game.PhaseDebt:
		return v.cheapestFirst()
	case game.PhaseTransfer:
		if o := v.find(game.Keep); o != nil && o.Spaces != 0 {
			return v.at(game.Keep, o.Spaces.First()), true
		}
		if o := v.find(game.Lift); o != nil && o.Spaces != 0 {
			return v.at(game.Lift, o.Spaces.First()), true
		}
		return v.cheapestFirst()
	case game.PhaseEqualise:
		return v.equalise()
	case game.PhaseIntent:
		return game.MoveN(game.Intent, v.seat, 0), v.find(game.Intent) != nil
	case game.PhaseBuildingAuction:
		return v.contest()
	case game.PhaseFinal:
		if o := v.find(game.WaiveClaim); o != nil {
			return game.MoveN(game.WaiveClaim, v.seat, o.N), true
		}
	case game.PhaseTriple:
		if o := v.find(game.ChooseSpace); o != nil && o.Spaces != 0 {
			return v.at(game.ChooseSpace, o.Spaces.First()), true
		}
	default:
	}
	if c, ok := v.confirm(v.move(game.Roll)); ok {
		return c, true
	}
	return v.confirm(v.move(game.EndTurn))
}

// cheapestFirst raises money for a debt by whatever is worth least.
func (v *eye) cheapestFirst() (game.Command, bool) {
	mortgage, sell := game.NoSpace, game.NoSpace
	if o := v.find(game.Mortgage); o != nil {
		for m := o.Spaces; m != 0; m = m.Rest() {
			if sp := m.First(); mortgage == game.NoSpace || v.r.Spaces[sp].Mortgage < v.r.Spaces[mortgage].Mortgage {
				mortgage = sp
			}
		}
	}
	if o := v.find(game.Sell); o != nil {
		for m := o.Spaces; m != 0; m = m.Rest() {
			if sp := m.First(); sell == game.NoSpace || v.r.SellPrice(v.s, sp) < v.r.SellPrice(v.s, sell) {
				sell = sp
			}
		}
	}
	switch {
	case mortgage == game.NoSpace && sell == game.NoSpace:
		return v.raiseListed(0)
	case sell == game.NoSpace || mortgage != game.NoSpace && v.r.Spaces[mortgage].Mortgage <= v.r.SellPrice(v.s, sell):
		return v.at(game.Mortgage, mortgage), true
	default:
		return game.MoveSteps(game.Sell, v.seat, sell), true
	}
}
