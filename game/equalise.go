package game

// EvensOut reports whether the new owner of the last lot of a group on which they have built has to even it out (R-MBUILD-5, -6).
func (r *Ruleset) EvensOut() bool { return r.RedistributeDuty }

// lastLot reports whether the deed is the last lot of a group on whose other lots the seat has built.
func (r *Ruleset) lastLot(s *State, seat Seat, sp Space) bool {
	if !r.EvensOut() || !r.Lots.Has(sp) {
		return false
	}
	g := r.Groups[r.Spaces[sp].Group].Spaces
	return (s.Owned[seat]|SetOf(sp))&g == g && g.Without(sp)&s.Built != 0
}

// mustLift: the last lot beside built ones may only be had lifted (R-MBUILD-5).
func (r *Ruleset) mustLift(s *State, seat Seat, sp Space) bool {
	return s.Mortgaged.Has(sp) && r.lastLot(s, seat, sp)
}

func (r *Ruleset) lastLotAny(s *State, seat Seat, deeds Set) bool {
	for ; deeds != 0; deeds = deeds.Rest() {
		if r.lastLot(s, seat, deeds.First()) {
			return true
		}
	}
	return false
}

// openEqualise asks the new owner of a last lot to even out the group
// (R-MBUILD-6), unless buildings may be uneven (H-09).
func (t *Turn) openEqualise(sp Space, seat Seat) {
	s, r := &t.S, t.R
	if seat < 0 || s.Equal.Open || r.MayBuildUnevenly() || !r.lastLot(s, seat, sp) {
		return
	}
	group := r.Spaces[sp].Group
	t.emit(Event{Kind: EqualiseOpened, Seat: seat, Other: Nobody, N: int32(group), Flag: !r.canRaise(s, seat, sp)})
}

// enterEqualise judges again whether houses may be moved: it depends on the
// cash left when the transfer before it is over (R-MBUILD-6).
func (t *Turn) enterEqualise() {
	e := t.S.Equal
	if !e.Open {
		return
	}
	low := t.R.lowest(&t.S, t.R.Groups[e.Group].Spaces)
	if may := !t.R.canRaise(&t.S, e.Seat, low); may != e.MayMove {
		t.emit(Event{Kind: EqualiseOpened, Seat: e.Seat, Other: Nobody, N: int32(e.Group), Flag: may})
	}
}

// lowest is the lot with the fewest buildings.
func (r *Ruleset) lowest(s *State, lots Set) Space {
	low := lots.First()
	for ; lots != 0; lots = lots.Rest() {
		if s.Level[lots.First()] < s.Level[low] {
			low = lots.First()
		}
	}
	return low
}

// openUneven finds a further group that one act has left uneven, as when an
// estate completes two.
func (t *Turn) openUneven() bool {
	s, r := &t.S, t.R
	if r.MaySellUnevenly() || s.Built == 0 {
		return false
	}
	for g := range r.NumGroups {
		lots := r.Groups[g].Spaces
		if r.Groups[g].Kind != KindLot || lots&s.Built == 0 || r.even(&s.Level, lots) {
			continue
		}
		low := r.lowest(s, lots)
		if owner := s.Owner(low); owner >= 0 && r.WholeGroup(s, owner, g) {
			t.openEqualise(low, owner)
			return s.Equal.Open
		}
	}
	return false
}

// canRaise reports whether the seat may build (H-12), and cash, but for a standing
// bid, and stock cover raising the lot to one below the highest level.
func (r *Ruleset) canRaise(s *State, seat Seat, sp Space) bool {
	if r.JailForbidsDeals(s, seat) && !r.SecondReading {
		return false
	}
	high := uint8(0)
	for g := r.Groups[r.Spaces[sp].Group].Spaces; g != 0; g = g.Rest() {
		high = max(high, s.Level[g.First()])
	}
	var cost Money
	stock := s.Stock
	for l := s.Level[sp] + 1; l < high; l++ {
		b := r.StepBuilding(l)
		cost += r.StepPrice(sp, l)
		if stock[b]--; stock[b] < 0 && !r.UnlimitedBuildings() {
			return false
		}
		stock[b-1] += int8(r.givenBack(b))
	}
	return s.canSpend(seat, cost).OK()
}

// equalising reports whether the seat is evening out a group.
func (r *Ruleset) equalising(s *State, seat Seat) Refusal {
	if s.Phase() != PhaseEqualise {
		return no(WrongPhase, RMbuild6)
	}
	if seat != s.Equal.Seat {
		return no(WrongSeat, RMbuild6)
	}
	return Refusal{}
}

// MayMoveHouses reports whether houses may be moved: the owner could not pay for raising
// the lot on entry, or may not build because of a debt or, by H-12, jail (R-MBUILD-6).
func (s *State) MayMoveHouses() bool { return s.Equal.MayMove || s.DebtOf(s.Equal.Seat) > 0 }

func (r *Ruleset) canMoveHouse(s *State, seat Seat, from, to Space) Refusal {
	if no := r.equalising(s, seat); !no.OK() {
		return no
	}
	g := r.Groups[s.Equal.Group].Spaces
	switch own := s.Owned[seat]; {
	case !own.Has(from) || !own.Has(to):
		return no(NotOwner, RMbuild6)
	case from == to || s.Level[from] == 0:
		return no(BadTarget, RMbuild6)
	case !g.Has(from) || !g.Has(to): // of the player's, but not being evened out
		return no(Forbidden, RBuild11)
	case !s.MayMoveHouses():
		return no(Forbidden, RMbuild6)
	case s.Mortgaged.Has(to):
		return no(IsMortgaged, RMbuild6)
	case s.Level[from] > r.MostHouses() || s.Level[to] >= r.MostHouses():
		return no(AtLimit, RMbuild6)
	}
	return Refusal{}
}

// canDone: the group must be even before play goes on.
func (r *Ruleset) canDone(s *State, seat Seat) Refusal {
	if no := r.equalising(s, seat); !no.OK() {
		return no
	}
	if !r.even(&s.Level, r.Groups[s.Equal.Group].Spaces&s.Owned[seat]) {
		return no(NotEven, RMbuild6)
	}
	if s.Stock[House] < 0 || s.Stock[Hotel] < 0 {
		return no(NoStock, RMbuild6)
	}
	return Refusal{}
}
