package game

// canPropose checks a proposal as far as it can be judged before the answer.
func (r *Ruleset) canPropose(s *State, c *Command) Refusal {
	if no := r.when(s, c.Seat, actTrade); !no.OK() {
		return no
	}
	if no := r.jailBars(s, c.Seat); !no.OK() {
		return no
	}
	if no := r.unlocked(s, c.To); !no.OK() {
		return no
	}
	if no := r.debtorGains(s, &Trade{From: c.Seat, To: c.To, Give: c.Give, Want: c.Want, Lift: c.Lift}); !no.OK() {
		return no
	}
	if !s.holds(c.Seat, &c.Give) || s.In(c.To) && !s.holds(c.To, &c.Want) {
		return no(NotOwner, RTrade1)
	}
	if no := r.partner(s, c.Seat, c.To); !no.OK() {
		return no
	}
	if no := r.jailBars(s, c.To); !no.OK() {
		return no
	}
	if c.HasTerms && !r.AgreementsAllowed() {
		return no(Forbidden, RTrade4)
	}
	goods := r.goods(s, &Trade{From: c.Seat, To: c.To, Give: c.Give, Want: c.Want, Terms: c.HasTerms})
	if !goods.OK() && goods.Code != BadAmount {
		return goods
	}
	if c.Lift&^(c.Want.Deeds&s.Mortgaged) != 0 {
		return no(NotMortgaged, RTrade6)
	}
	if no := r.offerLimit(s, c); !no.OK() {
		return no
	}
	if !goods.OK() {
		return goods
	}
	if s.Players[c.Seat].Cash < c.Give.Cash {
		return no(NoFunds, RTrade6)
	}
	return Refusal{}
}

func (r *Ruleset) proposals(s *State, seat Seat) int {
	n := 0
	for _, tr := range s.Trades[:s.NumTrades] {
		if tr.From == seat {
			n++
		}
	}
	return n
}

// JailForbidsDeals reports whether the seat may neither build nor trade because it is in jail (H-12).
func (r *Ruleset) JailForbidsDeals(s *State, seat Seat) bool {
	return r.NoBuildInJail && s.Players[seat].Jailed
}

func (r *Ruleset) jailBars(s *State, seat Seat) Refusal {
	if r.JailForbidsDeals(s, seat) {
		return no(Forbidden, RJail3)
	}
	return Refusal{}
}

// partner reports whether the two can trade with each other at all.
func (r *Ruleset) partner(s *State, seat, to Seat) Refusal {
	if to == Bank {
		return no(Forbidden, RMort9)
	}
	if to == seat || !s.In(to) {
		return no(BadTarget, RTrade3)
	}
	return Refusal{}
}

// unlocked: while a Mr. Monopoly move runs every partner is locked, but for the
// creditor of a debt (R-MDICE-5, I-57).
func (r *Ruleset) unlocked(s *State, to Seat) Refusal {
	if s.Turn.Locked && (s.Phase() != PhaseDebt || s.Debts[0].Creditor != to) {
		return no(Locked, RMdice5)
	}
	return Refusal{}
}

// holds reports whether the seat has the deeds, cards and tickets of one side of a trade.
func (s *State) holds(seat Seat, goods *Terms) bool {
	p := &s.Players[seat]
	return goods.Deeds&^s.Owned[seat] == 0 && goods.Cards&^p.Cards == 0 && goods.Tickets <= p.Tickets
}

// goods checks the goods exchanged: R-TRADE-1, -2, -5. One side may be empty if
// its part is in the terms, such as to pay a loan back (H-02, H-03).
func (r *Ruleset) goods(s *State, tr *Trade) Refusal {
	seat, to, give, want := tr.From, tr.To, &tr.Give, &tr.Want
	switch {
	case !s.holds(seat, give) || !s.holds(to, want):
		return no(NotOwner, RTrade1)
	case (give.Tickets > 0 || want.Tickets > 0) && !r.MayTradeTickets():
		return no(Forbidden, RTrade1)
	case give.Empty() && want.Empty():
		return no(Forbidden, RTrade5)
	case (give.Empty() || want.Empty()) && !r.oneSided(tr.Terms):
		return no(Forbidden, RTrade5)
	case r.groupBuilt(s, seat, give.Deeds) || r.groupBuilt(s, to, want.Deeds):
		return no(IsBuilt, s.clearRule(give.Deeds|want.Deeds))
	case give.Cash < 0 || want.Cash < 0 || give.Cash%r.Unit != 0 || want.Cash%r.Unit != 0:
		return no(BadAmount, RTrade5)
	}
	return Refusal{}
}

