package game

// duelOffered follows R-DUEL-1 and R-DUEL-6: a foreign unmortgaged lot that
// would complete the lander's group.
func (r *Ruleset) duelOffered(s *State, seat Seat, sp Space) bool {
	if !r.Known(Duel).OK() || !r.Lots.Has(sp) {
		return false
	}
	g := r.Groups[r.Spaces[sp].Group].Spaces
	if r.DuelAnyLot {
		return s.Owned[seat]&g != 0
	}
	return (s.Owned[seat]|SetOf(sp))&g == g
}

// duel throws both dice against the lot's strength (R-DUEL-2, -3, -4).
func (t *Turn) duel() {
	s, r := &t.S, t.R
	seat, sp := s.Turn.Seat, s.Turn.Space
	d := t.luck.Roll(seat, ForDuel, nil)
	t.emit(Event{Kind: Rolled, Seat: seat, Other: Nobody, Dice: d, Cause: ForDuel})
	won := (int32(d[0])+int32(d[1]))*1000 >= r.Spaces[sp].Strength
	t.emit(Event{Kind: DuelFought, Seat: seat, Other: s.Turn.Rival, Space: sp, Flag: won})
	if won {
		t.ask(PhaseTake, sp)
		return
	}
	t.ask(PhaseHub, NoSpace)
	t.owe(seat, s.Turn.Rival, 10*r.Spaces[sp].Rent[0], ForDuel, RDuel4, sp)
}

func (t *Turn) takeDeed() {
	seat, sp := t.S.Turn.Seat, t.S.Turn.Space
	t.ask(PhaseHub, NoSpace)
	t.give(sp, t.S.Owner(sp), seat)
	t.openTransfer(seat, SetOf(sp)&t.S.Mortgaged, RMort6)
}

// duelOver reports whether the lot has changed hands since the landing: in a
// debt that came between the lander may have bought it, or the owner has gone.
func (s *State) duelOver() bool {
	return (s.Turn.Phase == PhaseDuel || s.Turn.Phase == PhaseTake) && s.Owner(s.Turn.Space) != s.Turn.Rival
}

// endDuel goes on without the lot; before the throw the rent is still to be had.
func (t *Turn) endDuel() {
	if t.S.Turn.Phase == PhaseDuel {
		t.noDuel()
		return
	}
	t.ask(PhaseHub, NoSpace)
}

// noDuel leaves the rent to the owner of the lot at the landing (R-DUEL-5, R-RENT-14).
func (t *Turn) noDuel() {
	sp := t.S.Turn.Space
	t.ask(PhaseHub, NoSpace)
	if rival := t.S.Turn.Rival; t.S.In(rival) {
		t.openClaimOf(rival, sp, t.R.Spaces[sp].Rent[0])
	}
}
