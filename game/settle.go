package game

// settle carries the game on after a command until a player has to decide:
// transfers and equalisations first, then auctions and shortages, then debts in
// their order, then the running turn.
func (t *Turn) settle() {
	for t.S.Status == Playing && (t.step() || t.recount() || t.withdraw()) {
	}
}

// step does the next thing that needs no decision; false if there is none.
func (t *Turn) step() bool {
	s := &t.S
	switch {
	case s.Transfer.Open:
		return t.stepTransfer()
	case s.Equal.Open:
		return false
	case t.R.EvensOut() && t.openUneven():
		return false
	case s.Shortage.Open:
		return t.stepShortage()
	case s.Auction.Open:
		return false
	case s.Estate.Open:
		return t.stepEstate()
	case s.NumDebts > 0:
		return t.stepDebt()
	case s.Turn.Phase == PhaseFinal:
		return t.stepFinal()
	case s.Players[s.Turn.Seat].Bankrupt:
		t.nextTurn()
		return true
	case s.Turn.Phase == PhaseHub:
		return t.stepDue()
	case s.duelOver():
		t.endDuel()
		return true
	}
	return false
}

// stepDue plays what is left of the player's turn: the move after a fine,
// the bonus, the bus, the extra throw.
func (t *Turn) stepDue() bool {
	turn := &t.S.Turn
	switch {
	case turn.Due&DueFine != 0:
		t.emit(Event{Kind: Freed, Seat: turn.Seat, Other: Nobody, Cause: ByFine})
		t.moveSum()
	case turn.Due&DueBonus != 0:
		t.bonus()
	case turn.Locked:
		t.emit(Event{Kind: Unlocked, Seat: turn.Seat, Other: Nobody})
	case turn.Due&DueBus != 0:
		t.emit(Event{Kind: DueLost, Seat: turn.Seat, Other: Nobody, Due: DueBus})
		t.ask(PhaseBus, NoSpace)
	case turn.Due&DueThrow != 0:
		t.emit(Event{Kind: Asked, Seat: turn.Seat, Other: Nobody, Phase: PhaseRoll, Space: NoSpace, N: int32(turn.Throw) + 1})
	default:
		return false
	}
	return true
}

// critical reports whether debts have to wait: R-DEBT-8.
func (s *State) critical() bool {
	return s.Transfer.Open || s.Equal.Open || s.Shortage.Open || s.Auction.Open || s.Estate.Open
}

// pay moves money at once; the payer is known to have it, or is the bank.
func (t *Turn) pay(from, to Seat, amount Money, why Cause, rule Rule, sp Space) {
	if from == Bank && why.adds() && t.S.money()+int64(amount) > MostMoney && !t.R.SecondReading {
		return
	}
	if amount > 0 {
		t.emit(Event{Kind: Paid, Seat: from, Other: to, Amount: amount, Cause: why, Rule: rule, Space: sp})
	}
	if t.R.HasPot() && to == Bank && (why == ForTax || why == ForFine || why == ForCard) && amount > 0 {
		t.emit(Event{Kind: PotChanged, Seat: Nobody, Other: Nobody, Amount: t.S.Pot + amount})
	}
}

// MostMoney is how much money there may be in a game: in the hands of the players, in
// the pot, and in what was paid for the buildings that stand. Beyond it the bank pays no
// salary, card or gift. No game with printed amounts comes near it; with the greatest
// that boards and options allow, it keeps sums of money within their type. What
// mortgages and sales bring on top is far less than as much again.
const MostMoney = 1_000_000_000

// adds reports whether a payment by the bank makes the money in the game more, and
// is not for a deed, a building or the pot.
func (c Cause) adds() bool { return c == ForSalary || c == ForCard || c == ForGift }

// money is the money in the game, as MostMoney counts it.
func (s *State) money() int64 {
	sum := int64(s.Pot)
	for i := range s.Players[:s.NumSeats] {
		sum += int64(s.Players[i].Cash)
	}
	for b := s.Built | s.Depots; b != 0; b = b.Rest() {
		for _, paid := range s.PaidFor(b.First()) {
			sum += int64(paid)
		}
	}
	return sum
}

// HasPot reports whether taxes, fines and fees are collected for the next player on free parking (H-01).
func (r *Ruleset) HasPot() bool { return r.ParkingPot }

// owe makes an amount due: taken from cash if that suffices and nothing else
// comes first, a debt in the queue otherwise (R-DEBT-1, -2, -7, -8).
func (t *Turn) owe(debtor, creditor Seat, amount Money, why Cause, rule Rule, sp Space) {
	if amount <= 0 {
		return
	}
	s := &t.S
	if !s.critical() && s.NumDebts == 0 && s.Players[debtor].Cash >= amount {
		t.pay(debtor, creditor, amount, why, rule, sp)
		return
	}
	t.emit(Event{Kind: DebtOpened, Seat: debtor, Other: creditor, Amount: amount, Cause: why, Rule: rule, Space: sp})
}

// stepDebt settles the first debt of the queue from cash, or calls it.
func (t *Turn) stepDebt() bool {
	d := t.S.Debts[0]
	if d.Called {
		return false
	}
	if t.S.Players[d.Debtor].Cash < d.Amount {
		t.emit(Event{Kind: DebtCalled, Seat: d.Debtor, Other: d.Creditor})
		return false
	}
	t.settleDebt(d)
	return true
}

func (t *Turn) settleDebt(d Debt) {
	t.pay(d.Debtor, d.Creditor, d.Amount, d.Cause, d.Rule, NoSpace)
	t.emit(Event{Kind: DebtSettled, Seat: d.Debtor, Other: d.Creditor})
}