// oneSided reports whether one side may give nothing, with and without written terms.
func (r *Ruleset) oneSided(terms bool) bool { return terms || r.Gifts }

// AgreementsAllowed reports whether a trade may have written terms (R-TRADE-4).
func (r *Ruleset) AgreementsAllowed() bool { return r.SideAgreements }

// MayTradeTickets reports whether tickets may change hands (H-25).
func (r *Ruleset) MayTradeTickets() bool { return r.TicketsTradeable }

// groupBuilt reports whether the seller has buildings in the group of one of the deeds (R-TRADE-2).
func (r *Ruleset) groupBuilt(s *State, seller Seat, deeds Set) bool {
	if deeds&s.Depots != 0 {
		return true
	}
	for ; deeds != 0; deeds = deeds.Rest() {
		g := r.Groups[r.Spaces[deeds.First()].Group]
		if g.Kind == KindLot && g.Spaces&s.Owned[seller]&s.Built != 0 {
			return true
		}
	}
	return false
}

// clearRule is the rule that keeps one of the deeds with its owner until the buildings are
// sold: a depot (R-MBUILD-7), or what stands in the group of a lot (R-TRADE-2).
func (s *State) clearRule(deeds Set) Rule {
	if deeds&s.Depots != 0 {
		return RMbuild7
	}
	return RTrade2
}

// debtorGains: a debtor may only trade if it raises their cash, counting the cost
// of the mortgaged deeds they receive (R-TRADE-8).
func (r *Ruleset) debtorGains(s *State, tr *Trade) Refusal {
	gain := tr.Want.Cash - tr.Give.Cash
	if s.DebtOf(tr.From) > 0 && gain <= r.receiptCosts(tr.Want.Deeds&s.Mortgaged, tr.Lift) ||
		s.DebtOf(tr.To) > 0 && -gain <= r.receiptCosts(tr.Give.Deeds&s.Mortgaged, tr.Lift) {
		return no(DebtOpen, RTrade8)
	}
	return Refusal{}
}

// canAccept finds the trade and checks it against the state at this moment.
func (r *Ruleset) canAccept(s *State, c *Command) (Trade, Refusal) {
	if tr, voting := s.votesOn(c.Seat, c.N); voting {
		return tr, Refusal{}
	}
	if s.Status == Playing && !s.tradingPhase() {
		return Trade{}, no(WrongPhase, RTrade7)
	}
	tr, refusal := r.findTrade(s, c, true)
	if !refusal.OK() {
		return tr, refusal
	}
	if tr.Held {
		return tr, no(WrongSeat, RTrade3)
	}
	if no := r.whenTrade(s, &tr); !no.OK() {
		return tr, no
	}
	lifted := tr
	lifted.Lift |= c.Lift
	if no := r.debtorGains(s, &lifted); !no.OK() {
		return tr, no
	}
	if no := r.goods(s, &tr); !no.OK() {
		return tr, no
	}
	received := tr.Give.Deeds & s.Mortgaged // by the one who accepts
	for l := c.Lift &^ tr.Lift; l != 0; l = l.Rest() {
		sp := l.First()
		if !received.Has(sp) && !(tr.Want.Deeds.Has(sp) && r.lastLot(s, tr.From, sp)) {
			return tr, no(NotMortgaged, RTrade6)
		}
	}
	return tr, r.stillStands(s, &lifted)
}

// standing is the bid of the seat that its cash has to cover until the hammer falls, 0 if none.
func (a *AuctionState) standing(seat Seat) Money {
	if !a.Open {
		return 0
	}
	if a.Bidder == seat {
		return a.Bid
	}
	return a.Sealed[seat]
}

// stillStands checks a trade, with everything to be lifted, against the state at this moment.
func (r *Ruleset) stillStands(s *State, tr *Trade) Refusal {
	if no := r.whenTrade(s, tr); !no.OK() {
		return no
	}
	if no := r.debtorGains(s, tr); !no.OK() {
		return no
	}
	if no := r.goods(s, tr); !no.OK() {
		return no
	}
	return r.tradeCash(s, tr, tr.Lift)
}

// whenTrade: a proposal may be accepted when it is the time for it and neither
// of the two sits in a jail that bars them.
func (r *Ruleset) whenTrade(s *State, tr *Trade) Refusal {
	if no := r.timeFor(s, tr); !no.OK() {
		return no
	}
	if no := r.jailBars(s, tr.From); !no.OK() {
		return no
	}
	return r.jailBars(s, tr.To)
}

