package game

// canClaim finds the claim of the seat (R-RENT-9). Another seat's claim is as
// unknown to it as one that never was (R-RENT-10).
func (r *Ruleset) canClaim(s *State, seat Seat, id int32) (Claim, Refusal) {
	if s.Status != Playing {
		return Claim{}, no(WrongPhase, RRent9)
	}
	if !s.In(seat) {
		return Claim{}, no(WrongSeat, RRent9)
	}
	var found Claim
	n := 0
	for _, c := range s.Claims[:s.NumClaims] {
		if c.Owner == seat && (id < 0 || int32(c.ID) == id) {
			found = c
			n++
		}
	}
	switch {
	case n == 0:
		return found, no(WindowClosed, RRent9)
	case n > 1:
		return found, no(NoChoice, RRent9)
	case r.RentBarred(s, seat):
		return found, no(Forbidden, RRent12)
	case s.NumDebts > MaxDebts/2: // beyond anything that comes up in a game
		return found, no(AtLimit, RDebt7)
	}
	return found, Refusal{}
}

// RentBarred reports whether a jailed owner goes without rent (H-06; by the books they claim it: R-RENT-12).
func (r *Ruleset) RentBarred(s *State, owner Seat) bool {
	return r.NoRentInJail && s.Players[owner].Jailed
}

// RemindersOn reports whether everybody sees who may still claim rent, not the owner alone (H-20).
func (r *Ruleset) RemindersOn() bool { return r.Reminders }

// ClaimTurns is how many first throws of later turns an open claim outlasts (R-RENT-9).
func (r *Ruleset) ClaimTurns() uint8 { return r.RentWindow }

// ClaimsAutomatic reports whether rent is collected without a claim (H-19).
func (r *Ruleset) ClaimsAutomatic() bool { return r.AutoClaim }

// ClaimShown reports whether the viewer may know of an open claim of the owner (R-RENT-10, H-20).
func (r *Ruleset) ClaimShown(s *State, viewer, owner Seat) bool {
	return viewer == owner || r.RemindersOn() || s.Status == Finished
}

// canWaive: claims are given up only in the final count; before it, silence is enough.
func (r *Ruleset) canWaive(s *State, seat Seat, id int32) (Claim, Refusal) {
	if s.Phase() != PhaseFinal {
		return Claim{}, no(WrongPhase, REnd6)
	}
	c, refusal := r.canClaim(s, seat, id)
	if refusal.Code == Forbidden {
		return c, Refusal{}
	}
	return c, refusal
}

func (t *Turn) claim(c *Command) {
	cl, _ := t.R.canClaim(&t.S, c.Seat, c.N)
	t.emit(Event{Kind: RentClaimed, Seat: Nobody, Other: Nobody, N: int32(cl.ID)})
	t.owe(cl.Payer, cl.Owner, cl.Amount, ForRent, RRent9, cl.Space)
}
