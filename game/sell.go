package game

// canSell judges the steps by their end state: even, and no building taken from
// stock that is not there (R-SELL-2, -3, -5).
func (r *Ruleset) canSell(s *State, c *Command) Refusal {
	if no := r.when(s, c.Seat, actSell); !no.OK() {
		return no
	}
	if c.Steps == 0 {
		return no(BadTarget, RSell1)
	}
	p := newPlan(s)
	var groups uint16
	for _, sp := range c.Spaces[:c.Steps] {
		if r.SellLIFO && !r.lastBuilt(s, &p, c.Seat, sp) {
			return no(NotEven, RSell6)
		}
		if no := r.planSale(s, &p, c.Seat, sp); !no.OK() {
			return no
		}
		groups |= 1 << r.Spaces[sp].Group
	}
	if r.drains(s, &p) && s.DebtOf(c.Seat) == 0 && s.Phase() != PhaseEqualise {
		return no(Forbidden, RSell7)
	}
	if !r.MaySellUnevenly() {
		for g := uint8(0); g < r.NumGroups; g++ {
			evening := s.Equal.Open && g == s.Equal.Group // judged when it is done (R-MBUILD-6)
			if groups>>g&1 == 1 && !evening && !r.even(&p.level, r.Groups[g].Spaces&s.Owned[c.Seat]) {
				return no(NotEven, RSell2)
			}
		}
	}
	switch {
	case r.UnlimitedBuildings() || s.Phase() == PhaseEqualise:
	case p.stock[House] < 0:
		return no(NoStock, RSell3)
	case p.stock[Hotel] < 0:
		return no(NoStock, RMbuild4)
	}
	return Refusal{}
}

// drains reports whether the tournament rule counts the sale as one that makes houses
// scarce: where the bank never runs out of them (H-10) there is none.
func (r *Ruleset) drains(s *State, p *plan) bool {
	return r.NoForcedShortage && !r.UnlimitedBuildings() && p.stock[House] < s.Stock[House]
}

// MaySellUnevenly reports whether the lots of a group may differ by more than one building after a sale (R-SELL-2, H-09).
func (r *Ruleset) MaySellUnevenly() bool { return r.SellUneven || r.MayBuildUnevenly() }

// lastBuilt reports whether the top building of the lot is the one set up last in its group (R-SELL-6, strict).
func (r *Ruleset) lastBuilt(s *State, p *plan, seat Seat, sp Space) bool {
	if !s.Owned[seat].Has(sp) || p.level[sp] == 0 {
		return true // refused with a better reason
	}
	top := s.Order[s.place(sp)][p.level[sp]-1]
	for g := r.Groups[r.Spaces[sp].Group].Spaces & s.Owned[seat]; g != 0; g = g.Rest() {
		if o := g.First(); p.level[o] > 0 && s.Order[s.place(o)][p.level[o]-1] > top {
			return false
		}
	}
	return true
}

// even reports whether the levels differ by at most one.
func (r *Ruleset) even(levels *[MaxSpaces]uint8, own Set) bool {
	low, high := uint8(255), uint8(0)
	for ; own != 0; own = own.Rest() {
		l := levels[own.First()]
		low, high = min(low, l), max(high, l)
	}
	return high <= low || high-low <= 1
}

func (r *Ruleset) planSale(s *State, p *plan, seat Seat, sp Space) Refusal {
	if !s.Owned[seat].Has(sp) {
		return no(NotOwner, RSell1)
	}
	if p.depots.Has(sp) {
		p.depots = p.depots.Without(sp)
		return Refusal{}
	}
	l := p.level[sp]
	if l == 0 {
		return no(BadTarget, RSell1)
	}
	left, taken := r.afterSale(l)
	b := r.StepBuilding(l)
	p.level[sp] = left
	p.stock[b]++
	p.stock[b-1] -= int8(taken)
	return Refusal{}
}

// afterSale is the level left when the top building goes, and how many of the
// lower buildings come from stock (R-SELL-3, -4, R-MBUILD-4).
func (r *Ruleset) afterSale(level uint8) (left, taken uint8) {
	if r.soldWhole(level) {
		return 0, 0
	}
	return level - 1, r.givenBack(r.StepBuilding(level))
}

// soldWhole reports whether the building at the level is a hotel that goes with its houses (R-SELL-4).
func (r *Ruleset) soldWhole(level uint8) bool { return level == r.HotelLevel() && r.HotelSoldWhole }

func (t *Turn) sell(c *Command) {
	for _, sp := range c.Spaces[:c.Steps] {
		t.sellOne(c.Seat, sp)
	}
}

// sellOne takes the top building off and lets the bank pay for it.
func (t *Turn) sellOne(seat Seat, sp Space) {
	s, r := &t.S, t.R
	price := r.SellPrice(s, sp)
	e := Event{Kind: BuildingSold, Seat: seat, Other: Nobody, Space: sp, Building: Depot, Flag: r.UnlimitedBuildings()}
	rule := RMbuild7
	if !s.Depots.Has(sp) {
		left, taken := r.afterSale(s.Level[sp])
		e.Building, e.N, e.Left, rule = r.StepBuilding(s.Level[sp]), int32(left), taken, RSell1
	}
	t.emit(e)
	t.pay(Bank, seat, price, ForSell, rule, sp)
}

func (r *Ruleset) canSellGroup(s *State, seat Seat, group uint8) Refusal {
	if no := r.when(s, seat, actSell); !no.OK() {
		return no
	}
	if group >= r.NumGroups {
		return no(BadTarget, RSell5)
	}
	g := r.Groups[group].Spaces
	if s.Owned[seat]&g == 0 {
		return no(NotOwner, RSell5)
	}
	if g&s.Owned[seat]&(s.Built|s.Depots) == 0 {
		return no(BadTarget, RSell5)
	}
	return Refusal{}
}

// sellGroup sells all buildings on the seat's deeds of a group in one act (R-SELL-5).
func (t *Turn) sellGroup(seat Seat, group uint8) {
	for g := t.R.Groups[group].Spaces & t.S.Owned[seat]; g != 0; g = g.Rest() {
		t.sellAll(seat, g.First())
	}
}

func (t *Turn) sellAll(seat Seat, sp Space) {
	for t.S.Level[sp] > 0 || t.S.Depots.Has(sp) {
		t.sellOne(seat, sp)
	}
}