// timeFor: a proposal may be answered or taken back when both may trade, in a
// debt and after the hour when one of them may.
func (r *Ruleset) timeFor(s *State, tr *Trade) Refusal {
	from, to := r.when(s, tr.From, actTrade), r.when(s, tr.To, actTrade)
	if s.Phase() == PhaseDebt && s.Debts[0].Debtor == tr.From || s.TimeUp && from.OK() {
		to = Refusal{}
	}
	if s.Phase() == PhaseDebt && s.Debts[0].Debtor == tr.To || s.TimeUp && to.OK() {
		from = Refusal{}
	}
	if !to.OK() {
		return to
	}
	if !from.OK() {
		return from
	}
	if s.Phase() == PhaseDebt && s.Debts[0].Debtor == tr.To {
		return r.unlocked(s, tr.From)
	}
	return r.unlocked(s, tr.To)
}

// tradeCash checks the cash of both after the exchange, interest and lifting
// included, a standing bid still covered (R-TRADE-6, R-AUCT-5, R-MBUILD-5).
func (r *Ruleset) tradeCash(s *State, tr *Trade, lift Set) Refusal {
	from, to := r.cashAfter(s, tr, lift)
	if f, o := s.Auction.standing(tr.From), s.Auction.standing(tr.To); f > 0 && from < f || o > 0 && to < o {
		return no(BidNotCovered, RAuct5)
	}
	kept := s.Mortgaged &^ lift
	if r.lastLotAny(s, tr.From, tr.Want.Deeds&kept) || r.lastLotAny(s, tr.To, tr.Give.Deeds&kept) {
		return no(MustLift, RMbuild5)
	}
	who := r.short(s, tr, lift)
	if who == Nobody {
		return Refusal{}
	}
	lacks := no(NoFunds, RTrade6)
	if r.lastLotAny(s, tr.From, tr.Want.Deeds&s.Mortgaged) || r.lastLotAny(s, tr.To, tr.Give.Deeds&s.Mortgaged) {
		lacks.Rule = RMbuild5
	}
	if who == tr.From {
		lacks.Why = ProposerLacks
	}
	return lacks
}

// cashAfter is the cash of both after the exchange, interest and lifting included.
func (r *Ruleset) cashAfter(s *State, tr *Trade, lift Set) (from, to Money) {
	from = s.Players[tr.From].Cash - tr.Give.Cash + tr.Want.Cash - r.receiptCosts(tr.Want.Deeds&s.Mortgaged, lift)
	to = s.Players[tr.To].Cash - tr.Want.Cash + tr.Give.Cash - r.receiptCosts(tr.Give.Deeds&s.Mortgaged, lift)
	return from, to
}

// short is who of the two lacks the cash for a trade, Nobody if neither does.
func (r *Ruleset) short(s *State, tr *Trade, lift Set) Seat {
	switch from, to := r.cashAfter(s, tr, lift); {
	case from < 0 || s.Players[tr.From].Cash < tr.Give.Cash:
		return tr.From
	case to < 0 || s.Players[tr.To].Cash < tr.Want.Cash:
		return tr.To
	}
	return Nobody
}

// receiptCosts is the receiver's cost of lifting or keeping each mortgaged deed (R-MORT-6).
func (r *Ruleset) receiptCosts(mortgaged, lift Set) Money {
	var sum Money
	for ; mortgaged != 0; mortgaged = mortgaged.Rest() {
		if sp := mortgaged.First(); lift.Has(sp) {
			sum += r.LiftCost(sp)
		} else {
			sum += r.InterestDue(sp)
		}
	}
	return sum
}

// findTrade finds the open proposal meant: the accepter's (or rejecter's) one
// if incoming, else the proposer's.
func (r *Ruleset) findTrade(s *State, c *Command, incoming bool) (Trade, Refusal) {
	if s.Status != Playing {
		return Trade{}, no(WrongPhase, RTrade3)
	}
	if !s.In(c.Seat) {
		return Trade{}, no(WrongSeat, RTrade3)
	}
	var found Trade
	n := 0
	for _, tr := range s.Trades[:s.NumTrades] {
		party := tr.To
		if !incoming {
			party = tr.From
		}
		if c.N >= 0 && int32(tr.ID) == c.N && party != c.Seat {
			return tr, no(WrongSeat, RTrade3)
		}
		if party == c.Seat && (c.N < 0 || int32(tr.ID) == c.N) {
			found = tr
			n++
		}
	}
	if n != 1 {
		return found, no(NoChoice, RTrade3)
	}
	return found, Refusal{}
}

