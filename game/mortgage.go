package game

func (r *Ruleset) canMortgage(s *State, seat Seat, sp Space) Refusal {
	if no := r.when(s, seat, actSell); !no.OK() {
		if no.Rule == RSell1 {
			no.Rule = RMort1
		}
		return no
	}
	switch {
	case !s.Owned[seat].Has(sp):
		return no(NotOwner, RMort1)
	case s.Mortgaged.Has(sp):
		return no(IsMortgaged, RMort1)
	case s.Depots.Has(sp):
		return no(IsBuilt, RMbuild7)
	case r.builtAround(s, seat, sp):
		return no(IsBuilt, RMort2)
	case s.Equal.Open && r.Spaces[sp].Group == s.Equal.Group:
		return no(Forbidden, RMbuild6)
	}
	return Refusal{}
}

// builtAround reports whether buildings forbid the mortgage: on the deed, or
// anywhere in its group (R-MORT-2, R-MMORT-1).
func (r *Ruleset) builtAround(s *State, seat Seat, sp Space) bool {
	if s.Depots.Has(sp) {
		return true
	}
	scope := SetOf(sp)
	if r.MortgageNeedsClearGroup() {
		scope = r.Groups[r.Spaces[sp].Group].Spaces
		if r.OwnBuildingsOnly {
			scope &= s.Owned[seat]
		}
	}
	return s.Built&scope != 0
}

// MortgageNeedsClearGroup reports whether a mortgage needs a group without
// buildings, not just a lot without (R-MORT-2).
func (r *Ruleset) MortgageNeedsClearGroup() bool { return r.MortgageClear == ScopeGroup }

func (t *Turn) mortgage(seat Seat, sp Space) {
	t.emit(Event{Kind: Mortgaged, Seat: seat, Other: Nobody, Space: sp})
	t.pay(Bank, seat, t.R.Spaces[sp].Mortgage, ForMortgage, RMort1, sp)
}

// canLift follows R-MORT-4 and R-MORT-5, and R-MORT-6 in a transfer.
func (r *Ruleset) canLift(s *State, seat Seat, sp Space) Refusal {
	transfer := s.Phase() == PhaseTransfer
	if transfer {
		if no := r.deciding(s, seat); !no.OK() {
			return no
		}
	} else if no := r.when(s, seat, actLift); !no.OK() {
		return no
	}
	switch {
	case !s.Owned[seat].Has(sp):
		return no(NotOwner, RMort5)
	case !s.Mortgaged.Has(sp):
		return no(NotMortgaged, RMort4)
	case transfer && !s.Transfer.Deeds.Has(sp):
		return no(NoChoice, RMort6)
	case s.DebtOf(seat) > 0 && !transfer:
		return no(DebtOpen, RMort4)
	case s.Players[seat].Cash-s.Transfer.Due < r.LiftCost(sp):
		return no(NoFunds, RMort4)
	}
	return Refusal{}
}

func (t *Turn) lift(seat Seat, sp Space) {
	t.pay(seat, Bank, t.R.LiftCost(sp), ForLift, RMort4, sp)
	t.emit(Event{Kind: Lifted, Seat: seat, Other: Nobody, Space: sp})
}

// deciding reports whether the seat decides over mortgaged deeds received.
func (r *Ruleset) deciding(s *State, seat Seat) Refusal {
	if s.Phase() != PhaseTransfer {
		return no(WrongPhase, RMort6)
	}
	if seat != s.Transfer.Seat {
		return no(WrongSeat, RMort6)
	}
	return Refusal{}
}

func (r *Ruleset) canKeep(s *State, seat Seat, sp Space) Refusal {
	if no := r.deciding(s, seat); !no.OK() {
		return no
	}
	if !s.Owned[seat].Has(sp) {
		return no(NotOwner, RMort6)
	}
	if !s.Transfer.Deeds.Has(sp) {
		return no(NoChoice, RBankr5)
	}
	if r.mustLift(s, seat, sp) {
		return no(MustLift, RMbuild5)
	}
	return Refusal{}
}

func (t *Turn) keep(sp Space) {
	amount := t.R.KeepCost(&t.S, sp)
	t.emit(Event{Kind: TransferKept, Seat: t.S.Transfer.Seat, Other: Nobody, Space: sp, Amount: amount})
}

// openTransfer asks the receiver of mortgaged deeds to lift or keep each. The rule is
// that of the interest: R-BANKR-5 for the creditor of a bankrupt, R-MORT-6 for any
// other receiver, such as the buyer of a mortgaged deed in an auction (H-28).
func (t *Turn) openTransfer(seat Seat, deeds Set, rule Rule) {
	if deeds == 0 {
		return
	}
	if t.R.SecondReading {
		rule = NoRule
	}
	t.emit(Event{Kind: TransferOpened, Seat: seat, Other: Nobody, Lift: deeds, Rule: rule})
}

// stepTransfer closes a transfer when all is decided; the interest of all deeds
// kept is one debt to the bank (R-BANKR-6).
func (t *Turn) stepTransfer() bool {
	tr := t.S.Transfer
	if tr.Deeds != 0 {
		return false
	}
	t.emit(Event{Kind: TransferClosed, Seat: tr.Seat, Other: Nobody})
	rule := tr.Rule
	if rule == NoRule {
		rule = RBankr5
	}
	owes := t.S.DebtOf(tr.Seat) > 0 || t.R.FirstReading && t.S.NumDebts > 0
	if !owes && t.S.Players[tr.Seat].Cash >= tr.Due {
		t.pay(tr.Seat, Bank, tr.Due, ForInterest, rule, NoSpace)
	} else {
		t.owe(tr.Seat, Bank, tr.Due, ForInterest, rule, NoSpace)
	}
	t.enterEqualise()
	return true
}
