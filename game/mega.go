package game

// bonus plays the Mr. Monopoly bonus (R-MDICE-3, -4).
func (t *Turn) bonus() {
	s, r := &t.S, t.R
	seat := s.Turn.Seat
	here := s.Players[seat].Space
	targets := s.Free & r.Deeds
	if targets == 0 {
		targets = r.Deeds &^ s.Owned[seat] &^ s.Mortgaged &^ r.removed(s)
	}
	targets = targets.Without(here)
	if targets == 0 {
		t.emit(Event{Kind: DueLost, Seat: seat, Other: Nobody, Due: DueBonus})
		return
	}
	t.advanceTo(r.ahead(here, targets), ByBonus, true)
	t.land(RentNormal, 0)
}

// removed is the set of deeds that are neither the bank's nor a player's.
func (r *Ruleset) removed(s *State) Set {
	held := s.Free
	for _, o := range s.Owned[:s.NumSeats] {
		held |= o
	}
	return r.Deeds &^ held
}

// chooseBus takes a ticket or advances to the next card space (R-MDICE-6).
func (t *Turn) chooseBus(c *Command) {
	t.ask(PhaseHub, NoSpace)
	if c.Choice == TakeTicket {
		t.drawTicket(c.Seat)
		return
	}
	t.advanceTo(t.R.NextCardSpace(t.S.Players[c.Seat].Space), ByBonus, true)
	t.land(RentNormal, 0)
}

// NextCardSpace is the space to which the bus rides from another one (R-MDICE-6).
func (r *Ruleset) NextCardSpace(from Space) Space {
	var cards Set
	for sp := Space(0); sp < Space(r.Size); sp++ {
		if k := r.Spaces[sp].Kind; k == KindChance || k == KindChest {
			cards = cards.With(sp)
		}
	}
	return r.ahead(from, cards)
}

// drawTicket draws a bus ticket; an expiring one makes all others worthless (R-MTICK-4, R-MSQ-2).
func (t *Turn) drawTicket(seat Seat) {
	s := &t.S
	if s.Tickets+s.Expiring == 0 {
		return
	}
	expires := t.luck.Ticket(seat, s.Tickets, s.Expiring)
	if expires {
		for o := s.Alive(); o != 0; o = o.Rest() {
			t.dropTickets(o.First())
		}
	}
	t.emit(Event{Kind: TicketDrawn, Seat: seat, Other: Nobody, Flag: expires})
}

// chooseGift takes the cash or a ticket (R-MSQ-1).
func (t *Turn) chooseGift(c *Command) {
	sp := t.S.Turn.Space
	t.ask(PhaseHub, NoSpace)
	if c.Choice == TakeTicket {
		t.drawTicket(c.Seat)
		return
	}
	t.pay(Bank, c.Seat, t.R.BirthdayGift(), ForGift, RMsq1, sp)
}

// BirthdayGift is the money that a player may take on a birthday space (R-MSQ-1).
func (r *Ruleset) BirthdayGift() Money { return r.Gift }

// landAuction lets the player pick a lot, or sends them to the highest rent (R-MSQ-3, -4).
func (t *Turn) landAuction() {
	s, r := &t.S, t.R
	seat := s.Turn.Seat
	if s.Free&r.Deeds != 0 {
		t.ask(PhasePick, s.Players[seat].Space)
		return
	}
	here := s.Players[seat].Space
	best, found := Money(0), NoSpace
	due := r.Deeds &^ s.Owned[seat] &^ s.Mortgaged &^ r.removed(s)
	for sp, n := here, due.Len(); n > 0; n-- {
		sp = r.ahead(sp, due)
		if rent := r.rent(s, sp, RentNormal, 7); rent > best {
			best, found = rent, sp
		}
	}
	if found != NoSpace {
		t.advanceTo(found, BySquare, true)
		t.land(RentNormal, 0)
	}
}

func (r *Ruleset) canPickDeed(s *State, seat Seat, sp Space) Refusal {
	if no := s.asked(seat, PhasePick, RMsq3); !no.OK() {
		return no
	}
	if !s.Free.Has(sp) {
		return no(NotForSale, RMsq3)
	}
	return Refusal{}
}

// TicketTargets is the side of the board ahead of the token, from the next space to
// the next corner; a corner belongs to the side ahead of it (R-MTICK-1).
func (r *Ruleset) TicketTargets(from Space) Set {
	side := Space(r.Size / 4)
	var set Set
	for n := Space(1); n <= side-from%side; n++ {
		set = set.With(r.Next(from, int(n)))
	}
	return set
}

func (r *Ruleset) canUseTicket(s *State, seat Seat, sp Space) Refusal {
	if s.In(seat) && s.Players[seat].Jailed {
		return no(Jailed, RMtick1)
	}
	if no := s.asked(seat, PhaseRoll, RMtick1); !no.OK() {
		return no
	}
	if s.Players[seat].Tickets == 0 {
		return no(NotOwner, RMtick1)
	}
	if !r.TicketTargets(s.Players[seat].Space).Has(sp) {
		return no(BadTarget, RMtick1)
	}
	return Refusal{}
}

// useTicket moves in place of a due throw; no throw follows (R-MTICK-2).
func (t *Turn) useTicket(c *Command) {
	first := t.S.Turn.Throw == 1
	if first {
		t.lapse()
	}
	t.emit(Event{Kind: TicketUsed, Seat: c.Seat, Other: Nobody, Space: c.Space, Flag: first})
	t.advanceTo(c.Space, ByTicket, true)
	t.land(RentNormal, 0)
}

// canChooseSpace: a triple moves forward to any space; the token's own space is a full lap away (R-MDICE-7).
func (r *Ruleset) canChooseSpace(s *State, seat Seat, sp Space) Refusal {
	if no := s.asked(seat, PhaseTriple, RMdice7); !no.OK() {
		return no
	}
	if sp >= Space(r.Size) {
		return no(BadTarget, RMdice7)
	}
	return Refusal{}
}
