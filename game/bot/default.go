package bot

import "github.com/bankhalter/bankhalter/game"

// Default is the default answer for a seat whose player has left or let the
// time run out. It does nothing of its own will: false if nobody waits for it.
func Default(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	if !s.Waiting().Has(seat) && find(opts, game.RejectSettlement) == nil {
		return game.Command{}, false
	}
	p := Usual()
	v := p.look(r, s, seat)
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
	return v.defaultRest(opts)
}

// defaultRest answers the phases whose default takes arguments.
func (v *eye) defaultRest(opts []game.Option) (game.Command, bool) {
	switch v.s.Phase() {
	case game.PhaseDebt:
		return v.cheapestFirst(opts)
	case game.PhaseTransfer:
		if o := find(opts, game.Keep); o != nil && o.Spaces != 0 {
			return v.at(game.Keep, o.Spaces.First()), true
		}
		if o := find(opts, game.Lift); o != nil && o.Spaces != 0 {
			return v.at(game.Lift, o.Spaces.First()), true
		}
		return v.cheapestFirst(opts)
	case game.PhaseEqualise:
		return v.equalise(opts)
	case game.PhaseIntent:
		return game.MoveN(game.Intent, v.seat, 0), find(opts, game.Intent) != nil
	case game.PhaseBuildingAuction:
		return v.contest(opts)
	case game.PhaseFinal:
		if o := find(opts, game.WaiveClaim); o != nil {
			return game.MoveN(game.WaiveClaim, v.seat, o.N), true
		}
	case game.PhaseTriple:
		if o := find(opts, game.ChooseSpace); o != nil && o.Spaces != 0 {
			return v.at(game.ChooseSpace, o.Spaces.First()), true
		}
	default:
	}
	if c, ok := confirm(opts, v.move(game.Roll)); ok {
		return c, true
	}
	return confirm(opts, v.move(game.EndTurn))
}

// cheapestFirst raises money for a debt by whatever is worth least.
func (v *eye) cheapestFirst(opts []game.Option) (game.Command, bool) {
	mortgage, sell := game.NoSpace, game.NoSpace
	if o := find(opts, game.Mortgage); o != nil {
		for m := o.Spaces; m != 0; m = m.Rest() {
			if sp := m.First(); mortgage == game.NoSpace || v.r.Spaces[sp].Mortgage < v.r.Spaces[mortgage].Mortgage {
				mortgage = sp
			}
		}
	}
	if o := find(opts, game.Sell); o != nil {
		for m := o.Spaces; m != 0; m = m.Rest() {
			if sp := m.First(); sell == game.NoSpace || v.r.SellPrice(v.s, sp) < v.r.SellPrice(v.s, sell) {
				sell = sp
			}
		}
	}
	switch {
	case mortgage == game.NoSpace && sell == game.NoSpace:
		return v.raise(opts, 0)
	case sell == game.NoSpace || mortgage != game.NoSpace && v.r.Spaces[mortgage].Mortgage <= v.r.SellPrice(v.s, sell):
		return v.at(game.Mortgage, mortgage), true
	default:
		return game.MoveSteps(game.Sell, v.seat, sell), true
	}
}
