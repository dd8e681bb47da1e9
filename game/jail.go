package game

// jail sends the active player to jail: no salary, and nothing else is due
// this turn (R-JAIL-2, R-DBL-3).
func (t *Turn) jail(why Cause) {
	t.emit(Event{Kind: JailedEvent, Seat: t.S.Turn.Seat, Other: Nobody, Cause: why, Dest: t.R.Jail})
}

func (s *State) inJail(seat Seat, rule Rule) Refusal {
	return s.asked(seat, PhaseJail, rule)
}

// jailTurn reports whether this is a jail turn of the set, and the seat the one in jail.
func (s *State) jailTurn(seat Seat, in TurnSet, rule Rule) Refusal {
	if s.Phase() == PhaseJail && !in.Has(s.Players[s.Turn.Seat].JailTurn) {
		return no(WrongPhase, rule)
	}
	return s.inJail(seat, rule)
}

// JailFine is the price of leaving jail (R-JAIL-5).
func (r *Ruleset) JailFine() Money { return r.Fine }

// TurnsForFine is the jail turns on which a player may pay the fine before the throw (R-JAIL-5).
func (r *Ruleset) TurnsForFine() TurnSet { return r.FineTurns }

// TurnsForCard is the jail turns on which a player may use a jail-free card (R-JAIL-6).
func (r *Ruleset) TurnsForCard() TurnSet { return r.CardTurns }

// LastJailTurn is the turn of the last throw for doubles, after which the fine is due (R-JAIL-9, H-21).
func (r *Ruleset) LastJailTurn() uint8 { return r.JailTurns }

// ExitDoublesReroll reports whether the doubles that free a player bring another throw (R-JAIL-10).
func (r *Ruleset) ExitDoublesReroll() bool { return r.JailExitRerolls }

// Has reports whether the jail turn is in the set.
func (t TurnSet) Has(turn uint8) bool { return t>>turn&1 == 1 }

func (r *Ruleset) canPayFine(s *State, seat Seat) Refusal {
	if no := s.jailTurn(seat, r.TurnsForFine(), RJail5); !no.OK() {
		return no
	}
	if s.Players[seat].Cash < r.JailFine() {
		return no(NoFunds, RJail5)
	}
	return Refusal{}
}

func (r *Ruleset) canUseJailCard(s *State, seat Seat) Refusal {
	if no := s.jailTurn(seat, r.TurnsForCard(), RJail6); !no.OK() {
		return no
	}
	if s.Players[seat].Cards == 0 {
		return no(NotOwner, RJail6)
	}
	return Refusal{}
}

// leaveJail frees the active player before their throw; they then play a normal turn.
func (t *Turn) leaveJail(c *Command) {
	seat := c.Seat
	if c.Kind == PayFine {
		t.pay(seat, Bank, t.R.JailFine(), ForFine, RJail5, NoSpace)
		t.emit(Event{Kind: Freed, Seat: seat, Other: Nobody, Cause: ByFine})
		return
	}
	deck := Chance
	if t.S.Players[seat].Cards&1 == 0 {
		deck = Chest
	}
	t.emit(Event{Kind: CardReturned, Seat: seat, Other: Nobody, Deck: deck, Card: t.R.jailFree(deck), Flag: true})
	t.emit(Event{Kind: Freed, Seat: seat, Other: Nobody, Cause: ByCard})
}

// jailFree is the deck's jail-free card.
func (r *Ruleset) jailFree(deck Deck) uint8 {
	d := &r.Board.Decks[deck]
	for i := range d.Cards[:d.Num] {
		if d.Cards[i].Op == OpJailFree {
			return uint8(i)
		}
	}
	return 0
}

func (r *Ruleset) canStay(s *State, seat Seat) Refusal {
	if no := s.inJail(seat, RJail11); !no.OK() {
		return no
	}
	if s.Players[seat].JailTurn >= r.LastJailTurn() {
		return no(NoChoice, RJail11)
	}
	return Refusal{}
}

// rollInJail throws for doubles (R-JAIL-8, -9, -10).
func (t *Turn) rollInJail() {
	s := &t.S
	seat := s.Turn.Seat
	d := t.luck.Roll(seat, ByJail, nil)
	e := Event{Kind: Rolled, Seat: seat, Other: Nobody, Dice: d, Cause: ByJail, Flag: true}
	last := s.Players[seat].JailTurn >= t.R.LastJailTurn()
	switch {
	case d[0] == d[1]:
		if t.R.ExitDoublesReroll() {
			e.Due = DueThrow
		}
		t.emit(e)
		t.snakeEyes(d)
		t.emit(Event{Kind: Freed, Seat: seat, Other: Nobody, Cause: ByDoubles})
		t.moveSum()
	case last:
		e.Due = DueFine
		t.emit(e)
		t.owe(seat, Bank, t.R.JailFine(), ForFine, RJail9, NoSpace)
	default:
		t.emit(e)
	}
}
