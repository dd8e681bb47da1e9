package game

// canTimeUp: time up comes once, in a timed game that is running (R-END-2).
func (r *Ruleset) canTimeUp(s *State) Refusal {
	if s.Status != Playing || s.TimeUp {
		return no(WrongPhase, REnd2)
	}
	if !r.Timed() {
		return no(BadConfig, REnd2)
	}
	return Refusal{}
}

// Timed reports whether the game ends at an agreed hour (R-END-2).
func (r *Ruleset) Timed() bool { return r.TimeLimit }

// timeUp ends the game at once if the running turn has not begun, else after it.
func (t *Turn) timeUp() {
	t.emit(Event{Kind: TimeStruck, Seat: Nobody, Other: Nobody})
	if t.S.beforeThrow() && !t.S.Turn.Acted {
		t.ask(PhaseFinal, NoSpace)
	}
}

// stepFinal ends the game when the last open claim is claimed or waived (R-END-6).
func (t *Turn) stepFinal() bool {
	if t.S.NumClaims == 0 {
		t.finish(EndTime)
	}
	return false
}

// finish counts the wealth and ends the game (R-END-1, -4, -5).
func (t *Turn) finish(why EndReason) {
	s, r := &t.S, t.R
	rank := int32(0)
	var wealth [MaxSeats]Money
	left := s.Alive()
	for a := left; a != 0; a = a.Rest() {
		wealth[a.First()] = r.Wealth(s, a.First())
	}
	last := Money(-1)
	for done := int32(0); left != 0; {
		best := left.First()
		for a := left; a != 0; a = a.Rest() {
			if wealth[a.First()] > wealth[best] {
				best = a.First()
			}
		}
		done++
		if wealth[best] != last {
			rank, last = done, wealth[best]
		}
		t.emit(Event{Kind: Ranked, Seat: best, Other: Nobody, N: rank, Amount: wealth[best]})
		left = left.Without(best)
	}
	rank = int32(s.NumRanked)
	for out := s.OutCount; out > 0; out-- {
		for i := range s.Players[:s.NumSeats] {
			if s.Players[i].Out == out {
				rank++
				t.emit(Event{Kind: Ranked, Seat: Seat(i), Other: Nobody, N: rank})
			}
		}
	}
	t.emit(Event{Kind: GameEnded, Seat: Nobody, Other: Nobody, N: int32(why)})
}
