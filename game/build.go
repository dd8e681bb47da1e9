package game

// plan is a build or sale worked out on a scratch copy before anything happens.
type plan struct {
	level  [MaxSpaces]uint8
	depots Set
	stock  [5]int8
	cost   Money
	count  [5]uint8 // buildings wanted, by kind
	low    [5]Money // the lowest printed price among them
}

func newPlan(s *State) plan { return plan{level: s.Level, depots: s.Depots, stock: s.Stock} }

// canBuild checks the steps one after the other; all or nothing (R-BUILD-12).
func (r *Ruleset) canBuild(s *State, c *Command) Refusal {
	if no := r.when(s, c.Seat, actBuild); !no.OK() {
		return no
	}
	if no := r.jailBars(s, c.Seat); !no.OK() {
		return no
	}
	if c.Steps == 0 {
		return no(BadTarget, RBuild14)
	}
	if c.Steps == 1 {
		cost, no := r.canStepNow(s, c.Seat, c.Spaces[0], c.Building)
		if no.OK() {
			return s.canSpend(c.Seat, cost)
		}
		return no
	}
	p := newPlan(s)
	for _, sp := range c.Spaces[:c.Steps] {
		if no := r.planStep(s, &p, c.Seat, sp, c.Building); !no.OK() {
			return no
		}
	}
	if r.lacking(s, c.Seat, &p) {
		return no(NoStock, RShort1)
	}
	return s.canSpend(c.Seat, p.cost)
}

// canSpend reports whether the seat can pay for a building, a standing bid still
// covered: a group may have to be evened out in the middle of an auction (R-AUCT-5).
func (s *State) canSpend(seat Seat, cost Money) Refusal {
	cash, bid := s.Players[seat].Cash, s.Auction.standing(seat)
	switch {
	case bid > 0 && cash-cost < bid:
		return Refusal{Code: BidNotCovered, Rule: RAuct5}
	case cash < cost:
		return Refusal{Code: NoFunds, Rule: RBuild4}
	}
	return Refusal{}
}

// canStepNow checks a single building on the present state.
func (r *Ruleset) canStepNow(s *State, seat Seat, sp Space, want Building) (Money, Refusal) {
	b, level, no := r.stepKind(s, &s.Level, s.Depots, seat, sp, want)
	if !no.OK() {
		return 0, no
	}
	if s.Stock[b] <= 0 && !r.UnlimitedBuildings() {
		return 0, Refusal{Code: NoStock, Rule: RBuild9}
	}
	if b == Depot {
		return r.Spaces[sp].Depot, Refusal{}
	}
	return r.StepPrice(sp, level), Refusal{}
}

// planStep checks one step after the steps before it and books it.
func (r *Ruleset) planStep(s *State, p *plan, seat Seat, sp Space, want Building) Refusal {
	b, level, no := r.stepKind(s, &p.level, p.depots, seat, sp, want)
	if !no.OK() {
		return no
	}
	if p.stock[b] <= 0 && !r.UnlimitedBuildings() {
		return Refusal{Code: NoStock, Rule: RBuild9}
	}
	p.stock[b]--
	p.count[b]++
	price := r.priceOf(sp, b)
	p.cost += price
	if p.low[b] == 0 || price < p.low[b] {
		p.low[b] = price
	}
	if b == Depot {
		p.depots = p.depots.With(sp)
		return Refusal{}
	}
	p.stock[b-1] += int8(r.givenBack(b))
	p.level[sp] = level
	return Refusal{}
}

// givenBack is how many of the lower buildings a building replaces.
func (r *Ruleset) givenBack(b Building) uint8 {
	switch b {
	case Hotel:
		return r.MostHouses()
	case Skyscraper:
		return 1
	default:
		return 0
	}
}

// stepKind returns the building that the lot or station takes next and whether the
// seat may put it there, stock and cash aside. A building named by the player
// is judged instead of the next step.
func (r *Ruleset) stepKind(s *State, levels *[MaxSpaces]uint8, depots Set, seat Seat, sp Space, want Building) (Building, uint8, Refusal) {
	if r.Deeds.Has(sp) && !s.Owned[seat].Has(sp) {
		return 0, 0, no(NotOwner, RBuild1)
	}
	if !(r.Lots | r.Stations).Has(sp) || want == Depot && !r.Stations.Has(sp) {
		return 0, 0, no(BadTarget, RBuild14)
	}
	if r.Stations.Has(sp) {
		return r.depotStep(s, depots, sp, want)
	}
	group := r.Spaces[sp].Group
	g := r.Groups[group].Spaces
	own := g & s.Owned[seat]
	level := levels[sp] + 1
	b := r.StepBuilding(level)
	if want != NoBuilding {
		b = want
	}
	if !r.MayHouse(s, seat, group) {
		return 0, 0, no(NoGroup, r.groupRule())
	}
	if b == Skyscraper && r.topLevel() > r.HotelLevel() && own != g {
		return 0, 0, no(NoGroup, RMbuild2)
	}
	if r.BuildingGated(s) {
		return 0, 0, no(GateShut, RBuild2)
	}
	if r.MortgageBlocksGroup() && own&s.Mortgaged != 0 || s.Mortgaged.Has(sp) {
		return 0, 0, no(IsMortgaged, RBuild10)
	}
	return b, level, r.stepOrder(levels, own, level, b)
}

