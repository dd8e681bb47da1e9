package bot

import "github.com/bankhalter/bankhalter/game"

// Choose returns the seat's next command among its options, false if it wants
// none and the game does not wait for it. A seat for which the game waits always gets
// a command that is accepted.
func (p *Persona) Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	var c game.Command
	return accepted(r, s, seat, opts, &c, len(opts) > 0 && p.Wish(r, s, seat, &c))
}

// accepted returns the wish of a player if it is accepted, else the default answer.
func accepted(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option, c *game.Command, wished bool) (game.Command, bool) {
	if len(opts) == 0 {
		return game.Command{}, false
	}
	if wished && r.Check(s, c).OK() {
		return *c, true
	}
	return Default(r, s, seat, opts)
}

// Choose is the choice of the default persona.
func Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	p := Usual()
	return p.Choose(r, s, seat, opts)
}

// Wish is Choose without the list of options, for simulations that cannot
// afford one: it writes the seat's command into c and reports whether there
// is anything. Only a wrong guess at the rules would make it a command that is
// refused, or none although the game waits; Choose then falls back on Default.
func (p *Persona) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	if s.Status != game.Playing || !s.In(seat) {
		return false
	}
	var v eye
	v.p, v.r, v.s, v.me, v.c, v.own, v.seat = p, r, s, &s.Players[seat], c, s.Owned[seat], seat
	if s.NumClaims > 0 && v.claim() {
		return true
	}
	if s.NumTrades > 0 && v.answerTrade() || s.Offer.Open && v.settle() {
		return true
	}
	switch phase := s.Phase(); {
	case phase == game.PhaseRoll && s.Turn.Seat == seat: // the two most frequent by far
		return v.roll()
	case phase == game.PhaseHub && s.Turn.Seat == seat:
		return v.manage() || v.say(game.EndTurn)
	case !s.Waiting().Has(seat):
		return v.window(phase)
	default:
		return v.decide(phase)
	}
}

// decide makes the decision of the phase.
func (v *eye) decide(phase game.Phase) bool {
	switch phase {
	case game.PhaseJail:
		return v.jail()
	case game.PhaseTriple:
		return v.chooseSpace()
	case game.PhaseBuy:
		return v.buy()
	case game.PhaseAuction, game.PhaseLiquidation:
		return v.bid()
	case game.PhaseTax:
		return v.tax()
	case game.PhaseBus:
		return v.bus()
	case game.PhaseGift:
		return v.gift()
	case game.PhaseCard:
		return v.card()
	case game.PhasePick:
		return v.pick()
	case game.PhaseDuel:
		return v.duel()
	case game.PhaseTake:
		return v.say(game.Take)
	case game.PhaseDebt:
		return v.debt()
	case game.PhaseTransfer:
		return v.transfer()
	case game.PhaseEqualise:
		return v.equalise()
	case game.PhaseIntent:
		return v.intent()
	case game.PhaseBuildingAuction:
		return v.contest()
	case game.PhaseFinal:
		return v.waive() // no rent that may be claimed is left
	default:
	}
	return false
}

// claim demands the seat's first open rent.
func (v *eye) claim() bool {
	if v.r.RentBarred(v.s, v.seat) {
		return false
	}
	for i := range v.s.Claims[:v.s.NumClaims] {
		if c := &v.s.Claims[i]; c.Owner == v.seat {
			return v.sayN(game.ClaimRent, int32(c.ID))
		}
	}
	return false
}

// window builds between the turns, before the next player throws.
func (v *eye) window(phase game.Phase) bool {
	if phase != game.PhaseRoll && phase != game.PhaseJail || v.s.Turn.Throw != 1 || v.s.TimeUp || v.s.NumDebts > 0 {
		return false
	}
	if v.r.BuildsOnOwnTurnOnly() || v.me.Cash < v.floor()+v.r.JailFine() {
		return false
	}
	e := v.estate()
	if e.groups == 0 {
		return false
	}
	var best, can project
	spare := v.spare()
	v.plans(e, spare, spare, &best, &can)
	return can.room > 0 && v.build(&can, can.steps(spare))
}
