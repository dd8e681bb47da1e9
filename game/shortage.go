package game

// openShortage asks the rivals when together with them the demand for a kind could
// exceed the bank's stock. It returns the contested kind.
func (t *Turn) openShortage(seat Seat, p *plan) Building {
	b, rivals := t.R.contested(&t.S, seat, p)
	if b != NoBuilding {
		t.emit(Event{Kind: ShortageOpened, Seat: seat, Other: Nobody, Building: b, N: int32(p.count[b]), Seats: rivals})
	}
	return b
}

// contested finds the first kind of which the seat and its rivals could want more than the bank has, and the rivals.
func (r *Ruleset) contested(s *State, seat Seat, p *plan) (Building, Seats) {
	if r.UnlimitedBuildings() || s.Equal.Open {
		return NoBuilding, 0
	}
	want := &p.count
	for b := House; b <= Depot; b++ {
		if want[b] == 0 || int(want[b])+r.wishBound(s, seat, b) <= int(s.Stock[b]) {
			continue
		}
		sum, rivals := int(want[b]), Seats(0)
		low := r.lowestBid(s, seat, b, p.low[b])
		for o := s.Alive().Without(seat); o != 0; o = o.Rest() {
			if n := r.wishLimit(s, o.First(), b, low); n > 0 {
				sum += n
				rivals = rivals.With(o.First())
			}
		}
		if rivals != 0 && sum > int(s.Stock[b]) {
			return b, rivals
		}
	}
	return NoBuilding, 0
}

// lacking reports whether a contested build counts on buildings that it gives back
// itself: those are there for later requests only.
func (r *Ruleset) lacking(s *State, seat Seat, p *plan) bool {
	for b, n := range p.count {
		if n > 0 && int(n) > int(s.Stock[b]) {
			scarce, _ := r.contested(s, seat, p)
			return scarce == Building(b)
		}
	}
	return false
}

// wishBound is a quick upper bound of what all rivals together could place: it
// spares the exact count while the stock is ample.
func (r *Ruleset) wishBound(s *State, seat Seat, b Building) int {
	if b == Depot {
		return (r.Stations &^ s.Owned[seat]).Len()
	}
	sum := 0
	for rivals := s.Alive().Without(seat); rivals != 0; rivals = rivals.Rest() {
		if rival := rivals.First(); s.Owned[rival]&r.Lots != 0 && r.when(s, rival, actBuild).OK() {
			sum += r.wishBoundOf(s, rival, b)
		}
	}
	return sum
}

// wishBoundOf is an upper bound for one rival: their free places, and the number their cash pays at the lowest price.
func (r *Ruleset) wishBoundOf(s *State, rival Seat, b Building) int {
	room, price := 0, Money(0)
	for g := range r.NumGroups {
		if r.Groups[g].Kind != KindLot || !r.MayHouse(s, rival, g) {
			continue
		}
		for lots := r.Groups[g].Spaces & s.Owned[rival]; lots != 0; lots = lots.Rest() {
			sp := lots.First()
			n := 1
			if b == House {
				n = int(r.MostHouses()) - int(s.Level[sp])
			}
			if n <= 0 {
				continue
			}
			room += n
			if p := r.priceOf(sp, b); price == 0 || p < price {
				price = p
			}
		}
	}
	if room == 0 || price <= 0 {
		return room
	}
	return min(room, max(1, int(s.Players[rival].Cash/price)))
}

// priceOf is the printed price of a kind of building on a lot.
func (r *Ruleset) priceOf(sp Space, b Building) Money {
	switch b {
	case Depot:
		return r.Spaces[sp].Depot
	case Skyscraper:
		return r.Spaces[sp].Skyscraper
	case Hotel:
		return r.Spaces[sp].Hotel
	default:
		return r.Spaces[sp].House
	}
}

