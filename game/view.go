package game

// NewState is the state before the start: cash in hand, every deed, building,
// card and ticket with the bank. The banker's seat does not play if bankerOnly.
func NewState(r *Ruleset, seats int, banker Seat, bankerOnly bool) State {
	s := State{NumSeats: uint8(seats), Banker: banker, Deeds: r.Deeds, Free: r.Deeds, Stock: r.Stock}
	s.Tickets, s.Expiring = r.NumTickets, r.NumExpiring
	s.Pot = r.PotStart
	s.Turn.Space = NoSpace
	for d := range s.Decks {
		s.Decks[d].Undrawn = uint32(1)<<r.Board.Decks[d].Num - 1
	}
	for i := range s.Players[:seats] {
		if bankerOnly && Seat(i) == banker {
			s.Players[i].BankerOnly = true
			continue
		}
		s.Players[i].Cash = r.StartingCash()
	}
	return s
}

// Phase is the top of the phase stack: the decision that the game waits for.
func (s *State) Phase() Phase {
	switch {
	case s.Status == InLobby:
		return PhaseLobby
	case s.Status == Finished:
		return PhaseOver
	case s.Transfer.Open:
		return PhaseTransfer
	case s.Equal.Open:
		return PhaseEqualise
	case s.Shortage.Open && s.Shortage.Asked != 0:
		return PhaseIntent
	case s.Shortage.Open:
		return PhaseBuildingAuction
	case s.Auction.Open && s.Estate.Open:
		return PhaseLiquidation
	case s.Auction.Open:
		return PhaseAuction
	case s.NumDebts > 0 && s.Debts[0].Called:
		return PhaseDebt
	}
	return s.Turn.Phase
}

// Waiting is the set of seats without whose answer the game cannot go on.
func (s *State) Waiting() Seats {
	if s.Lock.Open {
		return Seats(0).With(s.Lock.Seat)
	}
	switch s.Phase() {
	case PhaseLobby, PhaseOrder, PhaseOver, NumPhases:
		return 0
	case PhaseAuction, PhaseLiquidation:
		return s.Auction.waiting()
	case PhaseBuildingAuction:
		if s.Shortage.Placing >= 0 {
			return Seats(0).With(s.Shortage.Placing)
		}
		return s.Auction.waiting()
	case PhaseIntent:
		return s.Shortage.Asked
	case PhaseDebt:
		return Seats(0).With(s.Debts[0].Debtor)
	case PhaseTransfer:
		return Seats(0).With(s.Transfer.Seat)
	case PhaseEqualise:
		return Seats(0).With(s.Equal.Seat)
	case PhaseFinal:
		var w Seats
		for _, c := range s.Claims[:s.NumClaims] {
			w = w.With(c.Owner)
		}
		return w
	default:
		return Seats(0).With(s.Turn.Seat)
	}
}

func (a *AuctionState) waiting() Seats {
	w := a.Bidders &^ a.Passed
	if a.Bidder >= 0 {
		w = w.Without(a.Bidder)
	}
	return w
}

// In reports whether the seat plays and is not bankrupt.
func (s *State) In(seat Seat) bool {
	return seat >= 0 && uint8(seat) < s.NumSeats && !s.Players[seat].Bankrupt && !s.Players[seat].BankerOnly
}

// Alive is the set of seats that play and are not bankrupt.
func (s *State) Alive() Seats {
	var a Seats
	for i := Seat(0); uint8(i) < s.NumSeats; i++ {
		if s.In(i) {
			a = a.With(i)
		}
	}
	return a
}

// Left is the next seat clockwise that is still in the game; seat itself if it is the only one.
func (s *State) Left(seat Seat) Seat {
	for i := 1; i <= int(s.NumSeats); i++ {
		n := Seat((int(seat) + i) % int(s.NumSeats))
		if s.In(n) {
			return n
		}
	}
	return seat
}

// Owner is the seat that holds the deed, or Bank.
func (s *State) Owner(sp Space) Seat {
	if s.Free.Has(sp) {
		return Bank
	}
	for i := range s.Owned[:s.NumSeats] {
		if s.Owned[i].Has(sp) {
			return Seat(i)
		}
	}
	return Bank
}

// Removed reports whether the deed of a space has left the game.
func (r *Ruleset) Removed(s *State, sp Space) bool {
	return r.Deeds.Has(sp) && !s.Free.Has(sp) && s.Owner(sp) == Bank
}

// DebtOf is the sum of the seat's unpaid debts.
func (s *State) DebtOf(seat Seat) Money {
	var sum Money
	for _, d := range s.Debts[:s.NumDebts] {
		if d.Debtor == seat {
			sum += d.Amount
		}
	}
	return sum
}

// FindTrade is the open proposal with the number, or nil.
func (s *State) FindTrade(id int32) *Trade {
	for i := range s.Trades[:s.NumTrades] {
		if int32(s.Trades[i].ID) == id {
			return &s.Trades[i]
		}
	}
	return nil
}

// beforeThrow is the window between the turns: before the first throw of a turn.
func (s *State) beforeThrow() bool {
	return s.Turn.Phase == PhaseJail || s.Turn.Phase == PhaseRoll && s.Turn.Throw == 1
}
