package bot

import "github.com/bankhalter/bankhalter/game"

// debt raises what is owed: single deeds first, then the rest of the unbuilt
// ones, buildings last; it gives up only when nothing can help.
func (v *eye) debt(opts []game.Option) (game.Command, bool) {
	if c, ok := confirm(opts, v.move(game.PayDebt)); ok {
		return c, true
	}
	if c, ok := confirm(opts, v.move(game.DeclareBankruptcy)); ok {
		return c, true
	}
	return v.raise(opts, v.s.Debts[0].Amount-v.me.Cash)
}

// raise is one step of turning goods into cash, false if none is possible.
func (v *eye) raise(opts []game.Option, need game.Money) (game.Command, bool) {
	if o := find(opts, game.Mortgage); o != nil {
		if sp := v.cheapest(o.Spaces, need, true); sp != game.NoSpace {
			return v.at(game.Mortgage, sp), true
		}
		if sp := v.cheapest(o.Spaces, need, false); sp != game.NoSpace {
			return v.at(game.Mortgage, sp), true
		}
	}
	if o := find(opts, game.Sell); o != nil && o.Spaces != 0 {
		return game.MoveSteps(game.Sell, v.seat, v.leastMissed(o.Spaces)), true
	}
	if o := find(opts, game.SellGroup); o != nil && o.Groups != 0 {
		c := v.move(game.SellGroup)
		for c.Group = 0; o.Groups>>c.Group&1 == 0; c.Group++ {
		}
		return c, true
	}
	return game.Command{}, false
}

// cheapest is the deed whose mortgage covers the need with the least rent lost, or the highest mortgage if none does.
func (v *eye) cheapest(spaces game.Set, need game.Money, onlySingle bool) game.Space {
	best, covers := game.NoSpace, false
	for m := spaces; m != 0; m = m.Rest() {
		sp := m.First()
		if onlySingle && !v.single(sp) {
			continue
		}
		value := v.r.Spaces[sp].Mortgage
		switch {
		case best == game.NoSpace, value >= need && !covers:
			best, covers = sp, value >= need
		case covers && value >= need && value < v.r.Spaces[best].Mortgage:
			best = sp
		case !covers && value > v.r.Spaces[best].Mortgage:
			best = sp
		}
	}
	return best
}

// leastMissed is the lot whose top building brings the least rent for its price.
func (v *eye) leastMissed(lots game.Set) game.Space {
	best, least := lots.First(), game.Money(0)
	for m := lots; m != 0; m = m.Rest() {
		sp := m.First()
		price := max(v.r.SellPrice(v.s, sp), 1)
		lost := game.Money(0)
		if l := v.s.Level[sp]; l > 1 {
			lost = v.r.RentAt(sp, l) - v.r.RentAt(sp, l-1)
		} else if l == 1 {
			lost = v.r.RentAt(sp, 1) - v.r.Spaces[sp].Rent[0]
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
	for m := v.own &^ v.s.Mortgaged; m != 0; m = m.Rest() {
		if sp := m.First(); v.single(sp) && v.clear(v.r.Spaces[sp].Group) {
			sum += v.r.Spaces[sp].Mortgage
		}
	}
	return sum
}

// pledge mortgages the single deed of least use; without options it only tells
// whether there is one.
func (v *eye) pledge(opts []game.Option) (game.Command, bool) {
	spaces := v.own &^ v.s.Mortgaged
	if opts != nil {
		o := find(opts, game.Mortgage)
		if o == nil {
			return game.Command{}, false
		}
		spaces = o.Spaces
	}
	best := game.NoSpace
	for m := spaces; m != 0; m = m.Rest() {
		sp := m.First()
		if !v.single(sp) || !v.clear(v.r.Spaces[sp].Group) {
			continue
		}
		if best == game.NoSpace || v.r.Spaces[sp].Mortgage < v.r.Spaces[best].Mortgage {
			best = sp
		}
	}
	return v.at(game.Mortgage, best), best != game.NoSpace
}

// settle answers a debtor's offer: goods must be worth the credit.
func (v *eye) settle(opts []game.Option) (game.Command, bool) {
	if find(opts, game.AcceptSettlement) == nil && find(opts, game.RejectSettlement) == nil {
		return game.Command{}, false
	}
	gain := v.gain(v.seat, game.Terms{}, v.s.Offer.Give)
	if gain >= v.s.Offer.Credit {
		if c, ok := confirm(opts, v.move(game.AcceptSettlement)); ok {
			return c, true
		}
	}
	return confirm(opts, v.move(game.RejectSettlement))
}
