package scenario

import (
	"github.com/bankhalter/bankhalter/game"
)

var deedKeys = []string{"space", "mortgaged", "houses", "hotel", "skyscraper", "depot", "paid"}

// deed places a deed and its buildings.
func (p *position) deed(seat game.Seat, n node) {
	if !n.object(deedKeys...) {
		return
	}
	at := n.get("space")
	if !at.has() {
		at.bad("missing")
	}
	sp, ok := at.space(p.r.Size)
	if !ok || !p.place(sp, at) {
		return
	}
	p.s.Owned[seat] = p.s.Owned[seat].With(sp)
	if n.get("mortgaged").flag() {
		p.s.Mortgaged = p.s.Mortgaged.With(sp)
	}
	p.depot(sp, n)
	level := p.level(sp, n)
	if level > 0 && p.s.Mortgaged.Has(sp) {
		n.bad("mortgaged and built on (%s)", game.RMort2)
	}
	p.s.Level[sp] = level
	if level > 0 {
		p.s.Built = p.s.Built.With(sp)
	}
	p.count(level)
	p.paid(sp, level, n.get("paid"))
}

// place takes a deed from the bank; false after a complaint.
func (p *position) place(sp game.Space, n node) bool {
	if !p.r.Deeds.Has(sp) {
		n.bad("space %d is no deed", sp)
		return false
	}
	if p.at[sp] != "" {
		n.bad("space %d is already at %s", sp, p.at[sp])
		return false
	}
	p.at[sp] = n.place
	p.s.Free = p.s.Free.Without(sp)
	return true
}

func (p *position) soldElsewhere(n node) {
	for _, one := range n.list(game.MaxSpaces) {
		if sp, ok := one.space(p.r.Size); ok {
			p.place(sp, one)
		}
	}
}

func (p *position) depot(sp game.Space, n node) {
	at := n.get("depot")
	if !at.flag() {
		return
	}
	switch {
	case !p.r.HasDepots():
		at.bad("this rulebook has no depots")
	case !p.r.Stations.Has(sp):
		at.bad("depots stand on stations only (%s)", game.RMbuild7)
	case p.s.Mortgaged.Has(sp):
		n.bad("mortgaged and built on (%s)", game.RMbuild7)
	default:
		p.s.Depots = p.s.Depots.With(sp)
		p.s.PaidFor(sp)[0] = p.r.Spaces[sp].Depot
		p.stock[game.Depot]++
	}
}

// level reads how far a lot is built.
func (p *position) level(sp game.Space, n node) uint8 {
	houses, hotel, skyscraper := n.get("houses"), n.get("hotel"), n.get("skyscraper")
	level := uint8(houses.orElse(0, int(p.r.MostHouses()), 0))
	tall := hotel.flag()
	sky := skyscraper.flag()
	if !p.r.Lots.Has(sp) {
		if level > 0 || tall || sky {
			n.bad("only lots take houses, hotels and skyscrapers (%s)", game.RBuild14)
		}
		return 0
	}
	if sky && !p.r.HasSkyscrapers() {
		skyscraper.bad("this rulebook has no skyscrapers")
		return 0
	}
	if tall && sky || level > 0 && (tall || sky) {
		n.bad("houses, a hotel and a skyscraper do not stand on one lot together")
		return 0
	}
	switch {
	case sky:
		return p.r.HotelLevel() + 1
	case tall:
		return p.r.HotelLevel()
	}
	return level
}

// count notes the buildings that a lot takes from the stock.
func (p *position) count(level uint8) {
	switch hotel := p.r.HotelLevel(); {
	case level > hotel:
		p.stock[game.Skyscraper]++
	case level == hotel:
		p.stock[game.Hotel]++
	default:
		p.stock[game.House] += int(level)
	}
}

// paid notes the cost of the buildings: the printed prices unless given otherwise.
func (p *position) paid(sp game.Space, level uint8, n node) {
	for l := uint8(1); l <= level; l++ {
		p.s.PaidFor(sp)[l-1] = p.r.StepPrice(sp, l)
	}
	if !n.has() {
		return
	}
	buildings := int(level)
	if p.s.Depots.Has(sp) {
		buildings = 1
	}
	prices := n.list(maxList)
	if len(prices) != buildings {
		n.bad("%d prices for %d buildings, from the bottom up", len(prices), buildings)
		return
	}
	for i, one := range prices {
		price, _ := one.number(0, maxPrice)
		p.s.PaidFor(sp)[i] = game.Money(price)
	}
}

// groups judges the buildings of each owner in each colour group.
func (p *position) groups() {
	for g := range p.r.NumGroups {
		if p.r.Groups[g].Kind != game.KindLot {
			continue
		}
		for seat := range p.s.Owned[:p.seats] {
			if lots := p.r.Groups[g].Spaces & p.s.Owned[seat]; lots&p.s.Built != 0 {
				p.built(game.Seat(seat), g, lots)
			}
		}
	}
}

func (p *position) built(seat game.Seat, g uint8, lots game.Set) {
	s, r := &p.s, p.r
	place := p.at[(lots & s.Built).First()]
	if !r.MayHouse(s, seat, g) {
		p.add(place, "built on, but too few lots of the group are owned (%s)", game.RBuild1)
	}
	low, high := uint8(255), uint8(0)
	for l := lots; l != 0; l = l.Rest() {
		low, high = min(low, s.Level[l.First()]), max(high, s.Level[l.First()])
	}
	if high > low+1 && !r.MaySellUnevenly() {
		p.add(place, "uneven: the lots of the group differ by more than one building (%s)", game.RBuild5)
	}
	if high > r.HotelLevel() && (!r.WholeGroup(s, seat, g) || low < r.HotelLevel() && !r.MayBuildUnevenly()) {
		p.add(place, "a skyscraper needs the whole group and a hotel on every lot (%s)", game.RMbuild2)
	}
	if r.MortgageNeedsClearGroup() && lots&s.Mortgaged != 0 {
		p.add(place, "built on, but a lot of the group is mortgaged (%s)", game.RMort2)
	}
}
