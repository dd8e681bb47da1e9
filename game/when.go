package game

// act is a class of voluntary business.
type act uint8

const (
	actBuild act = iota
	actSell      // selling buildings and mortgaging
	actLift
	actTrade
)

var actRule = [...]Rule{actBuild: RBuild3, actSell: RSell1, actLift: RMort4, actTrade: RTrade7}

// when reports whether the seat may do this kind of business now: "any time" made precise.
func (r *Ruleset) when(s *State, seat Seat, a act) Refusal {
	rule := actRule[a]
	phase := s.Phase()
	if s.NumDebts > 0 {
		if no := r.owing(s, seat, a); !no.OK() {
			return no
		}
	}
	switch phase {
	case PhaseDebt:
		return r.whenDebt(s, seat, a)
	case PhaseAuction, PhaseLiquidation:
		if a == actBuild || a == actLift {
			return no(WrongPhase, rule)
		}
	case PhaseTransfer:
		if a != actSell {
			return no(WrongPhase, rule)
		}
		if seat != s.Transfer.Seat {
			return no(WrongPhase, RMort6)
		}
		return Refusal{}
	case PhaseEqualise:
		if a != actSell && a != actBuild || seat != s.Equal.Seat {
			return no(WrongPhase, RMbuild6)
		}
		return Refusal{}
	case PhaseJail, PhaseRoll, PhaseHub, PhaseBuy, PhaseTax, PhaseCard, PhaseBus, PhaseGift, PhasePick:
	default:
		return no(WrongPhase, rule)
	}
	if !s.In(seat) {
		return no(WrongSeat, rule)
	}
	if seat == s.Turn.Seat {
		return Refusal{}
	}
	if s.Turn.Locked && (a == actBuild || a == actTrade) {
		return no(Locked, RMdice5)
	}
	if s.TimeUp && s.DebtOf(seat) == 0 {
		return no(WindowClosed, REnd2)
	}
	if a == actBuild && (r.BuildsOnOwnTurnOnly() || r.BuildBetweenTurns && !s.beforeThrow()) {
		return no(WindowClosed, RBuild3)
	}
	return Refusal{}
}

// BuildsOnOwnTurnOnly reports whether building in another's turn, even between the turns, is barred (H-11).
func (r *Ruleset) BuildsOnOwnTurnOnly() bool { return r.BuildOnlyOwnTurn }

// tradingPhase reports whether any player at all may trade in the phase on top.
func (s *State) tradingPhase() bool {
	switch s.Phase() {
	case PhaseJail, PhaseRoll, PhaseHub, PhaseBuy, PhaseTax, PhaseCard, PhaseBus, PhaseGift, PhasePick,
		PhaseAuction, PhaseLiquidation, PhaseDebt:
		return true
	default:
		return false
	}
}

// owing: while any debt is open, even one that waits for an auction, no one builds
// or lifts. Only a group that is being evened out is built on while others owe,
// not while its owner does (R-BUILD-13, R-MORT-4, R-MBUILD-6).
func (r *Ruleset) owing(s *State, seat Seat, a act) Refusal {
	switch {
	case a == actLift:
		return no(DebtOpen, RMort4)
	case a == actBuild && (s.Phase() != PhaseEqualise || seat != s.Equal.Seat || s.DebtOf(seat) > 0 && !r.FirstReading):
		return no(DebtOpen, RBuild13)
	}
	return Refusal{}
}

// whenDebt: in a debt phase the debtor raises money; others may only sell and mortgage.
// Building and lifting are refused before: owing.
func (r *Ruleset) whenDebt(s *State, seat Seat, a act) Refusal {
	if a == actTrade && seat != s.Debts[0].Debtor {
		return no(WrongPhase, RTrade7)
	}
	if !s.In(seat) {
		return no(WrongSeat, actRule[a])
	}
	if a == actSell && s.TimeUp && seat != s.Turn.Seat && s.DebtOf(seat) == 0 {
		return no(WindowClosed, REnd2)
	}
	return Refusal{}
}
