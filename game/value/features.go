package value

import "github.com/bankhalter/bankhalter/game"

// The features of a seat. Money is in mean prices of a deed, rent a lap in the same.
const (
	cashRoot = iota
	cashPlain
	cashShort
	cashFree
	liquid
	income
	incomeRoot
	outgo
	outgoLiquid
	growth
	growthRoot
	growthFull
	groupsWhole
	groupsFree
	groupsHeld
	groupsOpen
	groupsPart
	blocks
	stations
	utilities
	jailed
	jailedOutgo
	jailCards
	nextOutgo
	nextShort
	nextRuin
	nextIncome
	pledged
	deeds
	shareRent
	shareLiquid
	toMove
	tickets
	wealth
	NumFeatures
)

// names lists the features in order.
func names() []string {
	return []string{
		"cash_root", "cash", "cash_short", "cash_free", "liquid", "income", "income_root", "outgo", "outgo_liquid", "growth",
		"growth_root", "growth_full", "groups_whole", "groups_free", "groups_held", "groups_open", "groups_part", "blocks", "stations", "utilities",
		"jailed", "jailed_outgo", "jail_cards", "next_outgo", "next_short", "next_ruin", "next_income", "pledged", "deeds", "share_rent",
		"share_liquid", "to_move", "tickets", "wealth",
	}
}

// Features holds the features of every seat.
type Features [game.MaxSeats][NumFeatures]float32

// numSets is how many sets of weights there are: for two players, for three, and for more.
const numSets = 3

// scratch is what the features are made from.
type scratch struct {
	rent   [game.MaxSpaces]game.Money
	owner  [game.MaxSpaces]game.Seat
	paying game.Set // deeds that bring rent
	liquid [game.MaxSeats]game.Money
	wealth [game.MaxSeats]game.Money
	in     [game.MaxSeats]float32
	out    [game.MaxSeats]float32
	grow   [game.MaxSeats]float32
}

// Features measures every seat that is in the game.
func (m *Model) Features(p *Position, f *Features) {
	var x scratch
	for a := p.Alive; a != 0; a = a.Rest() {
		m.assets(p, a.First(), &x)
	}
	m.flows(p, &x)
	free := float32(p.Free.Len()) / float32(max(1, m.r.Deeds.Len()))
	others := float32(p.Alive.Len() - 1)
	var rents, sums float32
	for a := p.Alive; a != 0; a = a.Rest() {
		seat := a.First()
		y := &f[seat]
		cash, liq := float32(max(0, p.Cash[seat]))*m.scale, float32(max(0, x.liquid[seat]))*m.scale
		in, out := x.in[seat]*m.rate, x.out[seat]*m.rate
		afford, full := m.growth(p, seat)
		afford, full = afford*m.rate*others, full*m.rate*others
		y[cashRoot], y[cashPlain], y[cashShort], y[cashFree] = root(cash), min(cash, 20)/4, 1/(0.25+cash), min(cash, 10)*free
		y[liquid], y[income], y[incomeRoot], y[outgo] = root(liq), in/4, root(in), out/4
		y[outgoLiquid] = min(4, out/(0.5+liq))
		y[growth], y[growthRoot], y[growthFull] = afford/4, root(afford), root(full)
		m.parts(p, seat, y)
		y[jailCards] = float32(p.Cards[seat]&1 + p.Cards[seat]>>1&1)
		y[tickets] = float32(p.Tickets[seat])
		y[wealth] = root(float32(max(0, x.wealth[seat])) * m.scale)
		if p.Jailed.Has(seat) {
			y[jailed], y[jailedOutgo] = 1, out
		}
		if p.Next == seat {
			y[toMove] = 1
		}
		x.grow[seat] = in + float32(0.6*afford)
		rents += x.grow[seat]
		sums += liq
	}
	for a := p.Alive; a != 0; a = a.Rest() {
		seat := a.First()
		f[seat][shareRent] = x.grow[seat] / (0.2 + rents)
		f[seat][shareLiquid] = float32(max(0, x.liquid[seat])) * m.scale / (0.2 + sums)
		m.ahead(p, &x, seat, f)
	}
}

