package game

// WholeGroup reports whether the seat owns every deed of the group.
func (r *Ruleset) WholeGroup(s *State, seat Seat, group uint8) bool {
	g := r.Groups[group].Spaces
	return s.Owned[seat]&g == g
}

// MayHouse reports whether the seat owns enough of the group for houses and hotels.
func (r *Ruleset) MayHouse(s *State, seat Seat, group uint8) bool {
	g := r.Groups[group].Spaces
	return (g&^s.Owned[seat]).Len() <= r.LotsMayLack() && s.Owned[seat]&g != 0
}

// LotsMayLack is how many lots of a group its owner may lack and still build houses (R-BUILD-1, R-MBUILD-1).
func (r *Ruleset) LotsMayLack() int { return int(r.BuildMissing) }

// groupRule is the rule that requires the group.
func (r *Ruleset) groupRule() Rule {
	if r.LotsMayLack() > 0 {
		return RMbuild1
	}
	return RBuild1
}

// topLevel is the highest level that a lot can reach.
func (r *Ruleset) topLevel() uint8 {
	if r.HasSkyscrapers() {
		return r.HotelLevel() + 1
	}
	return r.HotelLevel()
}

// HasSkyscrapers reports whether a skyscraper may follow a hotel (R-MBUILD-2).
func (r *Ruleset) HasSkyscrapers() bool { return r.Skyscrapers }

// HasDepots reports whether stations take a depot (R-MBUILD-7).
func (r *Ruleset) HasDepots() bool { return r.Depots }

// LiftCost is the cost of lifting a mortgage: its value and the interest (R-MORT-4).
func (r *Ruleset) LiftCost(sp Space) Money { return r.Spaces[sp].Mortgage + r.interest(sp) }

// InterestDue is the receiver's fee for keeping a mortgage (R-MORT-6). Percentages owed are rounded up.
func (r *Ruleset) InterestDue(sp Space) Money { return r.interest(sp) }

// KeepCost is the fee for keeping a mortgage of the open transfer: for the creditor
// of a bankrupt a reading of R-BANKR-5 counts it from the price (I-29).
func (r *Ruleset) KeepCost(s *State, sp Space) Money {
	if r.InterestOnPrice && s.Transfer.Rule != RMort6 {
		return r.up(r.Spaces[sp].Price, 10)
	}
	return r.interest(sp)
}

func (r *Ruleset) interest(sp Space) Money { return r.up(r.Spaces[sp].Mortgage, 10) }

// up is percent of an amount owed to the bank, rounded up to the unit (I-32).
func (r *Ruleset) up(amount Money, percent int64) Money {
	n := int64(amount) * percent
	d := 100 * int64(r.Unit)
	return Money((n + d - 1) / d * int64(r.Unit))
}

// Half is half of an amount, rounded down to one that can be paid (I-32).
func (r *Ruleset) Half(amount Money) Money { return r.Whole(amount / 2) }

// NextStep is the building that the lot or station takes next and its printed
// price, or NoBuilding at the limit. It depends only on the buildings there.
func (r *Ruleset) NextStep(s *State, sp Space) (Building, Money) {
	d := &r.Spaces[sp]
	switch d.Kind {
	case KindStation:
		if r.HasDepots() && !s.Depots.Has(sp) {
			return Depot, d.Depot
		}
	case KindLot:
		l := s.Level[sp] + 1
		if l <= r.topLevel() {
			return r.StepBuilding(l), r.StepPrice(sp, l)
		}
	default:
	}
	return NoBuilding, 0
}

// SellPrice is the bank's price for the top building of a deed, 0 if it has none (R-SELL-1, -4).
func (r *Ruleset) SellPrice(s *State, sp Space) Money {
	if s.Depots.Has(sp) {
		return r.Half(r.depotCost(s, sp))
	}
	l := s.Level[sp]
	if l == 0 {
		return 0
	}
	left, _ := r.afterSale(l)
	return r.stackValue(s, sp, left)
}