// WishLimit is the most buildings of the contested kind that the seat asked may
// wish for: at least 1, whatever others have answered and claimed meanwhile. A
// wish that is not covered then drops out before the auction.
func (r *Ruleset) WishLimit(s *State, seat Seat, b Building) int {
	own := Money(0)
	for _, sp := range s.Shortage.Steps[:s.Shortage.NumSteps] {
		if p := r.priceOf(sp, b); own == 0 || p < own {
			own = p
		}
	}
	return max(1, r.wishLimit(s, seat, b, r.lowestBid(s, s.Shortage.Requester, b, own)))
}

// wishLimit is the most buildings of a kind that the seat could place now and
// pay at the printed price, at least 1 if it can place one and pay the lowest
// bid; 0 if it may not build now. Rent claimed since it was asked does not bar
// it, but limits it like a bidder (R-DEBT-8).
func (r *Ruleset) wishLimit(s *State, seat Seat, b Building, low Money) int {
	if !r.mayWish(s, seat) {
		return 0
	}
	cash := s.Players[seat].Cash - s.DebtOf(seat)
	var prices [MaxSpaces * 4]Money
	n := r.placeable(s, seat, b, &prices)
	if n == 0 {
		return 0
	}
	for i := 1; i < n; i++ { // few and nearly sorted: insertion is enough
		for j := i; j > 0 && prices[j] < prices[j-1]; j-- {
			prices[j], prices[j-1] = prices[j-1], prices[j]
		}
	}
	can := 0
	for can < n && cash >= prices[can] {
		cash -= prices[can]
		can++
	}
	if can == 0 && cash >= low {
		can = 1
	}
	return can
}

// mayWish reports whether the seat may build now, or has been asked already.
func (r *Ruleset) mayWish(s *State, seat Seat) bool {
	if s.Shortage.Open {
		return s.Shortage.Asked.Has(seat) || s.Shortage.Wishes[seat] > 0
	}
	return s.DebtOf(seat) == 0 && r.when(s, seat, actBuild).OK() && r.jailBars(s, seat).OK()
}

// lowestBid is the least that a contested building can go for: the lowest printed
// price on the deeds of the requester and of those who could pay theirs, or
// whatever the rulebook takes (R-SHORT-4). own is the lowest printed price of
// the requested ones, even where the requester's own houses have to come first.
func (r *Ruleset) lowestBid(s *State, requester Seat, b Building, own Money) Money {
	low := own
	var prices [MaxSpaces * 4]Money
	for seats := s.Alive(); seats != 0; seats = seats.Rest() {
		seat := seats.First()
		if seat != requester && !r.mayWish(s, seat) {
			continue
		}
		for _, p := range prices[:r.placeable(s, seat, b, &prices)] {
			if p < low && (seat == requester || p <= s.Players[seat].Cash-s.DebtOf(seat)) {
				low = p
			}
		}
	}
	return r.shortMin(low)
}

// shortMin is the lowest bid if the lowest printed price is known (R-SHORT-4).
func (r *Ruleset) shortMin(printed Money) Money {
	if r.ShortMinPrinted {
		return printed
	}
	return r.AuctionMin
}

// placeable lists the printed prices of all buildings of a kind that the seat
// could place evenly without any other kind between them.
func (r *Ruleset) placeable(s *State, seat Seat, b Building, prices *[MaxSpaces * 4]Money) int {
	n := 0
	own := s.Owned[seat] & r.Lots
	if b == Depot {
		own = s.Owned[seat] & r.Stations
	}
	for ; own != 0; own = own.Rest() {
		sp := own.First()
		if b == Depot {
			if _, _, no := r.depotStep(s, s.Depots, sp, Depot); no.OK() {
				prices[n] = r.Spaces[sp].Depot
				n++
			}
			continue
		}
		levels := s.Level
		if b == House { // the others of the group can be brought along, but for mortgaged ones
			for l := levels[sp]; l < r.MostHouses(); l++ {
				for g := r.Groups[r.Spaces[sp].Group].Spaces &^ s.Mortgaged; g != 0; g = g.Rest() {
					levels[g.First()] = max(levels[g.First()], l)
				}
				levels[sp] = l
				if _, _, no := r.stepKind(s, &levels, s.Depots, seat, sp, b); no.OK() {
					prices[n] = r.Spaces[sp].House
					n++
				}
			}
			continue
		}
		if _, level, no := r.stepKind(s, &levels, s.Depots, seat, sp, b); no.OK() {
			prices[n] = r.StepPrice(sp, level)
			n++
		}
	}
	return n
}

