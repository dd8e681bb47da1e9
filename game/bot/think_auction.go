package bot

import "github.com/bankhalter/bankhalter/game"

// bid answers a running auction up to the price at which having the item is as
// good as leaving it to the rival who needs it most.
func (v *mind) bid() bool {
	a := &v.s.Auction
	if a.Item.Kind != game.ItemDeed {
		return v.eye.bid()
	}
	unit := v.r.Step()
	least, cover := v.bidRange()
	if least > cover {
		return v.say(game.Pass)
	}
	limit := max(v.dearest(a.Item.Space, least, cover), min(v.worthAtOnce(a.Item.Space), cover)) / unit * unit
	if least > limit {
		return v.say(game.Pass)
	}
	amount := limit
	if !v.r.SealedBids() {
		amount = v.raiseTo(least, limit)
	}
	v.say(game.Bid)
	v.c.Amount = amount
	return true
}

// worthAtOnce is the highest price at which a deed can be mortgaged at once for more than it costs.
func (v *mind) worthAtOnce(sp game.Space) game.Money {
	if v.s.Mortgaged.Has(sp) {
		return 0
	}
	return v.r.Spaces[sp].Mortgage - v.r.Step()
}

// dearest is the highest price in a range at which the seat would rather have
// the deed than leave it at about that price, 0 if there is none.
func (v *mind) dearest(sp game.Space, low, high game.Money) game.Money {
	v.look()
	better := func(price game.Money) bool {
		mine, theirs := v.pos, v.pos
		mine.Give(sp, v.seat)
		mine.Pay(v.seat, game.Bank, price)
		v.toRival(&theirs, sp, max(v.r.Step(), price-v.r.Step()))
		return v.chance(&mine) > v.chance(&theirs)
	}
	if !better(low) {
		return 0
	}
	for range 6 {
		if high-low <= v.r.Step() {
			break
		}
		if middle := v.r.Whole((low + high + 1) / 2); better(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// contest bids for a contested building: at the least if nobody has bid yet, for
// a requester that lets its buildings go would ask for them for ever.
func (v *mind) contest() bool {
	a := &v.s.Auction
	if v.s.Shortage.Placing != v.seat && a.Open && a.Bidder < 0 && v.s.Shortage.Requester == v.seat {
		v.say(game.Bid)
		if v.c.Amount = v.r.MinBid(v.s); v.accepted() {
			return true
		}
	}
	return v.eye.contest()
}
