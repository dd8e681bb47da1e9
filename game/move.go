package game

// canRoll follows R-TURN-2 and R-DEBT-9: a due throw of the active player.
func (r *Ruleset) canRoll(s *State, seat Seat) Refusal {
	switch {
	case s.NumDebts > 0:
		return no(DebtOpen, RDebt9)
	case s.Phase() == PhaseJail:
		return s.asked(seat, PhaseJail, RTurn2)
	default:
		return s.asked(seat, PhaseRoll, RTurn2)
	}
}

// HasSpeedDie reports whether a third die is thrown beside the white ones (R-MDICE-1).
func (r *Ruleset) HasSpeedDie() bool { return r.SpeedDie }

// ThrowsAgain reports whether the n-th throw of a turn, from 1, brings another
// one; a triple is doubles too (R-DBL-2, R-MDICE-7).
func (r *Ruleset) ThrowsAgain(n int, doubles, triple bool) bool {
	return doubles && n < 3 && (!triple || r.TripleRerolls)
}

// thirdDie is the faces of the die thrown beside the white ones, nil if there is none (R-MDICE-1).
func (r *Ruleset) thirdDie() *[6]uint8 {
	if !r.HasSpeedDie() {
		return nil
	}
	return &r.SpeedFaces
}

func (t *Turn) roll() {
	if t.S.Turn.Throw == 1 {
		t.lapse()
	}
	if t.S.Turn.Phase == PhaseJail {
		t.rollInJail()
		return
	}
	seat, throw := t.S.Turn.Seat, t.S.Turn.Throw
	d := t.luck.Roll(seat, ByMove, t.R.thirdDie())
	doubles := d[0] == d[1]
	triple := doubles && d[0] == d[2] && d[2] < SpeedMr
	e := Event{Kind: Rolled, Seat: seat, Other: Nobody, Dice: d, Cause: ByMove, Flag: throw == 1}
	if doubles && throw == 3 && !triple {
		t.emit(e)
		t.snakeEyes(d)
		t.jail(ByDoubles)
		return
	}
	if t.R.ThrowsAgain(int(throw), doubles, triple) {
		e.Due |= DueThrow
	}
	switch d[2] {
	case SpeedMr:
		e.Due |= DueBonus
	case SpeedBus:
		e.Due |= DueBus
	}
	t.emit(e)
	t.snakeEyes(d)
	if triple {
		t.ask(PhaseTriple, NoSpace)
		return
	}
	t.moveSum()
}

// snakeEyes pays for a double one thrown to move or to leave jail (H-08).
func (t *Turn) snakeEyes(d [3]uint8) {
	if t.R.SnakeEyes > 0 && d[0] == 1 && d[1] == 1 {
		t.pay(Bank, t.S.Turn.Seat, t.R.SnakeEyes, ForGift, RDbl1, NoSpace)
	}
}

// lapse ends the claims whose window the coming first throw closes (R-RENT-9).
func (t *Turn) lapse() {
	for i := int(t.S.NumClaims) - 1; i >= 0; i-- {
		if c := t.S.Claims[i]; c.Turn != t.S.Turn.Number && c.Left <= 1 {
			t.emit(Event{Kind: ClaimLapsed, Seat: Nobody, Other: Nobody, N: int32(c.ID)})
		}
	}
}

// moveSum moves the active token by the last throw and lands.
func (t *Turn) moveSum() {
	d := t.S.Turn.Dice
	n := int(d[0]) + int(d[1])
	if d[2] < SpeedMr {
		n += int(d[2])
	}
	from := t.S.Players[t.S.Turn.Seat].Space
	t.forward(from, t.R.Next(from, n), ByDice, int32(n), true)
	t.land(RentNormal, 0)
}

// advanceTo moves the active token forward to a space, a whole lap if it is already there.
func (t *Turn) advanceTo(to Space, why Cause, salary bool) {
	t.forward(t.S.Players[t.S.Turn.Seat].Space, to, why, 0, salary)
}

// forward moves and pays the salary for reaching or passing GO (R-GO-1).
func (t *Turn) forward(from, to Space, why Cause, pips int32, salary bool) {
	seat := t.S.Turn.Seat
	passed := to <= from
	t.emit(Event{Kind: Moved, Seat: seat, Other: Nobody, Space: from, Dest: to, Cause: why, N: pips, Flag: passed})
	if !passed || !salary {
		return
	}
	amount := t.R.PassingGo()
	if to == 0 {
		amount = t.R.StoppingOnGo()
	}
	t.pay(Bank, seat, amount, ForSalary, RGo1, 0)
}

// PassingGo is the salary for passing GO (R-GO-1).
func (r *Ruleset) PassingGo() Money { return r.Salary }

// StoppingOnGo is the salary for a move that ends on GO (R-GO-1, H-04).
func (r *Ruleset) StoppingOnGo() Money {
	if r.DoubleGo {
		return 2 * r.PassingGo()
	}
	return r.PassingGo()
}

// back moves the active token backward: no salary (R-GO-5).
func (t *Turn) back(to Space) {
	seat := t.S.Turn.Seat
	t.emit(Event{Kind: Moved, Seat: seat, Other: Nobody, Space: t.S.Players[seat].Space, Dest: to, Cause: ByCard})
}