// stepShortage carries the procedure on until a seat has to answer, bid or place.
func (t *Turn) stepShortage() bool {
	s := &t.S
	sh := &s.Shortage
	if sh.Asked != 0 || s.Auction.Open || sh.Placing >= 0 {
		return false
	}
	low := t.dropWishes()
	total, wishing := 0, Seats(0)
	for seat := Seat(0); uint8(seat) < s.NumSeats; seat++ {
		if n := int(sh.Wishes[seat]); n > 0 {
			total += n
			wishing = wishing.With(seat)
		}
	}
	switch {
	case wishing == 0:
		t.emit(Event{Kind: ShortageClosed, Seat: Nobody, Other: Nobody})
	case wishing.Len() == 1 && !t.R.FirstReading || total <= int(s.Stock[sh.Building]):
		t.sellPrinted()
	default:
		t.auctionBuilding(low, wishing)
	}
	return true
}

// dropWishes ends the wishes that no longer count: of seats that could place
// nothing, or whose cash does not cover the lowest bid. It returns that bid.
func (t *Turn) dropWishes() Money {
	s := &t.S
	for {
		low := t.R.contestMin(s)
		all := true
		for seat := Seat(0); uint8(seat) < s.NumSeats; seat++ {
			if s.Shortage.Wishes[seat] > 0 && (t.R.MaxBid(s, seat) < low && !t.R.FirstReading || !t.canPlaceAny(seat)) {
				t.emit(Event{Kind: WishStated, Seat: seat, Other: Nobody})
				all = false
			}
		}
		if all {
			return low
		}
	}
}

// contestMin is the lowest bid for the next contested building: the lowest
// printed price on the deeds where a remaining wish could be placed, or
// whatever the rulebook takes (R-SHORT-4).
func (r *Ruleset) contestMin(s *State) Money {
	low := Money(-1)
	for seat := Seat(0); uint8(seat) < s.NumSeats; seat++ {
		if s.Shortage.Wishes[seat] == 0 {
			continue
		}
		for own := s.Owned[seat]; own != 0; own = own.Rest() {
			if cost, no := r.canStepNow(s, seat, own.First(), s.Shortage.Building); no.OK() && (low < 0 || cost < low) {
				low = cost
			}
		}
	}
	return r.shortMin(low)
}

// canPlaceAny reports whether the seat could put a building of the contested kind somewhere.
func (t *Turn) canPlaceAny(seat Seat) bool {
	for own := t.S.Owned[seat]; own != 0; own = own.Rest() {
		if _, no := t.R.canStepNow(&t.S, seat, own.First(), t.S.Shortage.Building); no.OK() {
			return true
		}
	}
	return false
}

// sellPrinted gives the next buyer theirs at the printed price, the requester first.
func (t *Turn) sellPrinted() {
	s := &t.S
	sh := &s.Shortage
	seat := sh.Requester
	if sh.Wishes[seat] > 0 && !sh.Auctioned {
		steps, n := sh.Steps, sh.NumSteps
		t.emit(Event{Kind: WishStated, Seat: seat, Other: Nobody})
		for _, sp := range steps[:n] {
			if cost, no := t.R.canStepNow(s, seat, sp, sh.Building); no.OK() && s.Players[seat].Cash >= cost {
				t.raise(seat, sp, -1)
			}
		}
		return
	}
	for sh.Wishes[seat] == 0 {
		seat = s.Left(seat)
	}
	for own := s.Owned[seat]; own != 0; own = own.Rest() {
		cost, no := t.R.canStepNow(s, seat, own.First(), sh.Building)
		if no.OK() && s.Players[seat].Cash >= cost {
			t.emit(Event{Kind: PlacingOpened, Seat: seat, Other: Nobody, Flag: true})
			return
		}
	}
	t.emit(Event{Kind: WishStated, Seat: seat, Other: Nobody})
}

