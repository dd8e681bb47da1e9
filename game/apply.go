package game

// Apply folds one event into the state. It is total and dumb: arithmetic and
// assignment, no rules, no refusals. Every change of a state goes through it.
func (s *State) Apply(e *Event) {
	s.Seq++
	if s.Lock.Open {
		s.Lock = DrawLock{} // any event does: it is what the table was held for
	}
	switch {
	case Reveals(e.Kind):
		s.Last = LastMove{Stage: Irrevocable}
	case s.Last.Stage == MayTakeBack && !ownBusiness(e):
		s.Last.Stage = MayUndo
	case s.Last.Stage == UndoRequested && e.Kind != UndoAgreed:
		s.Last = LastMove{} // whatever else happens is the answer
	}
	switch e.Kind {
	case NoEvent, DuelFought, SeatReanchored, ServerReanchored, NumEvents:
	case UndoAsked:
		s.Last = LastMove{Stage: UndoRequested, Seat: e.Seat, After: uint32(e.N), Ask: s.objectors(e.Seat)}
	case UndoAgreed:
		s.Last.Ask = s.Last.Ask.Without(e.Seat)
	case Undone, UndoRefused:
		s.Last = LastMove{}
	case Ordered:
		s.First = e.Other
	case GameStarted:
		s.Status = Playing
	case DeedDealt:
		s.giveDeed(e.Space, Bank, e.Seat)
	case TurnStarted:
		s.Turn = TurnState{Number: uint16(e.N), Seat: e.Seat, Throw: 1, Phase: e.Phase, Space: NoSpace}
		s.Players[e.Seat].JailTurn = e.Left
		s.forgetMade()
		if e.Flag {
			s.Round++
		}
	case Rolled:
		s.applyRolled(e)
	case Moved:
		s.applyMoved(e)
	case Paid:
		if e.Seat >= 0 {
			s.Players[e.Seat].Cash -= e.Amount
		}
		if e.Other >= 0 {
			s.Players[e.Other].Cash += e.Amount
		}
	case CardDrawn:
		s.Decks[e.Deck].take(e.Card)
	case CardReturned:
		if e.Flag {
			s.dropCard(e.Seat, e.Deck)
		}
		s.Decks[e.Deck].put(e.Card)
	case CardKept:
		s.Players[e.Seat].Cards |= 1 << e.Deck
	case CardMoved:
		s.dropCard(e.Seat, e.Deck)
		if e.Other >= 0 {
			s.Players[e.Other].Cards |= 1 << e.Deck
		}
	case JailedEvent:
		p := &s.Players[e.Seat]
		p.Space, p.Jailed, p.JailTurn = e.Dest, true, 0
		s.Turn.Due, s.Turn.Locked, s.Turn.Phase, s.Turn.Pips = 0, false, PhaseHub, 0
	case Freed:
		s.applyFreed(e)
	case Stayed:
		s.Turn.Acted, s.Turn.Phase = true, PhaseHub
		s.moveWindows()
	case Offered:
		s.Turn.Phase, s.Turn.Space = PhaseBuy, e.Space
	case DeedTransferred:
		s.giveDeed(e.Space, e.Seat, e.Other)
		if e.Flag {
			s.Mortgaged &^= 1 << e.Space
		}
	case DeedRemoved:
		s.Free &^= 1 << e.Space
	case Mortgaged:
		s.Mortgaged |= 1 << e.Space
		s.Since[s.place(e.Space)] = s.Seq
	case Lifted:
		s.Mortgaged &^= 1 << e.Space
		s.Since[s.place(e.Space)] = s.Seq
		s.Transfer.Deeds &^= 1 << e.Space
	case Built, BuildingSold, HouseMoved:
		s.applyBuilding(e)
	case ClaimOpened, RentClaimed, ClaimLapsed:
		s.applyClaim(e)
	case DebtOpened, DebtCalled, DebtReduced, DebtSettled:
		s.applyDebt(e)
	case AuctionOpened, BidPlaced, BidSealed, Passed, AuctionClosed:
		s.applyAuction(e)
	case TradeProposed, TradeAccepted, TradeRejected, TradeCancelled, TradeHeld, TradeVoted:
		s.applyTrade(e)
	case SettlementOffered:
		s.Offer = Settlement{Open: true, Credit: e.Amount, Give: e.Give}
		s.Settled[e.Seat]++
	case SettlementAccepted, SettlementRejected:
		s.Offer = Settlement{}
	case TicketDrawn:
		s.Players[e.Seat].Tickets++
		if e.Flag {
			s.Expiring--
		} else {
			s.Tickets--
		}
	case TicketUsed:
		s.Players[e.Seat].Tickets--
		s.Turn.Acted, s.Turn.Phase = true, PhaseHub
		s.Turn.Due &^= DueThrow
		if e.Flag {
			s.moveWindows()
		}
	case TicketsExpired:
		s.Players[e.Seat].Tickets -= uint8(e.N)
	case TicketsMoved:
		s.Players[e.Seat].Tickets -= uint8(e.N)
		s.Players[e.Other].Tickets += uint8(e.N)
	case Bankrupted:
		s.applyBankrupted(e)
	case TurnEnded:
		s.Turn.Phase = PhaseHub
	case TimeStruck:
		s.TimeUp = true
	case Ranked:
		s.Standings[s.NumRanked] = Standing{Seat: e.Seat, Rank: uint8(e.N), Wealth: e.Amount}
		s.NumRanked++
	case GameEnded:
		s.Status, s.Reason, s.Turn.Phase = Finished, EndReason(e.N), PhaseOver
	case Asked:
		s.Turn.Phase, s.Turn.Space = e.Phase, e.Space
		if e.Phase == PhaseDuel {
			s.Turn.Rival = s.Owner(e.Space)
		}
		s.Turn.Deck, s.Turn.Card = e.Deck, e.Card
		if e.N > 0 {
			s.Turn.Throw = uint8(e.N)
			s.Turn.Due &^= DueThrow
		}
	case TaxChosen:
		s.Turn.Phase = PhaseHub
	case DueLost:
		s.Turn.Due &^= e.Due
	case Unlocked:
		s.Turn.Locked = false
	case EstateOpened:
		s.Estate = Estate{Open: true, Cards: e.Card, Deeds: e.Lift}
	case EstateClosed:
		s.Estate = Estate{}
	case TransferOpened:
		s.Transfer = Transfer{Open: true, Seat: e.Seat, Rule: e.Rule, Deeds: e.Lift}
	case TransferKept:
		s.Transfer.Deeds &^= 1 << e.Space
		s.Transfer.Due += e.Amount
	case TransferClosed:
		s.Transfer = Transfer{}
	case EqualiseOpened:
		s.Equal = Equalise{Open: true, Seat: e.Seat, Group: uint8(e.N), MayMove: e.Flag}
	case EqualiseClosed:
		s.Equal = Equalise{}
	case ShortageOpened:
		s.Shortage = Shortage{Open: true, Building: e.Building, Requester: e.Seat, Asked: e.Seats, Placing: Nobody}
		s.Shortage.Wishes[e.Seat] = uint8(e.N)
	case WishStated:
		s.Shortage.Asked &^= 1 << uint(e.Seat)
		s.Shortage.Wishes[e.Seat] = uint8(e.N)
	case ContestOpened:
		s.Shortage.Auctioned = true
	case PlacingOpened:
		s.Shortage.Placing, s.Shortage.Price, s.Shortage.Printed = e.Seat, e.Amount, e.Flag
	case StepNoted:
		s.Shortage.Steps[s.Shortage.NumSteps] = e.Space
		s.Shortage.NumSteps++
	case ShortageClosed:
		s.Shortage = Shortage{}
	case Resigned:
		s.Players[e.Seat].Away = true
	case Returned:
		s.Players[e.Seat].Away = false
	case PotChanged:
		s.Pot = e.Amount
	case RollLocked:
		s.Lock = DrawLock{Open: true, Seat: e.Seat, Move: CommandKind(e.Left), Ordinal: uint32(e.N)}
	case Lapped:
		s.Players[e.Seat].Lapped = true
	}
}