// canEndTrade: the partner rejects, the proposer cancels, whenever the two may trade.
func (r *Ruleset) canEndTrade(s *State, c *Command) (Trade, Refusal) {
	if tr, voting := s.votesOn(c.Seat, c.N); voting && c.Kind == RejectTrade {
		return tr, Refusal{}
	}
	if s.Status == Playing && !s.tradingPhase() {
		return Trade{}, no(WrongPhase, RTrade7)
	}
	tr, refusal := r.findTrade(s, c, c.Kind == RejectTrade)
	if !refusal.OK() {
		return tr, refusal
	}
	return tr, r.timeFor(s, &tr)
}

func (t *Turn) endTrade(c *Command) {
	tr, _ := t.R.canEndTrade(&t.S, c)
	if tr.Ask.Has(c.Seat) {
		t.vote(tr, c.Seat, false)
		return
	}
	kind := TradeRejected
	if c.Kind == CancelTrade {
		kind = TradeCancelled
	}
	t.emit(Event{Kind: kind, Seat: c.Seat, Other: Nobody, N: int32(tr.ID)})
}

// propose makes an offer. A counter-offer rejects the one that it answers in the same
// move, so that both are taken back together.
func (t *Turn) propose(c *Command) {
	t.emit(Event{
		Kind: TradeProposed, Seat: c.Seat, Other: c.To, N: int32(t.S.LastTrade) + 1,
		Give: c.Give, Want: c.Want, Lift: c.Lift, Flag: c.HasTerms,
	})
	if t.R.counters(&t.S, c) {
		t.emit(Event{Kind: TradeRejected, Seat: c.Seat, Other: Nobody, N: c.N})
	}
}

// counters reports whether a proposal names an offer of its partner to the proposer that
// can be rejected. That it no longer can be is no fault of the proposal.
func (r *Ruleset) counters(s *State, c *Command) bool {
	reject := MoveN(RejectTrade, c.Seat, c.N)
	old, no := r.canEndTrade(s, &reject)
	return c.N >= 0 && no.OK() && old.From == c.To && old.To == c.Seat
}

// accept exchanges everything at once; interest is paid or mortgages lifted as the command chooses.
func (t *Turn) accept(c *Command) {
	tr, _ := t.R.canAccept(&t.S, c)
	if tr.Ask.Has(c.Seat) {
		t.vote(tr, c.Seat, true)
		return
	}
	lift := c.Lift | tr.Lift
	if voters := t.S.Alive().Without(tr.From).Without(tr.To); t.R.guarded() && voters != 0 && t.R.lopsided(&tr) {
		t.emit(Event{Kind: TradeHeld, Seat: c.Seat, Other: tr.From, N: int32(tr.ID), Lift: lift, Seats: voters})
		return
	}
	t.exchange(tr, lift)
}

// exchange carries an accepted trade out.
func (t *Turn) exchange(tr Trade, lift Set) {
	t.emit(Event{Kind: TradeAccepted, Seat: tr.To, Other: tr.From, N: int32(tr.ID), Lift: lift})
	t.hand(tr.From, tr.To, &tr.Give, ForTrade, RTrade3)
	t.hand(tr.To, tr.From, &tr.Want, ForTrade, RTrade3)
	t.receive(tr.To, tr.Give.Deeds&t.S.Mortgaged, lift)
	t.receive(tr.From, tr.Want.Deeds&t.S.Mortgaged, lift)
	for d := tr.Give.Deeds; d != 0; d = d.Rest() {
		t.openEqualise(d.First(), tr.To)
	}
	for d := tr.Want.Deeds; d != 0; d = d.Rest() {
		t.openEqualise(d.First(), tr.From)
	}
}

// hand moves one side's goods.
func (t *Turn) hand(from, to Seat, goods *Terms, why Cause, rule Rule) {
	t.pay(from, to, goods.Cash, why, rule, NoSpace)
	for d := goods.Deeds; d != 0; d = d.Rest() {
		t.emit(Event{Kind: DeedTransferred, Seat: from, Other: to, Space: d.First()})
	}
	for deck := Chance; deck < NumDecks; deck++ {
		if goods.Cards>>deck&1 == 1 {
			t.emit(Event{Kind: CardMoved, Seat: from, Other: to, Deck: deck})
		}
	}
	if goods.Tickets > 0 {
		t.emit(Event{Kind: TicketsMoved, Seat: from, Other: to, N: int32(goods.Tickets)})
	}
}

// receive pays for mortgaged deeds received in a trade.
func (t *Turn) receive(seat Seat, mortgaged, lift Set) {
	for ; mortgaged != 0; mortgaged = mortgaged.Rest() {
		sp := mortgaged.First()
		if lift.Has(sp) {
			t.lift(seat, sp)
		} else {
			t.pay(seat, Bank, t.R.InterestDue(sp), ForInterest, RMort6, sp)
		}
	}
}
