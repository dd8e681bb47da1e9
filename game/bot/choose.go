package bot

import "github.com/bankhalter/bankhalter/game"

// Answer says how far a look without options got.
type Answer uint8

// The answers.
const (
	Silent Answer = iota // the seat wants nothing and nobody waits for it
	Given                // the command is the seat's choice
	Look                 // the choice needs the list of options
)

// Choose is the seat's next command among its options, false if it wants
// nothing and nobody waits for it. A seat for which the game waits always gets
// a command that is accepted.
func (p *Persona) Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	if len(opts) == 0 {
		return game.Command{}, false
	}
	v := eye{p: p, r: r, s: s, me: &s.Players[seat], seat: seat, own: s.Owned[seat], opts: opts}
	if c, ok := v.choose(); ok {
		return c, true
	}
	return Default(r, s, seat, opts)
}

// Choose is the choice of the default persona.
func Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	p := Usual()
	return p.Choose(r, s, seat, opts)
}

// Plain is Choose without a list of options, where the answer is clear without
// one: throwing, claiming, bidding, buying, building, ending a turn. It saves
// simulations most lists.
func (p *Persona) Plain(r *game.Ruleset, s *game.State, seat game.Seat) (game.Command, Answer) {
	if s.Status != game.Playing || !s.In(seat) {
		return game.Command{}, Silent
	}
	v := eye{p: p, r: r, s: s, me: &s.Players[seat], seat: seat, own: s.Owned[seat], blind: true}
	c, ok := v.choose()
	switch {
	case v.stuck:
		return c, Look
	case ok:
		return c, Given
	case s.Waiting().Has(seat):
		return c, Look
	}
	return c, Silent
}

// choose is the seat's wish, false if it has none.
func (v *eye) choose() (game.Command, bool) {
	s := v.s
	if s.NumClaims > 0 {
		if c, ok := v.claim(); ok {
			return c, true
		}
	}
	if s.NumTrades > 0 || s.Offer.Open {
		if c, ok := v.answerTrade(); ok || v.stuck {
			return c, ok
		}
	}
	phase := s.Phase()
	if !s.Waiting().Has(v.seat) {
		return v.window(phase)
	}
	switch phase {
	case game.PhaseJail:
		return v.jail()
	case game.PhaseRoll:
		return v.roll()
	case game.PhaseTriple:
		return v.chooseSpace()
	case game.PhaseBuy:
		return v.buy()
	case game.PhaseAuction, game.PhaseLiquidation:
		return v.confirm(v.bid())
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
		return v.confirm(v.move(game.Take))
	case game.PhaseHub:
		if c, ok := v.manage(); ok || v.stuck {
			return c, ok
		}
		return v.confirm(v.move(game.EndTurn))
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
	case game.PhaseLobby, game.PhaseOrder, game.PhaseFinal, game.PhaseOver, game.NumPhases:
	}
	return game.Command{}, false
}

// claim demands the seat's first open rent.
func (v *eye) claim() (game.Command, bool) {
	if v.r.NoRentInJail && v.me.Jailed {
		return game.Command{}, false
	}
	for i := range v.s.Claims[:v.s.NumClaims] {
		if c := &v.s.Claims[i]; c.Owner == v.seat {
			return v.confirm(game.MoveN(game.ClaimRent, v.seat, int32(c.ID)))
		}
	}
	return game.Command{}, false
}

// window builds between the turns, before somebody else throws.
func (v *eye) window(phase game.Phase) (game.Command, bool) {
	s := v.s
	if s.Turn.Throw != 1 || phase != game.PhaseRoll && phase != game.PhaseJail || s.TimeUp || s.Turn.Locked ||
		v.r.BuildOnlyOwnTurn || v.r.NoBuildInJail && v.me.Jailed {
		return game.Command{}, false
	}
	if s.NumDebts > 0 || !v.mayBuild() {
		return game.Command{}, false
	}
	if w := v.wish(v.spare()); w.steps > 0 {
		return v.confirm(v.build(&w))
	}
	return game.Command{}, false
}