func (s *State) applyRolled(e *Event) {
	if e.Flag {
		s.moveWindows()
	}
	if e.Cause != ByMove && e.Cause != ByJail {
		return
	}
	s.Turn.Dice, s.Turn.Due, s.Turn.Acted, s.Turn.Phase = e.Dice, e.Due, true, PhaseHub
	s.Turn.Space = NoSpace
	if e.Due&DueBonus != 0 {
		s.Turn.Locked = true
	}
}

func (s *State) applyMoved(e *Event) {
	p := &s.Players[e.Seat]
	p.Space = e.Dest
	s.Turn.Pips = uint8(e.N)
	s.Turn.Phase = PhaseHub
	if e.Cause == ByBonus {
		s.Turn.Due &^= DueBonus
	}
	if e.Flag {
		p.Lapped = true
	}
}

func (s *State) applyFreed(e *Event) {
	p := &s.Players[e.Seat]
	p.Jailed, p.JailTurn = false, 0
	s.Turn.Due &^= DueFine
	if s.Turn.Phase == PhaseJail {
		s.Turn.Phase, s.Turn.Acted = PhaseRoll, true
	}
}

// moveWindows counts one first throw against every claim of an earlier turn.
func (s *State) moveWindows() {
	for i := range s.Claims[:s.NumClaims] {
		if c := &s.Claims[i]; c.Turn != s.Turn.Number && c.Left > 0 {
			c.Left--
		}
	}
}