// auctionBuilding auctions one building among those who still wish one.
func (t *Turn) auctionBuilding(low Money, wishing Seats) {
	if !t.S.Shortage.Auctioned {
		t.emit(Event{Kind: ContestOpened, Seat: Nobody, Other: Nobody})
	}
	t.openAuction(Item{Kind: ItemBuilding, Space: NoSpace, Building: t.S.Shortage.Building}, low, wishing)
}

// hammerBuilding sells to the highest bidder, who places at once; no bid ends the procedure (R-SHORT-6, -7).
func (t *Turn) hammerBuilding(a AuctionState) {
	t.emit(Event{Kind: AuctionClosed, Seat: Nobody, Other: a.Bidder, Item: a.Item, Amount: a.Bid})
	if a.Bidder < 0 {
		t.emit(Event{Kind: ShortageClosed, Seat: Nobody, Other: Nobody})
		return
	}
	t.pay(a.Bidder, Bank, a.Bid, ForAuction, RShort6, NoSpace)
	t.emit(Event{Kind: PlacingOpened, Seat: a.Bidder, Other: Nobody, Amount: a.Bid})
}

func (r *Ruleset) canIntent(s *State, seat Seat, n int32) Refusal {
	if s.Phase() != PhaseIntent {
		return no(WrongPhase, RShort2)
	}
	if !s.Shortage.Asked.Has(seat) {
		return no(WrongSeat, RShort5)
	}
	if n < 0 || int(n) > r.WishLimit(s, seat, s.Shortage.Building) {
		return no(NoChoice, RShort2)
	}
	return Refusal{}
}

// placing reports whether a seat has to place a building, or to forgo it.
func (s *State) placing() bool {
	return s.Phase() == PhaseBuildingAuction && s.Shortage.Placing >= 0
}

func (r *Ruleset) canPlace(s *State, seat Seat, sp Space) Refusal {
	if !s.placing() {
		return no(WrongPhase, RShort6)
	}
	if seat != s.Shortage.Placing {
		return no(WrongSeat, RShort6)
	}
	cost, no := r.canStepNow(s, seat, sp, s.Shortage.Building)
	if no.OK() && s.Shortage.Printed && s.Players[seat].Cash < cost {
		return Refusal{Code: NoFunds, Rule: RBuild4}
	}
	return no
}

// canForgo: a buyer at the printed price may take no more;
// a building won by a bid has to be placed.
func (s *State) canForgo(seat Seat) Refusal {
	switch {
	case !s.Shortage.Printed:
		return no(WrongPhase, RShort6)
	case seat != s.Shortage.Placing:
		return no(WrongSeat, RShort7)
	}
	return Refusal{}
}

// forgo gives up the rest of a wish at the printed price.
func (t *Turn) forgo(seat Seat) {
	t.emit(Event{Kind: WishStated, Seat: seat, Other: Nobody})
	t.emit(Event{Kind: PlacingOpened, Seat: Nobody, Other: Nobody})
}

func (t *Turn) place(seat Seat, sp Space) {
	sh := t.S.Shortage
	price := sh.Price
	if sh.Printed {
		price = -1
	}
	t.raise(seat, sp, price)
	t.emit(Event{Kind: WishStated, Seat: seat, Other: Nobody, N: int32(sh.Wishes[seat]) - 1})
	t.emit(Event{Kind: PlacingOpened, Seat: Nobody, Other: Nobody})
}
