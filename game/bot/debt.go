package bot

import "github.com/bankhalter/bankhalter/game"

// debt raises the money owed: single deeds first, then the rest of the unbuilt
// ones, buildings last; it gives up only when nothing can help.
func (v *eye) debt() bool {
	need := v.s.Debts[0].Amount - v.me.Cash
	if need <= 0 {
		return v.say(game.PayDebt)
	}
	if v.r.Liquidation(v.s, v.seat) < v.s.Debts[0].Amount {
		return v.say(game.DeclareBankruptcy)
	}
	return v.raise(need)
}

// raise is one step of turning goods into cash, false if none is possible.
func (v *eye) raise(need game.Money) bool {
	if sp := v.cheapest(v.bare(), need); sp != game.NoSpace && v.try(game.Mortgage, sp) {
		return true
	}
	if v.own&v.s.Built != 0 && v.sellHouses(need) {
		return true
	}
	return v.raiseAnyhow()
}

// raiseAnyhow takes the first mortgage or sale that is accepted.
func (v *eye) raiseAnyhow() bool {
	for m := v.own &^ v.s.Mortgaged; m != 0; m = m.Rest() {
		if v.try(game.Mortgage, m.First()) {
			return true
		}
	}
	for m := v.own & (v.s.Built | v.s.Depots); m != 0; m = m.Rest() {
		if v.tryStep(game.Sell, m.First()) {
			return true
		}
	}
	for g := range v.r.NumGroups {
		v.say(game.SellGroup)
		if v.c.Group = g; v.accepted() {
			return true
		}
	}
	return false
}

// bare is the set of the seat's free deeds in groups without buildings.
func (v *eye) bare() game.Set {
	free := v.own &^ v.s.Mortgaged &^ v.s.Depots
	if v.s.Built == 0 {
		return free
	}
	for i := range v.r.Groups[:v.r.NumGroups] {
		if g := v.r.Groups[i].Spaces; g&v.s.Built != 0 {
			free &^= g
		}
	}
	return free
}

// cheapest is the deed to mortgage first: single ones before those of a group,
// the smallest that covers the need, else the dearest.
func (v *eye) cheapest(spaces game.Set, need game.Money) game.Space {
	best, rank := game.NoSpace, game.Money(1<<30)
	for m := spaces; m != 0; m = m.Rest() {
		sp := m.First()
		value := v.r.Spaces[sp].Mortgage
		here := value // up to the need: the less over, the better
		if value < need {
			here = 1<<24 - value
		}
		if !v.single(sp) {
			here += 1 << 25
		}
		if here < rank {
			best, rank = sp, here
		}
	}
	return best
}

// sellHouses takes the top buildings off the highest lots of the group that
// misses them least, as many as the need asks.
func (v *eye) sellHouses(need game.Money) bool {
	lots := v.own & v.s.Built
	sp := v.leastMissed(v.tops(lots))
	level := v.s.Level[sp]
	v.say(game.Sell)
	for m := lots & v.r.Groups[v.r.Spaces[sp].Group].Spaces; m != 0 && need > 0; m = m.Rest() {
		if l := m.First(); v.s.Level[l] == level {
			v.c.Spaces[v.c.Steps] = l
			v.c.Steps++
			need -= v.r.SellPrice(v.s, l)
		}
	}
	return v.accepted()
}

// tops keeps the highest lots of each group.
func (v *eye) tops(lots game.Set) game.Set {
	var tops game.Set
	for i := range v.r.Groups[:v.r.NumGroups] {
		in := lots & v.r.Groups[i].Spaces
		if in == 0 {
			continue
		}
		high := v.s.Level[v.extreme(in, true)]
		for m := in; m != 0; m = m.Rest() {
			if v.s.Level[m.First()] == high {
				tops = tops.With(m.First())
			}
		}
	}
	return tops
}

// leastMissed is the lot whose top building brings the least rent for its price.
func (v *eye) leastMissed(lots game.Set) game.Space {
	best, least := lots.First(), game.Money(0)
	for m := lots; m != 0; m = m.Rest() {
		sp := m.First()
		price := max(v.r.SellPrice(v.s, sp), 1)
		l := v.s.Level[sp]
		lost := game.Money(0)
		if l > 0 {
			lost = v.r.RentAt(sp, l) - v.rentAt(sp, l-1)
		}
		if rate := lost * 16 / price; m == lots || rate < least {
			best, least = sp, rate
		}
	}
	return best
}

// pledgeable is the money that mortgaging the single unbuilt deeds would bring.
func (v *eye) pledgeable() game.Money {
	var sum game.Money
	for m := v.bare(); m != 0; m = m.Rest() {
		if sp := m.First(); v.single(sp) {
			sum += v.r.Spaces[sp].Mortgage
		}
	}
	return sum
}

// pledge mortgages the single deed of least use.
func (v *eye) pledge() bool {
	best := game.NoSpace
	for m := v.bare(); m != 0; m = m.Rest() {
		sp := m.First()
		if v.single(sp) && (best == game.NoSpace || v.r.Spaces[sp].Mortgage < v.r.Spaces[best].Mortgage) {
			best = sp
		}
	}
	return best != game.NoSpace && v.sayAt(game.Mortgage, best)
}

// settle answers a debtor's offer: goods must be worth the credit.
func (v *eye) settle() bool {
	s := v.s
	if s.NumDebts == 0 || s.Debts[0].Creditor != v.seat {
		return false
	}
	worth := v.gain(v.seat, &game.Terms{}, &s.Offer.Give)
	if worth >= s.Offer.Credit && v.say(game.AcceptSettlement) && v.accepted() {
		return true
	}
	return v.say(game.RejectSettlement)
}
