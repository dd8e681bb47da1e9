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
	c, answer := p.Plain(r, s, seat)
	if answer == Given && listed(opts, &c) {
		return c, true
	}
	if answer == Silent {
		return game.Command{}, false
	}
	v := p.look(r, s, seat)
	if c, ok := v.choose(opts); ok {
		return c, true
	}
	return Default(r, s, seat, opts)
}

// Choose is the choice of the default persona.
func Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	p := Usual()
	return p.Choose(r, s, seat, opts)
}

// Plain answers what can be answered without a list of options: throwing,
// claiming, bidding, ending a turn. It is the first step of Choose and saves
// simulations most lists.
func (p *Persona) Plain(r *game.Ruleset, s *game.State, seat game.Seat) (game.Command, Answer) {
	if s.Status != game.Playing || !s.In(seat) {
		return game.Command{}, Silent
	}
	v := p.look(r, s, seat)
	if id, ok := v.claim(); ok {
		return game.MoveN(game.ClaimRent, seat, id), Given
	}
	if v.asked() {
		return game.Command{}, Look
	}
	phase := s.Phase()
	if !s.Waiting().Has(seat) {
		if v.wantsWindow(phase) {
			return game.Command{}, Look
		}
		return game.Command{}, Silent
	}
	switch phase {
	case game.PhaseRoll:
		if v.me.Tickets == 0 {
			return v.move(game.Roll), Given
		}
	case game.PhaseAuction, game.PhaseLiquidation:
		return v.bid(), Given
	case game.PhaseHub:
		if _, ok := v.manage(nil); !ok {
			return v.move(game.EndTurn), Given
		}
	default:
	}
	return game.Command{}, Look
}

// claim is the seat's first open claim that it may demand.
func (v *eye) claim() (int32, bool) {
	if v.r.NoRentInJail && v.me.Jailed {
		return 0, false
	}
	for i := range v.s.Claims[:v.s.NumClaims] {
		if c := &v.s.Claims[i]; c.Owner == v.seat {
			return int32(c.ID), true
		}
	}
	return 0, false
}

// asked tells whether a trade waits for the seat's answer.
func (v *eye) asked() bool {
	for i := range v.s.Trades[:v.s.NumTrades] {
		if v.s.Trades[i].To == v.seat {
			return true
		}
	}
	return false
}

// wantsWindow tells whether the seat would build before another's throw.
func (v *eye) wantsWindow(phase game.Phase) bool {
	if v.s.TimeUp || v.r.BuildOnlyOwnTurn || v.s.NumDebts > 0 || v.s.Turn.Throw != 1 {
		return false
	}
	if phase != game.PhaseRoll && phase != game.PhaseJail {
		return false
	}
	return v.wish(v.spare()).steps > 0
}

// choose picks among the options, false if the phase has no answer of its own.
func (v *eye) choose(opts []game.Option) (game.Command, bool) {
	if c, ok := v.answerTrade(opts); ok {
		return c, true
	}
	if !v.s.Waiting().Has(v.seat) {
		if w := v.wish(v.spare()); w.steps > 0 {
			return confirm(opts, v.build(w))
		}
		return game.Command{}, false
	}
	switch v.s.Phase() {
	case game.PhaseJail:
		return v.leaveJail(opts)
	case game.PhaseRoll:
		return v.throw(opts)
	case game.PhaseTriple:
		return v.chooseSpace(opts)
	case game.PhaseBuy:
		return v.buy(opts)
	case game.PhaseAuction, game.PhaseLiquidation:
		return confirm(opts, v.bid())
	case game.PhaseTax:
		return v.tax(opts)
	case game.PhaseBus:
		return choice(opts, v.move(game.ChooseBus), game.TakeTicket)
	case game.PhaseGift:
		return v.gift(opts)
	case game.PhaseCard:
		return v.card(opts)
	case game.PhasePick:
		return v.pick(opts)
	case game.PhaseDuel:
		return v.duel(opts)
	case game.PhaseTake:
		return confirm(opts, v.move(game.Take))
	case game.PhaseHub:
		if c, ok := v.manage(opts); ok {
			return c, true
		}
		return confirm(opts, v.move(game.EndTurn))
	case game.PhaseDebt:
		return v.debt(opts)
	case game.PhaseTransfer:
		return v.transfer(opts)
	case game.PhaseEqualise:
		return v.equalise(opts)
	case game.PhaseIntent:
		return v.intent(opts)
	case game.PhaseBuildingAuction:
		return v.contest(opts)
	case game.PhaseLobby, game.PhaseOrder, game.PhaseFinal, game.PhaseOver, game.NumPhases:
	}
	return game.Command{}, false
}