// assets adds up what a seat owns and finds the rent of each of its deeds.
func (m *Model) assets(p *Position, seat game.Seat, x *scratch) {
	r := m.r
	own := p.Owned[seat]
	liq, wealth := p.Cash[seat], p.Cash[seat]
	nStations, nUtilities := (own & r.Stations).Len(), (own & r.Utilities).Len()
	for d := own; d != 0; d = d.Rest() {
		sp := d.First()
		def := &r.Spaces[sp]
		wealth += def.Price
		if p.Mortgaged.Has(sp) {
			wealth -= def.Price / 2
			continue
		}
		liq += def.Mortgage
		var rent game.Money
		switch def.Kind {
		case game.KindStation:
			rent = r.StationRent[nStations]
			if p.Depots.Has(sp) {
				rent *= r.DepotFactor
				liq, wealth = liq+def.Depot/2, wealth+def.Depot
			}
		case game.KindUtility:
			rent = r.UtilityFactor[nUtilities] * 7
		default:
			if level := p.Level[sp]; level > 0 {
				rent = r.RentAt(sp, level)
				cost := game.Money(0)
				for l := uint8(1); l <= level; l++ {
					cost += r.StepPrice(sp, l)
				}
				liq, wealth = liq+cost/2, wealth+cost
			} else {
				rent = def.Rent[0] * m.bare(own&r.Groups[def.Group].Spaces, r.Groups[def.Group].Spaces)
			}
		}
		if rent > 0 {
			x.rent[sp], x.owner[sp] = rent, seat
			x.paying = x.paying.With(sp)
		}
	}
	x.liquid[seat], x.wealth[seat] = liq, wealth
}

// bare is the factor of the rent of unbuilt lots.
func (m *Model) bare(own, group game.Set) game.Money {
	switch (group &^ own).Len() {
	case 0:
		return m.r.GroupRentFactor()
	case 1:
		return m.r.MajorityRentFactor()
	}
	return 1
}

// flows adds up the rents that each seat earns and pays in one throw of every
// other seat, as far as they can be paid.
func (m *Model) flows(p *Position, x *scratch) {
	for d := x.paying; d != 0; d = d.Rest() {
		sp := d.First()
		owner, rent, odds := x.owner[sp], x.rent[sp], m.odds[sp]
		for a := p.Alive.Without(owner); a != 0; a = a.Rest() {
			seat := a.First()
			paid := float32(odds * float32(min(rent, max(0, x.liquid[seat]))))
			x.in[owner] += paid
			x.out[seat] += paid
		}
	}
}

// growth is the rent a throw that the seat could add by building, with what it can
// spend and with all the money in the world.
func (m *Model) growth(p *Position, seat game.Seat) (afford, full float32) {
	r := m.r
	own := p.Owned[seat]
	var can uint16
	var inside game.Set
	for i := range m.lots {
		g := &m.lots[i]
		missing := (g.spaces &^ own).Len()
		if missing > r.LotsMayLack() || own&g.spaces == 0 {
			continue
		}
		can |= 1 << i
		inside |= g.spaces
	}
	if can == 0 {
		return 0, 0
	}
	budget := p.Cash[seat]
	for d := own &^ inside &^ p.Mortgaged &^ p.Depots; d != 0; d = d.Rest() {
		budget += r.Spaces[d.First()].Mortgage
	}
	var built [game.MaxGroups]uint8
	for goal := uint8(3); ; goal = game.MaxLevel {
		for i := range m.lots {
			g := &m.lots[i]
			if can>>i&1 == 0 || p.Mortgaged&own&g.spaces != 0 && goal == 3 {
				continue
			}
			share := float32(1)
			if n := (own & g.spaces).Len(); n < g.size {
				share = float32(n) / float32(g.size)
			}
			if goal == 3 {
				built[i] = m.lowest(p, own&g.spaces)
				full += float32((g.rent[min(5, g.most)] - g.rent[built[i]]) * share)
			}
			for built[i] < min(goal, g.most) && p.Mortgaged&own&g.spaces == 0 {
				cost := game.Money(float32(g.price[built[i]+1]) * share)
				if cost > budget {
					break
				}
				budget -= cost
				built[i]++
				afford += float32((g.rent[built[i]] - g.rent[built[i]-1]) * share)
			}
		}
		if goal > 3 {
			return afford, full
		}
	}
}

