package bot

import "github.com/bankhalter/bankhalter/game"

// bid answers a running auction: up to what the item is worth, never more than the cash covers.
func (v *eye) bid() bool {
	unit := v.r.Step()
	least, cover := v.bidRange()
	if least > cover {
		return v.say(game.Pass)
	}
	limit := min(v.limit(), cover) / unit * unit
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

// bidRange returns the least bid that counts, and what the cash covers.
func (v *eye) bidRange() (least, cover game.Money) {
	a := &v.s.Auction
	least = max(a.Min, v.r.Step())
	if a.Bidder >= 0 {
		least = a.Bid + v.r.Step()
	}
	return least, v.me.Cash - v.s.DebtOf(v.seat)
}

// raiseTo opens deeds at half the limit, other things at the least, and then
// goes up by a tenth of the limit, so that an auction takes a handful of bids.
func (v *eye) raiseTo(least, limit game.Money) game.Money {
	want := least + limit/10
	if v.s.Auction.Bidder < 0 {
		want = least
		if v.s.Auction.Item.Kind == game.ItemDeed {
			want = limit / 2
		}
	}
	return min(max(v.r.Whole(want), least), limit)
}

// limit is the most the seat would pay for the item.
func (v *eye) limit() game.Money {
	a := &v.s.Auction
	switch a.Item.Kind {
	case game.ItemDeed:
		value := v.p.Bid * v.deedWorth(a.Item.Space) / 100
		if v.completes(a.Item.Space) {
			return min(value, v.me.Cash-v.r.JailFine())
		}
		return min(value, v.spare())
	case game.ItemBuilding:
		return v.buildingLimit(a.Item.Building)
	case game.ItemJailCard:
		return min(v.r.JailFine()*v.p.Bid/100, v.spare())
	case game.NoItem:
	}
	return 0
}

// buildingLimit is a fifth above the highest printed price of a lot on which
// the seat would put the contested building.
func (v *eye) buildingLimit(b game.Building) game.Money {
	var price game.Money
	for m := v.own; m != 0; m = m.Rest() {
		if kind, cost := v.r.NextStep(v.s, m.First()); kind == b && v.r.MayHouse(v.s, v.seat, v.r.Spaces[m.First()].Group) {
			price = max(price, cost)
		}
	}
	return price * 6 / 5
}