// cost is the price that counts for the building at a level of the lot.
func (r *Ruleset) cost(s *State, sp Space, level uint8) Money {
	return r.basis(s.PaidFor(sp)[level-1], r.StepPrice(sp, level))
}

// depotCost is the price that counts for the depot of a station.
func (r *Ruleset) depotCost(s *State, sp Space) Money {
	return r.basis(s.PaidFor(sp)[0], r.Spaces[sp].Depot)
}

// basis is the price of which the bank pays half: the one paid or the regular one (R-SELL-1).
func (r *Ruleset) basis(paid, regular Money) Money {
	if r.SellRegular {
		return regular
	}
	return paid
}

// stackValue is half the price of every building of the lot above a level. A
// hotel that is sold whole brings half of one sum: its own price and that of the
// houses given up for it, rounded as one sum (R-SELL-4).
func (r *Ruleset) stackValue(s *State, sp Space, above uint8) Money {
	var sum Money
	if r.soldWhole(s.Level[sp]) && !r.FirstReading {
		for l := s.Level[sp]; l > above; l-- {
			sum += r.cost(s, sp, l)
		}
		return r.Half(sum)
	}
	for l := s.Level[sp]; l > above; l-- {
		sum += r.Half(r.cost(s, sp, l))
	}
	return sum
}

// Liquidation is LV: cash, half the price of every building and the mortgage
// value of every unmortgaged deed.
func (r *Ruleset) Liquidation(s *State, seat Seat) Money {
	v := s.Players[seat].Cash
	own := s.Owned[seat]
	for m := own &^ s.Mortgaged; m != 0; m = m.Rest() {
		v += r.Spaces[m.First()].Mortgage
	}
	for b := own & s.Built; b != 0; b = b.Rest() {
		v += r.stackValue(s, b.First(), 0)
	}
	for d := own & s.Depots; d != 0; d = d.Rest() {
		v += r.Half(r.depotCost(s, d.First()))
	}
	return v
}

// buildingCost is the cost of the buildings of a lot, given-up houses included.
func (r *Ruleset) buildingCost(s *State, sp Space) Money {
	var sum Money
	for _, p := range s.PaidFor(sp)[:s.Level[sp]] {
		sum += p
	}
	return sum
}

// Wealth is the final count of R-END-4.
func (r *Ruleset) Wealth(s *State, seat Seat) Money {
	v := s.Players[seat].Cash
	own := s.Owned[seat]
	for m := own; m != 0; m = m.Rest() {
		sp := m.First()
		if s.Mortgaged.Has(sp) {
			v += r.Half(r.Spaces[sp].Price)
		} else {
			v += r.Spaces[sp].Price
		}
	}
	for b := own & s.Built; b != 0; b = b.Rest() {
		sp := b.First()
		if r.HotelFiveHouses && s.Level[sp] == r.HotelLevel() {
			v += 5 * r.Spaces[sp].House
		} else {
			v += r.buildingCost(s, sp)
		}
	}
	for d := own & s.Depots; d != 0; d = d.Rest() {
		v += s.PaidFor(d.First())[0]
	}
	return v
}

// Worth is the base of the 10 % tax: everything at full price (R-TAX-4).
func (r *Ruleset) Worth(s *State, seat Seat) Money {
	v := s.Players[seat].Cash
	own := s.Owned[seat]
	for m := own; m != 0; m = m.Rest() {
		v += r.Spaces[m.First()].Price
	}
	for b := own & s.Built; b != 0; b = b.Rest() {
		v += r.buildingCost(s, b.First())
	}
	for d := own & s.Depots; d != 0; d = d.Rest() {
		v += s.PaidFor(d.First())[0]
	}
	return v
}

// emptyHanded reports whether the seat has nothing that it could give in a trade.
func (r *Ruleset) emptyHanded(s *State, seat Seat) bool {
	p := &s.Players[seat]
	return p.Cash < r.Unit && p.Cards == 0 && (p.Tickets == 0 || !r.MayTradeTickets()) && r.Tradeable(s, seat) == 0
}