// BuildingGated reports whether building waits for deeds or lots that the bank still has (R-BUILD-2).
func (r *Ruleset) BuildingGated(s *State) bool {
	return r.GateAllDeeds && s.Free != 0 || r.GateAllLots && s.Free&r.Lots != 0
}

// MortgageBlocksGroup reports whether one mortgaged lot keeps its owner from
// building on the whole group, not on itself alone (R-BUILD-10).
func (r *Ruleset) MortgageBlocksGroup() bool { return r.MortgageBlock == ScopeGroup }

// MayBuildUnevenly reports whether the lots of a group may differ by more than one building (H-09).
func (r *Ruleset) MayBuildUnevenly() bool { return r.UnevenBuild }

// UnlimitedBuildings reports whether the bank never runs out of them (H-10).
func (r *Ruleset) UnlimitedBuildings() bool { return r.Unlimited }

// stepOrder judges the limits and evenness of a building that would bring a lot to the level.
func (r *Ruleset) stepOrder(levels *[MaxSpaces]uint8, own Set, level uint8, b Building) Refusal {
	next := r.StepBuilding(level)
	switch {
	case level > r.topLevel() || b == Skyscraper && r.topLevel() == r.HotelLevel():
		return no(AtLimit, RBuild8)
	case b == House && next != House:
		return no(AtLimit, RBuild6)
	case b == Hotel && next == Skyscraper:
		return no(AtLimit, RBuild8)
	case b != next && b == Skyscraper:
		return no(NotEven, RMbuild2)
	case b != next:
		return no(NotEven, RBuild7)
	}
	if r.MayBuildUnevenly() && b == House {
		return Refusal{}
	}
	rule := RBuild5
	if b == Hotel {
		rule = RBuild7
	} else if b == Skyscraper {
		rule = RMbuild2
	}
	for o := own; o != 0; o = o.Rest() {
		if levels[o.First()] < level-1 {
			return no(NotEven, rule)
		}
	}
	return Refusal{}
}

func (r *Ruleset) depotStep(s *State, depots Set, sp Space, want Building) (Building, uint8, Refusal) {
	switch {
	case !r.HasDepots() || want != NoBuilding && want != Depot:
		return 0, 0, no(BadTarget, RBuild14)
	case s.Mortgaged.Has(sp):
		return 0, 0, no(IsMortgaged, RMbuild7)
	case depots.Has(sp):
		return 0, 0, no(AtLimit, RMbuild7)
	}
	return Depot, 0, Refusal{}
}

// build executes the steps at printed prices, or opens the shortage procedure
// if rivals could compete for the same buildings.
func (t *Turn) build(c *Command) {
	p := newPlan(&t.S)
	var kinds [MaxSteps]Building
	for i, sp := range c.Spaces[:c.Steps] {
		before := p.count
		t.R.planStep(&t.S, &p, c.Seat, sp, c.Building)
		for b := range p.count {
			if p.count[b] != before[b] {
				kinds[i] = Building(b)
			}
		}
	}
	if scarce := t.openShortage(c.Seat, &p); scarce != NoBuilding {
		for i, sp := range c.Spaces[:c.Steps] {
			if kinds[i] == scarce {
				t.emit(Event{Kind: StepNoted, Seat: c.Seat, Other: Nobody, Space: sp})
			}
		}
		return
	}
	for _, sp := range c.Spaces[:c.Steps] {
		t.raise(c.Seat, sp, -1)
	}
}

// raise puts the next building on a deed; price -1 is the printed one.
func (t *Turn) raise(seat Seat, sp Space, price Money) {
	b, printed := t.R.NextStep(&t.S, sp)
	why, rule := ForBuild, RBuild4
	if b == Depot {
		why, rule = ForDepot, RMbuild7
	}
	if price < 0 {
		price = printed
		t.pay(seat, Bank, price, why, rule, sp)
	}
	t.emit(Event{
		Kind: Built, Seat: seat, Other: Nobody, Space: sp, Building: b, Amount: price,
		Left: t.R.givenBack(b), Flag: t.R.UnlimitedBuildings(),
	})
}
