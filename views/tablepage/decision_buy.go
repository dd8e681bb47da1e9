package tablepage

import (
	"cmp"
	"math/bits"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

func (v *view) decideBuy(a *act) {
	sp := v.s.Turn.Space
	if v.s.Turn.Seat != v.me || !v.r.Deeds.Has(sp) {
		return
	}
	price := v.r.Spaces[sp].Price
	a.Title = v.T("act.buy", "Space", v.Subject(sp))
	a.What = v.gain(sp)
	decline := v.move(game.Decline)
	if !v.r.AuctionsDeclined() {
		decline.Label = v.T("act.decline_none")
	}
	if o, ok := v.opt(game.Buy); ok {
		b := v.move(game.Buy)
		b.Price = v.Money(o.Min)
		b.Small = []string{v.keep(o.Min)}
		a.Go = &b
	} else if missing := price - v.cash(); missing > 0 {
		short := "act.buy_short"
		if !v.r.AuctionsDeclined() {
			short = "act.buy_short_only"
		}
		a.Need = v.T(short, "Money", v.Money(missing))
		v.raiseToBuy(a, missing)
	}
	if !v.has(game.Decline) {
		return
	}
	if a.Go == nil {
		a.Go = &decline
		return
	}
	if v.r.AuctionsDeclined() && v.lessonNow() != LessonBuy { // whose tip says so
		a.Hints = append(a.Hints, v.T("act.decline_small"))
	}
	a.Alts = append(a.Alts, decline)
}

// raiseToBuy says how the missing money can be come by, if it can.
func (v *view) raiseToBuy(a *act, missing game.Money) {
	way := v.raise(missing)
	if !way.Enough {
		a.Need = v.T("act.buy_never", "Money", v.Money(missing))
		return
	}
	parts := make([]string, 0, len(way.Steps))
	for _, f := range v.raiseLines(&way) {
		parts = append(parts, f.Label+" ("+f.Money+")")
	}
	a.Hints = append(a.Hints, v.T("act.buy_way", "List", v.List(parts)))
	b := v.raiseButton(&way.Steps[0])
	b.ID, b.Price = "a-"+b.ID, "+"+v.Money(way.Steps[0].Brings)
	a.Steps = append(a.Steps, b)
}

// gain says in a sentence what the deed would mean to the viewer.
func (v *view) gain(sp game.Space) string {
	def := &v.r.Spaces[sp]
	have, size := v.groupCount(v.me, def.Group)
	have++
	n := []string{"Group", v.Group(def.Group), "Have", page.Itoa(have), "Size", page.Itoa(size)}
	switch def.Kind {
	case game.KindStation:
		return v.T("act.buy_stations", append(n, "Money", v.Money(v.r.StationRent[have]))...)
	case game.KindUtility:
		return v.T("act.buy_utilities", append(n, "Factor", v.number(v.r.UtilityFactor[have]))...)
	default:
	}
	key := "act.factor." + page.Itoa(v.r.GroupRentFactor())
	if have == size && v.Has(key) {
		return v.T("act.buy_whole", append(n, "Factor", v.T(key))...)
	}
	return v.T("act.buy_some", n...)
}

func (v *view) decideAuction(a *act) {
	au := &v.s.Auction
	if o, ok := v.opt(game.Place); ok {
		v.decidePlace(a, o)
		return
	}
	if !au.Open {
		return
	}
	item := v.NamedItem(au.Item)
	switch {
	case au.Bid == 0:
		a.Title = v.T("act.auction_none", "Item", item)
	case au.Bidder == v.me:
		a.Title = v.T("act.auction_you", "Money", v.Money(au.Bid), "Item", item)
	default:
		a.Title = v.T("act.auction_led", "Name", v.Name(au.Bidder), "Money", v.Money(au.Bid), "Item", item)
	}
	if au.Item.Kind == game.ItemDeed {
		a.What = v.T("act.auction_list", "Price", v.Money(v.r.Spaces[au.Item.Space].Price))
	}
	if e := &v.s.Estate; e.Open {
		if more := e.Deeds.Len() + bits.OnesCount8(e.Cards) - 1; more > 0 {
			a.What = strings.TrimSpace(a.What + " " + v.N("act.auctions_more", more))
		}
	}
	if !v.seated() {
		a.Wait = true
		a.Since = v.waitingSince()
		return
	}
	v.bids(a)
	switch {
	case v.r.SealedBids() && au.Passed.Has(v.me):
		if own := au.Sealed[v.me]; own > 0 {
			a.What = v.T("act.sealed_own", "Money", v.Money(own))
		}
		a.Hints = append(a.Hints, v.T("act.sealed_wait"))
	case v.r.SealedBids():
		a.Hints = append(a.Hints, v.T("act.auction_sealed"))
	case au.Bidder == v.me:
		a.Hints = append(a.Hints, v.T("act.auction_wait"))
	case au.Passed.Has(v.me):
		a.Hints = append(a.Hints, v.T("act.auction_passed"))
	}
}

// bids offers a sensible next bid, two higher ones, any other amount, and passing.
func (v *view) bids(a *act) {
	au := &v.s.Auction
	if o, ok := v.opt(game.Bid); ok {
		a.What = strings.TrimSpace(a.What + " " + v.afford(o.Max))
		name := wire.MoveName(game.Bid)
		if au.Bidder != v.me {
			for i, n := range quickBids(o, v.listPrice()) {
				b := v.move(game.Bid)
				b.ID += "-" + page.Itoa(i)
				b.Fields = []field{{"amount", page.Itoa(n)}}
				b.Price = v.Money(n)
				if i == 0 {
					b.Small = []string{v.T("act.bid_small", "Money", v.Money(v.cash()-n))}
					a.Go = &b
					continue
				}
				b.Label, b.Price, b.Say = v.Money(n), "", b.Label+" "+v.Money(n)
				a.Steps = append(a.Steps, b)
			}
		}
		a.Amounts = append(a.Amounts, amount{
			ID: "m-" + name, Move: name, Name: "amount", Go: v.T("move." + name),
			Label: v.T("act.bid_own", "Min", v.Money(o.Min), "Max", v.Money(o.Max)),
			Min:   page.Itoa(o.Min), Max: page.Itoa(o.Max), Step: page.Itoa(o.Step),
		})
	}
	if v.has(game.Pass) {
		if lack := v.r.MinBid(v.s) - v.r.MaxBid(v.s, v.me); lack > 0 {
			a.What = strings.TrimSpace(a.What + " " + v.T("act.auction_short", "Money", v.Money(lack)) + " " + v.reach(v.cash()))
		}
		a.Alts = append(a.Alts, v.move(game.Pass))
	}
}

// afford says how far the viewer can go, and how far with sales and mortgages.
func (v *view) afford(most game.Money) string {
	return cmp.Or(v.reach(most), v.T("act.auction_cash", "Money", v.Money(most)))
}

// reach says how far the viewer can go with sales and mortgages, if that is further than cash.
func (v *view) reach(cash game.Money) string {
	if all := v.r.Liquidation(v.s, v.me); all > cash && v.manages() {
		return v.T("act.auction_reach", "All", v.Money(all))
	}
	return ""
}

// listPrice is the printed price of what is auctioned, 0 if it has none.
func (v *view) listPrice() game.Money {
	switch it := v.s.Auction.Item; it.Kind {
	case game.ItemDeed:
		return v.r.Spaces[it.Space].Price
	case game.ItemBuilding:
		return v.s.Auction.Min
	case game.ItemJailCard:
		return v.r.JailFine()
	case game.NoItem:
	}
	return 0
}

// quickBids are up to three round amounts from the lowest legal bid upward.
func quickBids(o game.Option, list game.Money) []game.Money {
	step := max(o.Step, 1)
	grid := step
	if list >= 100*step {
		grid = 10 * step
	} else if list >= 20*step {
		grid = 5 * step
	}
	jump := max(list/10/grid*grid, grid)
	first := (o.Min + grid - 1) / grid * grid
	if first > o.Max {
		first = o.Min
	}
	bids := []game.Money{first}
	second := first + jump
	third := second + jump
	if list > second {
		third = list / step * step
	}
	for _, b := range []game.Money{second, third} {
		if b <= o.Max && b > bids[len(bids)-1] {
			bids = append(bids, b)
		}
	}
	return bids
}
