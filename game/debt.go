package game

// debtor reports whether a debt phase is on top and the seat owes.
func (s *State) debtor(seat Seat, rule Rule) Refusal {
	if s.Phase() != PhaseDebt {
		return no(WrongPhase, rule)
	}
	if seat != s.Debts[0].Debtor {
		return no(WrongSeat, rule)
	}
	return Refusal{}
}

func (r *Ruleset) canPayDebt(s *State, seat Seat) Refusal {
	if no := s.debtor(seat, RDebt2); !no.OK() {
		return no
	}
	if s.Players[seat].Cash < s.Debts[0].Amount {
		return no(NoFunds, RDebt2)
	}
	return Refusal{}
}

func (t *Turn) payDebt() { t.settleDebt(t.S.Debts[0]) }

// reduce books a part of a debt paid in goods; a debt of nothing is settled.
func (t *Turn) reduce(by Money) {
	d := t.S.Debts[0]
	left := d.Amount - by
	if left <= 0 {
		t.emit(Event{Kind: DebtSettled, Seat: d.Debtor, Other: d.Creditor})
		return
	}
	t.emit(Event{Kind: DebtReduced, Seat: d.Debtor, Other: d.Creditor, Amount: left})
}

// canPayInKind: an unmortgaged deed of an unbuilt group counts at its mortgage
// value as of right, but never for more than the debt (R-DEBT-5).
func (r *Ruleset) canPayInKind(s *State, seat Seat, sp Space) Refusal {
	if no := s.debtor(seat, RDebt5); !no.OK() {
		return no
	}
	d := s.Debts[0]
	switch {
	case d.Creditor == Bank || d.Cause != ForRent: // rent alone is paid like this
		return no(NoChoice, RDebt5)
	case !s.Owned[seat].Has(sp):
		return no(NotOwner, RDebt5)
	case s.Mortgaged.Has(sp):
		return no(IsMortgaged, RDebt5)
	case r.Groups[r.Spaces[sp].Group].Spaces&s.Built != 0:
		return no(IsBuilt, RDebt5)
	}
	return Refusal{}
}

func (t *Turn) payInKind(sp Space) {
	d := t.S.Debts[0]
	t.emit(Event{Kind: DeedTransferred, Seat: d.Debtor, Other: d.Creditor, Space: sp})
	t.reduce(t.R.Spaces[sp].Mortgage)
	t.openEqualise(sp, d.Creditor)
}

// canOffer: part cash, part property for a stated credit against a rent debt (R-DEBT-4).
func (r *Ruleset) canOffer(s *State, c *Command) Refusal {
	if no := s.debtor(c.Seat, RDebt4); !no.OK() {
		return no
	}
	d := s.Debts[0]
	switch {
	case !s.holds(c.Seat, &c.Give):
		return no(NotOwner, RDebt4)
	case d.Creditor == Bank || d.Cause != ForRent && d.Cause != ForDuel:
		return no(Forbidden, RDebt4)
	case c.HasTerms || c.Give.Tickets > 0:
		return no(Forbidden, RTrade4)
	case c.Give.Deeds == 0 && c.Give.Cards == 0: // cash alone would be a waiver
		return no(Forbidden, RDebt3)
	case r.groupBuilt(s, c.Seat, c.Give.Deeds):
		return no(IsBuilt, s.clearRule(c.Give.Deeds))
	case !r.maySettle(s, c.Seat):
		return Refusal{Code: AtLimit, Rule: RDebt4, Why: ManyThisTurn}
	case c.Give.Cash < 0 || c.Give.Cash%r.Unit != 0 || c.Amount <= 0 || c.Amount%r.Unit != 0 || c.Amount > d.Amount:
		return no(BadAmount, RDebt4)
	case c.Give.Cash > s.Players[c.Seat].Cash:
		return no(NoFunds, RDebt4)
	}
	return Refusal{}
}

func (r *Ruleset) canAnswerOffer(s *State, c *Command) Refusal {
	if s.Phase() != PhaseDebt {
		return no(WrongPhase, RDebt4)
	}
	if s.Debts[0].Creditor != c.Seat {
		return no(WrongSeat, RDebt4)
	}
	if !s.Offer.Open {
		return no(NoChoice, RDebt4)
	}
	if c.Kind == RejectSettlement {
		return Refusal{}
	}
	debtor, give := s.Debts[0].Debtor, s.Offer.Give
	switch {
	case !s.holds(debtor, &give):
		return no(NotOwner, RDebt4)
	case r.groupBuilt(s, debtor, give.Deeds):
		return no(IsBuilt, s.clearRule(give.Deeds))
	case s.Offer.Credit > s.Debts[0].Amount: // some of it has been paid in kind since
		return no(BadAmount, RDebt4)
	case give.Cash > s.Players[debtor].Cash:
		return no(NoFunds, RDebt4)
	}
	return Refusal{}
}

// acceptOffer hands the goods over; mortgaged deeds go through a transfer.
func (t *Turn) acceptOffer() {
	d, o := t.S.Debts[0], t.S.Offer
	t.emit(Event{Kind: SettlementAccepted, Seat: d.Creditor, Other: d.Debtor})
	t.hand(d.Debtor, d.Creditor, &o.Give, ForSettlement, RDebt4)
	t.reduce(o.Credit)
	t.openTransfer(d.Creditor, o.Give.Deeds&t.S.Mortgaged, RMort6)
	for g := o.Give.Deeds; g != 0; g = g.Rest() {
		t.openEqualise(g.First(), d.Creditor)
	}
}
