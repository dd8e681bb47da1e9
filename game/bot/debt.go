package bot

import "github.com/bankhalter/bankhalter/game"

// debt raises what is owed: single deeds first, then the rest of the unbuilt
// ones, buildings last; it gives up only when nothing can help.
func (v *eye) debt() (game.Command, bool) {
	need := v.s.Debts[0].Amount - v.me.Cash
	if need <= 0 {
		return v.confirm(v.move(game.PayDebt))
	}
	if v.r.Liquidation(v.s, v.seat) < v.s.Debts[0].Amount {
		return v.confirm(v.move(game.DeclareBankruptcy))
	}
	return v.raise(need)
}

// raise is one step of turning goods into cash, false if none is possible.
func (v *eye) raise(need game.Money) (game.Command, bool) {
	if sp := v.cheapest(v.bare(), need); sp != game.NoSpace {
		if c, ok := v.confirm(v.at(game.Mortgage, sp)); ok {
			return c, true
		}
	}
	if v.own&v.s.Built != 0 {
		if c, ok := v.sellHouses(need); ok {
			return c, true
		}
	}
	return v.raiseListed(need)
}

// raiseListed goes by the options: whatever may be mortgaged or sold.
func (v *eye) raiseListed(need game.Money) (game.Command, bool) {
	if o := v.find(game.Mortgage); o != nil {
		if sp := v.cheapest(o.Spaces, need); sp != game.NoSpace {
			return v.at(game.Mortgage, sp), true
		}
	}
	if o := v.find(game.Sell); o != nil && o.Spaces != 0 {
		return game.MoveSteps(game.Sell, v.seat, v.leastMissed(o.Spaces)), true
	}
	if o := v.find(game.SellGroup); o != nil && o.Groups != 0 {
		c := v.move(game.SellGroup)
		for o.Groups>>c.Group&1 == 0 {
			c.Group++
		}
		return c, true
	}
	return game.Command{}, false
}

// bare is the set of the seat's free deeds in whose groups nothing stands.
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
	best, rank := game.NoSpace, maxMoney
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

// sellHouses takes houses off the highest lots of the group that misses them
// least, as many as the need asks; hotels are left to the list of options.
func (v *eye) sellHouses(need game.Money) (game.Command, bool) {
	lots := v.own & v.s.Built
	sp := v.leastMissed(v.tops(lots))
	level := v.s.Level[sp]
	if level > v.r.HousesPerLot {
		return game.Command{}, false
	}
	c := v.move(game.Sell)
	for m := lots & v.r.Groups[v.r.Spaces[sp].Group].Spaces; m != 0 && need > 0; m = m.Rest() {
		if l := m.First(); v.s.Level[l] == level {
			c.Spaces[c.Steps] = l
			c.Steps++
			need -= v.r.SellPrice(v.s, l)
		}
	}
	return v.confirm(c)
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

// pledgeable is what mortgaging the single unbuilt deeds would bring.
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
func (v *eye) pledge() (game.Command, bool) {
	best := game.NoSpace
	for m := v.bare(); m != 0; m = m.Rest() {
		sp := m.First()
		if v.single(sp) && (best == game.NoSpace || v.r.Spaces[sp].Mortgage < v.r.Spaces[best].Mortgage) {
			best = sp
		}
	}
	if best == game.NoSpace {
		return game.Command{}, false
	}
	return v.confirm(v.at(game.Mortgage, best))
}

// settle answers a debtor's offer: goods must be worth the credit.
func (v *eye) settle() (game.Command, bool) {
	if !v.s.Offer.Open || v.s.NumDebts == 0 || v.s.Debts[0].Creditor != v.seat {
		return game.Command{}, false
	}
	give := &v.s.Offer.Give
	if v.gain(v.seat, &game.Terms{}, give) >= v.s.Offer.Credit && give.Cash <= v.s.Players[v.s.Debts[0].Debtor].Cash {
		if c, ok := v.confirm(v.move(game.AcceptSettlement)); ok {
			return c, true
		}
	}
	return v.confirm(v.move(game.RejectSettlement))
}
