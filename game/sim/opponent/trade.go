package opponent

import "github.com/bankhalter/bankhalter/game"

// premium accepts what brings half as much again as it gives by printed prices,
// and a deed that completes a group only for three times its price.
func premium(v *view, get, give *game.Terms) bool {
	if give.Deeds&v.s.Mortgaged|get.Deeds&v.s.Mortgaged != 0 {
		return false
	}
	in, out := v.printed(get.Deeds)+get.Cash, v.printed(give.Deeds)+give.Cash
	switch own := v.s.Owned[v.seat]; {
	case v.completes(own, get.Deeds) && !v.gives(give):
		return give.Cash <= 2*v.printed(get.Deeds)
	case v.gives(give):
		return in >= 3*out
	default:
		return 2*in >= 3*out
	}
}

// gives reports whether the goods complete a group for anybody else.
func (v *view) gives(goods *game.Terms) bool {
	for i := range v.s.Owned[:v.s.NumSeats] {
		if game.Seat(i) != v.seat && v.completes(v.s.Owned[i], goods.Deeds) {
			return true
		}
	}
	return false
}

// bargain accepts only a deed that completes a group of its own, for cash.
func bargain(v *view, get, give *game.Terms) bool {
	return give.Deeds == 0 && v.completes(v.s.Owned[v.seat], get.Deeds) && give.Cash <= 2*v.printed(get.Deeds)
}

// lap is how many turns of its own the seat has had, which moves its prices.
func (v *view) lap() int { return int(v.s.Turn.Number) / max(1, v.s.Alive().Len()) }

// percent is a share of an amount that can be paid, at least the smallest.
func (v *view) percent(amount game.Money, percent int) game.Money {
	return max(v.r.Step(), v.r.Whole(amount*game.Money(percent)/100))
}

// haggle buys what it lacks for a group from the printed price upwards, and
// sells what helps no group of its own from 120 % of it downwards to the richest other
// player, even if it completes a group of theirs. A refused proposal is followed by the next one.
func haggle(v *view, c *game.Command) bool {
	if v.s.NumTrades > 0 {
		return false // one at a time
	}
	if lack, from, ok := v.lacking(); ok {
		price := v.percent(v.r.Spaces[lack].Price, 100+10*(v.lap()%12))
		if price <= v.s.Players[v.seat].Cash {
			c.To, c.Want.Deeds, c.Give.Cash = from, game.SetOf(lack), price
			if v.r.Check(v.s, c).OK() {
				return true
			}
		}
	}
	c.Want, c.Give = game.Terms{}, game.Terms{}
	c.To = v.richest()
	for m := v.r.Tradeable(v.s, v.seat) &^ v.s.Mortgaged; m != 0; m = m.Rest() {
		sp := m.First()
		if v.useful(v.s.Owned[v.seat], sp) {
			continue
		}
		c.Give.Deeds, c.Want.Cash = game.SetOf(sp), v.percent(v.r.Spaces[sp].Price, 120-5*(v.lap()%8))
		if c.Want.Cash <= v.s.Players[c.To].Cash && v.r.Check(v.s, c).OK() {
			return true
		}
	}
	return false
}

// lacking finds the cheapest deed by which another keeps the seat from a group, and its owner.
func (v *view) lacking() (best game.Space, from game.Seat, ok bool) {
	own := v.s.Owned[v.seat]
	for i := range v.r.Groups[:v.r.NumGroups] {
		g := &v.r.Groups[i]
		rest := g.Spaces &^ own
		if g.Kind != game.KindLot || rest == g.Spaces || rest.Len() != 1 || rest&v.s.Free != 0 {
			continue
		}
		sp := rest.First()
		owner := v.s.Owner(sp)
		if owner >= 0 && (!ok || v.r.Spaces[sp].Price < v.r.Spaces[best].Price) {
			best, from, ok = sp, owner, true
		}
	}
	return best, from, ok
}

// richest is the other player who has most money.
func (v *view) richest() game.Seat {
	best := v.s.Left(v.seat)
	for a := v.s.Alive().Without(v.seat); a != 0; a = a.Rest() {
		if v.s.Players[a.First()].Cash > v.s.Players[best].Cash {
			best = a.First()
		}
	}
	return best
}

// asks is how many of its own turns pass between two proposals of a player who only buys.
const asks = 3

// buysSingles asks another player for a deed at one unit above its printed price: each of them in
// turn, for those of groups of which the seat has a part first. It never sells.
func buysSingles(v *view, c *game.Command) bool {
	lap := v.lap()
	if lap%asks != 0 || v.s.NumMade > 0 {
		return false
	}
	own := v.s.Owned[v.seat]
	from := v.seat
	for range lap / asks % max(1, v.s.Alive().Len()-1) {
		from = v.s.Left(from)
	}
	for a := v.s.Alive().Without(v.seat); a != 0; a = a.Without(from) {
		if from = v.s.Left(from); from == v.seat {
			from = v.s.Left(from)
		}
		best := game.NoSpace
		for m := v.r.Tradeable(v.s, from) &^ v.s.Mortgaged; m != 0; m = m.Rest() {
			sp := m.First()
			price := v.r.Spaces[sp].Price + v.r.Step()
			if price > v.s.Players[v.seat].Cash {
				continue
			}
			if best == game.NoSpace || v.useful(own, sp) && !v.useful(own, best) {
				best, c.To, c.Give.Cash, c.Want.Deeds = sp, from, price, game.SetOf(sp)
			}
		}
		if best != game.NoSpace {
			return true
		}
	}
	return false
}
