package game

// DrawLock holds a table still between a command that draws and the number of
// the player for it, so that a player who already knows the outcome cannot act
// on it before the others. The zero value is a table that is not held.
type DrawLock struct {
	Open    bool
	Seat    Seat        // whose number is awaited
	Move    CommandKind // the command that draws
	Ordinal uint32      // of the draw
}

// Lock checks a command like Decide, but only announces that it will draw. Until
// the same command of the same seat is decided everything else is refused.
func (t *Turn) Lock(c *Command, ordinal uint32) Refusal {
	t.Events = t.Events[:0]
	if no := t.R.Check(&t.S, c); !no.OK() {
		return no
	}
	if t.S.Lock.Open || c.Seat < 0 {
		return no(LinkAwaited, NoRule)
	}
	t.S.Decided(c.Seat, RollLocked, t.Automatic)
	t.emit(Event{Kind: RollLocked, Seat: c.Seat, Other: Nobody, N: int32(ordinal), Left: uint8(c.Kind)})
	return Refusal{}
}

// held refuses every command but the one that a locked table waits for.
func (s *State) held(c *Command) Refusal {
	if s.Lock.Open && (c.Kind != s.Lock.Move || c.Seat != s.Lock.Seat) {
		return no(LinkAwaited, NoRule)
	}
	return Refusal{}
}

// canReanchor: a seat that may still draw gets another chain, the server one at any time.
func (r *Ruleset) canReanchor(s *State, c *Command) Refusal {
	if s.Status != Playing {
		return no(WrongPhase, NoRule)
	}
	if c.Kind == Reanchor && !s.In(c.Seat) {
		return no(WrongSeat, NoRule)
	}
	return Refusal{}
}

// lockedOnly drops the options but those of the command that a locked table waits for.
func lockedOnly(s *State, seat Seat, opts []Option, from int) []Option {
	kept := opts[:from]
	for _, o := range opts[from:] {
		if seat == s.Lock.Seat && o.Kind == s.Lock.Move {
			kept = append(kept, o)
		}
	}
	return kept
}

// LockedTo narrows the options of the seat for which a table is locked to the one
// command that it takes: the state knows its kind, but not the answer, space or claim.
func LockedTo(c *Command, opts []Option) []Option {
	kept := opts[:0]
	for _, o := range opts {
		if o.Kind == ClaimRent && c.N >= 0 && o.N != c.N {
			continue
		}
		if c.Choice != NoAnswer {
			o.Choices &= 1 << c.Choice
		}
		if c.Space != NoSpace {
			o.Spaces &= Set(0).With(c.Space)
		}
		kept = append(kept, o)
	}
	return kept
}

// BreaksLock reports whether an event can never be the first one after a lock:
// no command that draws begins with it.
func BreaksLock(k EventKind) bool {
	switch k {
	case GameStarted, Ordered, DeedDealt, TurnStarted, Built, BuildingSold, HouseMoved, Mortgaged, Offered, ClaimOpened,
		TradeProposed, TradeRejected, TradeCancelled, TradeHeld, TradeVoted, SettlementOffered, SettlementRejected,
		Resigned, Returned, TimeStruck, GameEnded, Ranked, WishStated, ShortageOpened, BidSealed, StepNoted,
		RollLocked, SeatReanchored, ServerReanchored, UndoAsked, UndoAgreed, Undone, UndoRefused:
		return true
	default:
		return false
	}
}