func (s *State) giveDeed(sp Space, from, to Seat) {
	s.Since[s.place(sp)] = s.Seq
	if from >= 0 {
		s.Owned[from] &^= 1 << sp
	} else {
		s.Free &^= 1 << sp
	}
	if to >= 0 {
		s.Owned[to] |= 1 << sp
	} else {
		s.Free |= 1 << sp
	}
}

func (s *State) dropCard(seat Seat, deck Deck) {
	if seat >= 0 {
		s.Players[seat].Cards &^= 1 << deck
	}
	s.Estate.Cards &^= 1 << deck
}

func (s *State) applyBuilding(e *Event) {
	switch {
	case e.Kind == HouseMoved:
		from, to := s.Level[e.Space]-1, s.Level[e.Dest]
		d, sp := s.place(e.Dest), s.place(e.Space)
		s.Paid[d][to], s.Paid[sp][from] = s.Paid[sp][from], 0
		s.Order[d][to], s.Order[sp][from] = s.Order[sp][from], 0
		s.setLevel(e.Space, from)
		s.setLevel(e.Dest, to+1)
	case e.Building == Depot && e.Kind == Built:
		s.Depots |= 1 << e.Space
		s.PaidFor(e.Space)[0] = e.Amount
		s.stock(Depot, -1, e.Flag)
	case e.Building == Depot:
		s.Depots &^= 1 << e.Space
		s.PaidFor(e.Space)[0] = 0
		s.stock(Depot, 1, e.Flag)
	case e.Kind == Built:
		s.Raised++
		sp, top := s.place(e.Space), s.Level[e.Space]
		s.Paid[sp][top], s.Order[sp][top] = e.Amount, s.Raised
		s.setLevel(e.Space, top+1)
		s.stock(e.Building, -1, e.Flag)
		s.stock(e.Building-1, int8(e.Left), e.Flag)
	default:
		sp := s.place(e.Space)
		for l := uint8(e.N); l < s.Level[e.Space]; l++ {
			s.Paid[sp][l] = 0
			s.outrank(&s.Order[sp][l])
		}
		s.setLevel(e.Space, uint8(e.N))
		s.stock(e.Building, 1, e.Flag)
		s.stock(e.Building-1, -int8(e.Left), e.Flag)
	}
}

// outrank takes a building out of the order of age.
func (s *State) outrank(building *uint8) {
	gone := *building
	if *building = 0; gone == 0 {
		return
	}
	s.Raised--
	for d := range s.Order {
		for l, rank := range s.Order[d] {
			if rank > gone {
				s.Order[d][l]--
			}
		}
	}
}

func (s *State) stock(b Building, n int8, untouched bool) {
	if !untouched && b != NoBuilding {
		s.Stock[b] += n
	}
}

func (s *State) setLevel(sp Space, level uint8) {
	s.Level[sp] = level
	if level > 0 {
		s.Built |= 1 << sp
	} else {
		s.Built &^= 1 << sp
	}
}
