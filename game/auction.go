package game

// openAuction puts an item under the hammer among the bidders.
func (t *Turn) openAuction(item Item, min Money, bidders Seats) {
	t.emit(Event{Kind: AuctionOpened, Seat: Nobody, Other: Nobody, Item: item, Amount: min, Seats: bidders})
}

// inAuction reports whether an auction is on top and the seat is one of its bidders.
func (r *Ruleset) inAuction(s *State, seat Seat) Refusal {
	switch s.Phase() {
	case PhaseAuction, PhaseLiquidation:
	case PhaseBuildingAuction:
		if !s.Auction.Open {
			return no(WrongPhase, RShort6)
		}
		if !s.Auction.Bidders.Has(seat) {
			return no(WrongSeat, RShort5)
		}
	default:
		return no(WrongPhase, RAuct1)
	}
	if !s.Auction.Bidders.Has(seat) {
		return no(WrongSeat, RAuct2)
	}
	if r.SealedBids() && s.Auction.Passed.Has(seat) {
		return no(WrongSeat, RAuct6)
	}
	return Refusal{}
}

// SealedBids reports whether everybody makes one secret bid (H-14).
func (r *Ruleset) SealedBids() bool { return r.SealedAuction }

// bid places a bid; a sealed one stays secret until all have answered.
func (t *Turn) bid(c *Command) {
	kind := BidPlaced
	if t.R.SealedBids() {
		kind = BidSealed
	}
	t.emit(Event{Kind: kind, Seat: c.Seat, Other: Nobody, Amount: c.Amount})
	t.hammer()
}

// unseal names the highest of the sealed bids; of equal ones the first from the
// active player's left on.
func (t *Turn) unseal() {
	best := Nobody
	seat := t.S.Turn.Seat
	for range t.S.NumSeats {
		seat = Seat((int(seat) + 1) % int(t.S.NumSeats))
		if b := t.S.Auction.Sealed[seat]; b > 0 && (best == Nobody || b > t.S.Auction.Sealed[best]) {
			best = seat
		}
	}
	if best != Nobody {
		t.emit(Event{Kind: BidPlaced, Seat: best, Other: Nobody, Amount: t.S.Auction.Sealed[best]})
	}
}

// MinBid is the lowest bid that the running auction takes now.
func (r *Ruleset) MinBid(s *State) Money {
	if s.Auction.Bid > 0 {
		return s.Auction.Bid + r.Unit
	}
	return s.Auction.Min
}

// MaxBid is the highest bid that the seat's cash covers: R-AUCT-5.
func (r *Ruleset) MaxBid(s *State, seat Seat) Money {
	return (s.Players[seat].Cash - s.DebtOf(seat)) / r.Unit * r.Unit
}

func (r *Ruleset) canBid(s *State, seat Seat, amount Money) Refusal {
	if s.NumDebts > 0 && !s.Auction.Open && s.Phase() != PhaseBuildingAuction {
		return no(DebtOpen, RDebt2)
	}
	if no := r.inAuction(s, seat); !no.OK() {
		return no
	}
	low := RAuct4
	if s.Auction.Bid == 0 {
		low = RAuct3
		if s.Auction.Item.Kind == ItemBuilding {
			low = RShort4
		}
	}
	switch {
	case amount < 0 || amount%r.Unit != 0:
		return no(BadAmount, RAuct4)
	case amount < r.MinBid(s):
		return no(BidTooLow, low)
	case amount > s.Players[seat].Cash-s.DebtOf(seat):
		return no(BidNotCovered, RAuct5)
	}
	return Refusal{}
}

// canPass: the holder of the standing bid, and a seat that has passed since, are not asked (R-AUCT-6).
func (r *Ruleset) canPass(s *State, seat Seat) Refusal {
	if s.placing() {
		return s.canForgo(seat)
	}
	if no := r.inAuction(s, seat); !no.OK() {
		return no
	}
	if seat == s.Auction.Bidder || s.Auction.Passed.Has(seat) {
		return no(WrongSeat, RAuct6)
	}
	return Refusal{}
}

// pass lets an item go; of buildings at the printed price, the rest of the wish.
func (t *Turn) pass(seat Seat) {
	if t.S.placing() {
		t.forgo(seat)
		return
	}
	t.emit(Event{Kind: Passed, Seat: seat, Other: Nobody})
	t.hammer()
}

// hammer closes the auction when all others have passed since the last bid (R-AUCT-6, -7, -8).
func (t *Turn) hammer() {
	if t.S.Auction.waiting() != 0 {
		return
	}
	if t.R.SealedBids() {
		t.unseal()
	}
	a := t.S.Auction
	if a.Item.Kind == ItemBuilding {
		t.hammerBuilding(a)
		return
	}
	t.emit(Event{Kind: AuctionClosed, Seat: Nobody, Other: a.Bidder, Item: a.Item, Amount: a.Bid})
	if a.Bidder >= 0 {
		t.pay(a.Bidder, Bank, a.Bid, ForAuction, RAuct7, a.Item.Space)
	}
	switch {
	case a.Item.Kind == ItemDeed && a.Bidder >= 0:
		pledged := t.S.Mortgaged.Has(a.Item.Space)
		t.give(a.Item.Space, Bank, a.Bidder)
		if pledged {
			t.openTransfer(a.Bidder, SetOf(a.Item.Space), RMort6)
		}
	case a.Item.Kind == ItemJailCard && a.Bidder >= 0:
		t.emit(Event{Kind: CardMoved, Seat: Bank, Other: a.Bidder, Deck: a.Item.Deck})
	case a.Item.Kind == ItemJailCard:
		t.emit(Event{Kind: CardReturned, Seat: Bank, Other: Nobody, Deck: a.Item.Deck, Card: t.R.jailFree(a.Item.Deck), Flag: true})
	}
}

// stepEstate auctions the estate that a bankruptcy left to the bank: deeds in board order, then cards (R-AUCT-10).
func (t *Turn) stepEstate() bool {
	e := t.S.Estate
	item := Item{Kind: ItemDeed}
	switch {
	case e.Deeds != 0:
		item.Space = e.Deeds.First()
	case e.Cards&1 != 0:
		item = Item{Kind: ItemJailCard, Space: NoSpace, Deck: Chance}
	case e.Cards&2 != 0:
		item = Item{Kind: ItemJailCard, Space: NoSpace, Deck: Chest}
	default:
		t.emit(Event{Kind: EstateClosed, Seat: Nobody, Other: Nobody})
		return true
	}
	t.openAuction(item, t.R.AuctionMin, t.S.Alive())
	return true
}
