package game

// canDeclare: only who could not pay even by selling and mortgaging everything (R-BANKR-1).
func (r *Ruleset) canDeclare(s *State, seat Seat) Refusal {
	if no := s.debtor(seat, RBankr1); !no.OK() {
		return no
	}
	if r.Liquidation(s, seat) >= s.Debts[0].Amount {
		return no(Solvent, RBankr1)
	}
	return Refusal{}
}

// EndsAtSecondBankruptcy reports whether the second bankruptcy ends the game (R-END-3).
func (r *Ruleset) EndsAtSecondBankruptcy() bool { return r.SecondBankruptcy }

// bankrupt takes the seat out of the game.
func (t *Turn) bankrupt(seat, creditor Seat) {
	s, r := &t.S, t.R
	t.withdrawOf(seat)
	t.lapseOf(seat)
	t.emit(Event{Kind: Bankrupted, Seat: seat, Other: creditor})
	second := r.EndsAtSecondBankruptcy() && s.OutCount == 2
	if second {
		t.estateAsItStands(seat, creditor)
		t.finish(EndSecondBankruptcy)
		return
	}
	if s.Alive().Len() == 1 {
		t.finish(EndLastPlayer)
		return
	}
	if seat == s.Turn.Seat && s.Turn.Locked { // the bonus is lost too
		t.emit(Event{Kind: Unlocked, Seat: seat, Other: Nobody})
	}
	for b := s.Owned[seat] & (s.Built | s.Depots); b != 0; b = b.Rest() {
		t.sellAll(seat, b.First())
	}
	if r.BankrMortgageFirst {
		for d := s.Owned[seat] &^ s.Mortgaged; d != 0; d = d.Rest() {
			t.mortgage(seat, d.First())
		}
	}
	if creditor == Bank {
		t.estateToBank(seat)
		return
	}
	goods := Terms{Cash: s.Players[seat].Cash, Deeds: s.Owned[seat], Cards: s.Players[seat].Cards}
	t.dropTickets(seat)
	t.hand(seat, creditor, &goods, ForBankruptcy, RBankr3)
	t.openTransfer(creditor, goods.Deeds&s.Mortgaged, RBankr5)
	for d := goods.Deeds; d != 0; d = d.Rest() {
		t.openEqualise(d.First(), creditor)
	}
}

// lapseOf ends the open claims by and against a player who goes bankrupt (R-BANKR-9).
func (t *Turn) lapseOf(seat Seat) {
	for i := int(t.S.NumClaims) - 1; i >= 0; i-- {
		if c := t.S.Claims[i]; c.Owner == seat || c.Payer == seat {
			t.emit(Event{Kind: ClaimLapsed, Seat: Nobody, Other: Nobody, N: int32(c.ID)})
		}
	}
}

// estateAsItStands hands everything over with its buildings: no sale, no interest, no auction (R-END-3).
func (t *Turn) estateAsItStands(seat, creditor Seat) {
	s := &t.S
	if creditor != Bank {
		goods := Terms{Cash: s.Players[seat].Cash, Deeds: s.Owned[seat], Cards: s.Players[seat].Cards}
		t.dropTickets(seat)
		t.hand(seat, creditor, &goods, ForBankruptcy, REnd3)
		return
	}
	for b := s.Owned[seat] & (s.Built | s.Depots); b != 0; b = b.Rest() {
		for sp := b.First(); s.Level[sp] > 0 || s.Depots.Has(sp); {
			t.clearTop(seat, sp)
		}
	}
	t.toBank(seat)
}

// clearTop puts the top building back into stock without payment.
func (t *Turn) clearTop(seat Seat, sp Space) {
	e := Event{Kind: BuildingSold, Seat: seat, Other: Nobody, Space: sp, Building: Depot, Flag: t.R.UnlimitedBuildings()}
	if l := t.S.Level[sp]; l > 0 {
		left, taken := t.R.afterSale(l)
		e.Building, e.N, e.Left = t.R.StepBuilding(l), int32(left), taken
	}
	t.emit(e)
}

// toBank gives cash and deeds to the bank and returns the deeds and cards given.
func (t *Turn) toBank(seat Seat) (Set, uint8) {
	s := &t.S
	deeds, cards := s.Owned[seat], s.Players[seat].Cards
	t.dropTickets(seat)
	t.pay(seat, Bank, s.Players[seat].Cash, ForBankruptcy, RBankr7, NoSpace)
	for d := deeds; d != 0; d = d.Rest() {
		t.emit(Event{Kind: DeedTransferred, Seat: seat, Other: Bank, Space: d.First(), Flag: t.R.BankVoidsMortgages()})
	}
	for deck := Chance; deck < NumDecks; deck++ {
		if cards>>deck&1 == 0 {
			continue
		}
		if t.R.BankrAuctionCards {
			t.emit(Event{Kind: CardMoved, Seat: seat, Other: Bank, Deck: deck})
		} else {
			t.emit(Event{Kind: CardReturned, Seat: seat, Other: Nobody, Deck: deck, Card: t.R.jailFree(deck), Flag: true})
		}
	}
	if !t.R.BankrAuctionCards {
		cards = 0
	}
	return deeds, cards
}

// BankVoidsMortgages reports whether a deed that comes back to the bank is free of its mortgage (R-AUCT-9, H-28).
func (r *Ruleset) BankVoidsMortgages() bool { return !r.AuctionPledged }

// estateToBank lets the bank auction every deed, and the cards where the rulebook says so (R-BANKR-7, -8).
func (t *Turn) estateToBank(seat Seat) {
	deeds, cards := t.toBank(seat)
	if deeds != 0 || cards != 0 {
		t.emit(Event{Kind: EstateOpened, Seat: seat, Other: Nobody, Lift: deeds, Card: cards})
	}
}

// dropTickets takes a bankrupt's tickets out of the game (R-BANKR-12).
func (t *Turn) dropTickets(seat Seat) {
	if n := t.S.Players[seat].Tickets; n > 0 {
		t.emit(Event{Kind: TicketsExpired, Seat: seat, Other: Nobody, N: int32(n)})
	}
}

// canResign: leaving is always possible; where it is a bankruptcy only while nothing else is open.
func (r *Ruleset) canResign(s *State, c *Command) Refusal {
	if s.Status != Playing {
		return no(WrongPhase, RBankr1)
	}
	if !s.In(c.Seat) || s.Players[c.Seat].Away != (c.Kind == Return) {
		return no(WrongSeat, RBankr1)
	}
	if c.Kind == Resign && r.LeavingRuins() && (s.critical() || s.Phase() == PhaseFinal) {
		return no(WrongPhase, RBankr1)
	}
	return Refusal{}
}

// LeavingRuins reports whether a player who leaves goes bankrupt (H-29).
func (r *Ruleset) LeavingRuins() bool { return r.ResignBankrupt }

func (t *Turn) resign(seat Seat) {
	if !t.R.LeavingRuins() {
		t.emit(Event{Kind: Resigned, Seat: seat, Other: Nobody})
		return
	}
	t.bankrupt(seat, Bank)
}
