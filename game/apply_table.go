package game

// The folds of claims, debts, auctions and trades.

func (s *State) applyClaim(e *Event) {
	if e.Kind == ClaimOpened {
		s.LastClaim = uint16(e.N)
		s.Claims[s.NumClaims] = Claim{
			ID: s.LastClaim, Owner: e.Seat, Payer: e.Other, Space: e.Space,
			Left: e.Left, Turn: s.Turn.Number, Amount: e.Amount,
		}
		s.NumClaims++
		return
	}
	for i := range s.Claims[:s.NumClaims] {
		if s.Claims[i].ID == uint16(e.N) {
			s.removeClaim(i)
			return
		}
	}
}

func (s *State) removeClaim(i int) {
	n := int(s.NumClaims) - 1
	copy(s.Claims[i:n], s.Claims[i+1:n+1])
	s.Claims[n] = Claim{}
	s.NumClaims = uint8(n)
}

func (s *State) applyDebt(e *Event) {
	switch e.Kind {
	case DebtOpened:
		s.Debts[s.NumDebts] = Debt{Debtor: e.Seat, Creditor: e.Other, Cause: e.Cause, Rule: e.Rule, Amount: e.Amount}
		s.NumDebts++
	case DebtCalled:
		s.Debts[0].Called = true
	case DebtReduced:
		s.Debts[0].Amount = e.Amount
	default:
		s.removeDebt(0)
		s.Offer = Settlement{}
	}
}

func (s *State) removeDebt(i int) {
	n := int(s.NumDebts) - 1
	copy(s.Debts[i:n], s.Debts[i+1:n+1])
	s.Debts[n] = Debt{}
	s.NumDebts = uint8(n)
}

func (s *State) applyAuction(e *Event) {
	a := &s.Auction
	switch e.Kind {
	case AuctionOpened:
		*a = AuctionState{Open: true, Item: e.Item, Bidder: Nobody, Bidders: e.Seats, Min: e.Amount}
	case BidPlaced:
		a.Bid, a.Bidder, a.Passed = e.Amount, e.Seat, 0
	case BidSealed:
		a.Sealed[e.Seat], a.Passed = e.Amount, a.Passed.With(e.Seat)
	case Passed:
		a.Passed = a.Passed.With(e.Seat)
	default:
		if e.Item.Kind == ItemDeed {
			s.Estate.Deeds &^= 1 << e.Item.Space
		}
		if e.Item.Kind == ItemJailCard {
			s.Estate.Cards &^= 1 << e.Item.Deck
		}
		*a = AuctionState{}
	}
}

func (s *State) applyTrade(e *Event) {
	if e.Kind == TradeProposed {
		s.LastTrade = uint16(e.N)
		s.Trades[s.NumTrades] = Trade{ID: s.LastTrade, From: e.Seat, To: e.Other, Give: e.Give, Want: e.Want, Lift: e.Lift, Terms: e.Flag}
		s.NumTrades++
		s.noteMade(e)
		return
	}
	for i := range s.Trades[:s.NumTrades] {
		tr := &s.Trades[i]
		if tr.ID != uint16(e.N) {
			continue
		}
		switch {
		case e.Kind == TradeHeld:
			tr.Held, tr.Ask, tr.Lift = true, e.Seats, e.Lift
		case e.Kind == TradeVoted && e.Flag:
			tr.Ask, tr.Yes = tr.Ask.Without(e.Seat), tr.Yes+1
		case e.Kind == TradeVoted:
			tr.Ask, tr.No = tr.Ask.Without(e.Seat), tr.No+1
		default:
			if e.Kind == TradeRejected {
				s.noteRefused(tr)
			}
			s.removeTrade(i)
		}
		return
	}
}

func (s *State) removeTrade(i int) {
	n := int(s.NumTrades) - 1
	copy(s.Trades[i:n], s.Trades[i+1:n+1])
	s.Trades[n] = Trade{}
	s.NumTrades = uint8(n)
}

// applyBankrupted takes the player out, and with them their debts. Claims and trades have ended before; in
// logs of earlier versions they end here.
func (s *State) applyBankrupted(e *Event) {
	s.OutCount++
	p := &s.Players[e.Seat]
	p.Bankrupt, p.Out, p.Jailed, p.JailTurn = true, s.OutCount, false, 0
	s.forgetRefused(e.Seat)
	s.Offer = Settlement{}
	for i := int(s.NumClaims) - 1; i >= 0; i-- {
		if s.Claims[i].Owner == e.Seat || s.Claims[i].Payer == e.Seat {
			s.removeClaim(i)
		}
	}
	for i := int(s.NumDebts) - 1; i >= 0; i-- {
		if s.Debts[i].Debtor == e.Seat || s.Debts[i].Creditor == e.Seat {
			s.removeDebt(i)
		}
	}
	for i := int(s.NumTrades) - 1; i >= 0; i-- {
		s.Trades[i].Ask &^= 1 << uint(e.Seat)
		if s.Trades[i].From == e.Seat || s.Trades[i].To == e.Seat {
			s.removeTrade(i)
		}
	}
}
