package game

// UndoStage is how far the last decision is from being taken back.
type UndoStage uint8

// The stages.
const (
	NoUndo        UndoStage = iota // nothing was decided yet, or the last decision was taken back or may not be
	MayTakeBack                    // its player may take it back: it is nobody else's business
	MayUndo                        // its player may ask
	UndoRequested                  // its player has asked
	Irrevocable                    // something that nobody knew before has come out since
)

// LastMove is the latest decision, as long as it may be taken back. With
// whatever else happens a request lapses.
type LastMove struct {
	After uint32 // the event before it
	Seat  Seat   // whose decision it was
	Stage UndoStage
	Ask   Seats // who has not agreed to a request yet
}

// Decided notes whose move begins with the next event, which is of the kind
// first. Asking for an undo and answering are no decisions of the game, and what
// standing orders or the table do for a player right after their decision
// (automatic) is taken back with it. It is called before the events of each move
// are applied; a state that was folded without it offers nobody to take anything back.
func (s *State) Decided(seat Seat, first EventKind, automatic bool) {
	switch first {
	case UndoAsked, UndoAgreed, Undone, UndoRefused:
		return
	default:
	}
	if may := s.Last.Stage == MayTakeBack || s.Last.Stage == MayUndo; !automatic || !may || s.Last.Seat != seat {
		s.Last = LastMove{Stage: MayTakeBack, Seat: seat, After: s.Seq}
	}
	if seat < 0 {
		s.Last = LastMove{}
	}
}

// Reveals reports whether an event tells something that nobody can forget:
// dice, cards, tickets, secret bids; or ends what only people can begin again.
// Nothing before it can be taken back.
func Reveals(k EventKind) bool {
	switch k {
	case GameStarted, Ordered, DeedDealt, Rolled, CardDrawn, TicketDrawn, BidSealed, DuelFought, RollLocked,
		SeatReanchored, ServerReanchored, Resigned, Returned, TimeStruck, Bankrupted, GameEnded:
		return true
	default:
		return false
	}
}

// ownBusiness reports whether an event is part of building, selling and
// mortgaging with the bank, and nobody else is asked anything because of it.
func ownBusiness(e *Event) bool {
	switch e.Kind {
	case Built, BuildingSold, HouseMoved, Mortgaged, Lifted, PotChanged:
		return true
	case Paid:
		switch e.Cause {
		case ForBuild, ForDepot, ForSell, ForMortgage, ForLift, ForInterest:
			return true
		default:
			return false
		}
	default:
		return false
	}
}

// objectors are the players who have to agree before the seat's decision is
// taken back: all others who play and have not left.
func (s *State) objectors(seat Seat) (all Seats) {
	for other := Seat(0); uint8(other) < s.NumSeats; other++ {
		if other != seat && s.In(other) && !s.Players[other].Away {
			all = all.With(other)
		}
	}
	return all
}

// UndoTarget is the event to which the open request, or else the next one, goes
// back; 0 if nothing can be taken back.
func (s *State) UndoTarget() uint32 { return s.Last.After }

// allowsUndo reports whether players may ask to take back a decision (R-TURN-5).
func (r *Ruleset) allowsUndo() bool { return !r.NoUndo }

// canAskUndo: who decided last may ask, until something is revealed (R-TURN-5).
func (r *Ruleset) canAskUndo(s *State, seat Seat) Refusal {
	switch {
	case s.Status != Playing || s.Last.Stage == UndoRequested:
		return no(WrongPhase, RTurn5)
	case !s.In(seat):
		return no(WrongSeat, RTurn5)
	case s.Last.Stage == Irrevocable:
		return no(Revealed, RTurn5)
	case s.Last.Stage != MayUndo && s.Last.Stage != MayTakeBack || s.Last.Seat != seat:
		return no(WrongSeat, RTurn5)
	}
	return Refusal{}
}

// canTakeBack: what one has just built, sold, mortgaged or lifted nobody has to
// agree to (R-TURN-5).
func (r *Ruleset) canTakeBack(s *State, seat Seat) Refusal {
	if no := r.canAskUndo(s, seat); !no.OK() {
		return no
	}
	if s.Last.Stage != MayTakeBack {
		return no(Forbidden, RTurn5)
	}
	return Refusal{}
}

// canAnswerUndo: each of the others agrees or refuses, once; who has asked may withdraw
// the request, which is to refuse it.
func (r *Ruleset) canAnswerUndo(s *State, c *Command) Refusal {
	switch {
	case s.Last.Stage != UndoRequested:
		return no(WrongPhase, RTurn5)
	case !s.Last.Ask.Has(c.Seat) && (c.Kind != RefuseUndo || c.Seat != s.Last.Seat):
		return no(WrongSeat, RTurn5)
	}
	return Refusal{}
}

// Undoes reports whether the command is about taking back a decision, asking or answering.
func (k CommandKind) Undoes() bool {
	return k == AskUndo || k == AgreeUndo || k == RefuseUndo || k == TakeBack
}

// undo plays a checked request or answer. The last to agree takes the decision
// back; so does the request, if there is nobody to ask.
func (t *Turn) undo(c *Command) Refusal {
	if c.Kind == RefuseUndo {
		t.emit(Event{Kind: UndoRefused, Seat: c.Seat, Other: Nobody, Flag: c.Seat == t.S.Last.Seat})
		return Refusal{}
	}
	to := t.S.UndoTarget()
	if t.Back == nil || t.Back.Seq != to {
		return no(Revealed, RTurn5)
	}
	if c.Kind == AskUndo {
		t.emit(Event{Kind: UndoAsked, Seat: c.Seat, Other: Nobody, N: int32(to)})
	}
	switch t.S.Last.Ask.Without(c.Seat) {
	case 0: // nobody was to be asked, or the last one agrees
		e := Event{Kind: Undone, Seat: Nobody, Other: Nobody, N: int32(to)}
		t.S.ApplyUndone(&e, t.Back)
		t.Events = append(t.Events, e)
	case t.S.Last.Ask: // it was the request
	default:
		t.emit(Event{Kind: UndoAgreed, Seat: c.Seat, Other: Nobody})
	}
	return Refusal{}
}

// ApplyUndone folds an Undone event: the state goes back to what it was after
// the event that e names. What numbers things goes on upwards, so that no number
// is given twice.
func (s *State) ApplyUndone(e *Event, back *State) {
	seq, claim, trade := s.Seq, s.LastClaim, s.LastTrade
	*s = *back
	s.Seq, s.LastClaim, s.LastTrade = seq, claim, trade
	s.Apply(e)
}