func (m *Model) lowest(p *Position, lots game.Set) uint8 {
	low := p.Level[lots.First()]
	for l := lots.Rest(); l != 0; l = l.Rest() {
		low = min(low, p.Level[l.First()])
	}
	return low
}

// parts measures how far the seat has come with its groups, and whose way it is in.
func (m *Model) parts(p *Position, seat game.Seat, y *[NumFeatures]float32) {
	r := m.r
	own := p.Owned[seat]
	for i := range m.lots {
		g := &m.lots[i]
		mine := own & g.spaces
		if mine == 0 {
			continue
		}
		rest := g.spaces &^ own
		switch n := rest.Len(); {
		case n == 0 || n <= r.LotsMayLack():
			y[groupsWhole] += g.worth
		case n == 1+r.LotsMayLack() && rest&p.Free != 0:
			y[groupsFree] += g.worth
		case n == 1+r.LotsMayLack():
			y[groupsHeld] += g.worth
		case rest&^p.Free == 0:
			y[groupsOpen] += g.worth
		default:
			y[groupsPart] += g.worth
		}
		for a := p.Alive.Without(seat); a != 0; a = a.Rest() {
			if theirs := p.Owned[a.First()] & g.spaces; theirs != 0 && (g.spaces&^theirs).Len() == 1+r.LotsMayLack() {
				y[blocks] += g.worth
			}
		}
	}
	y[stations] = part(own&r.Stations, r.Stations)
	y[utilities] = part(own&r.Utilities, r.Utilities)
	var value, lent game.Money
	for d := own; d != 0; d = d.Rest() {
		if sp := d.First(); p.Mortgaged.Has(sp) {
			lent += r.Spaces[sp].Mortgage
		} else {
			value += r.Spaces[sp].Price
		}
	}
	y[pledged], y[deeds] = root(float32(lent)*m.scale), float32(value)*m.scale/4
}

// part is the square of a share: each more is worth more than the one before.
func part(some, all game.Set) float32 {
	if all == 0 {
		return 0
	}
	share := float32(some.Len()) / float32(all.Len())
	return share * share
}

// ahead looks at the next throw of a seat: what it will pay and whether it can.
func (m *Model) ahead(p *Position, x *scratch, seat game.Seat, f *Features) {
	if p.Jailed.Has(seat) {
		return
	}
	y := &f[seat]
	at := int(p.Space[seat])
	for n := 2; n <= maxPips; n++ {
		chance := m.pips[n]
		if chance == 0 {
			continue
		}
		sp := at + n
		if sp >= int(m.r.Size) {
			sp -= int(m.r.Size)
		}
		if !x.paying.Has(game.Space(sp)) || x.owner[sp] == seat { //nolint:gosec // on the board
			continue
		}
		rent := x.rent[sp]
		paid := float32(chance * float32(min(rent, max(0, x.liquid[seat]))) * m.scale)
		y[nextOutgo] += paid
		f[x.owner[sp]][nextIncome] += paid
		if rent > p.Cash[seat] {
			y[nextShort] += chance
		}
		if rent > x.liquid[seat] {
			y[nextRuin] += chance
		}
	}
}
