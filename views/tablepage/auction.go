package tablepage

import (
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// bidder is the place of one player in an auction.
type bidder struct {
	Name   string
	Token  page.Token
	State  string
	Bid    string // last bid, "" for none
	Lead   bool
	Passed bool
}

// bidders lists who takes part in the auction, from what the log tells of it.
func (v *view) bidders() []bidder {
	if !v.s.Auction.Open {
		return nil
	}
	last := v.lastBids()
	waiting := v.waiting()
	var list []bidder
	for r := v.s.Auction.Bidders; r != 0; r = r.Rest() {
		seat := r.First()
		x, you := bidder{Name: v.Name(seat), Token: v.token(seat)}, ""
		if seat == v.me {
			x.Name, you = v.T("act.bid_you"), "_you"
		}
		if last[seat] > 0 {
			x.Bid = v.Money(last[seat])
		}
		switch {
		case v.s.Auction.Bidder == seat && v.s.Auction.Bid > 0:
			x.State, x.Lead, x.Bid = v.T("act.leads"+you), true, v.Money(v.s.Auction.Bid)
		case v.s.Auction.Passed.Has(seat) && v.r.SealedBids():
			x.State, x.Passed = v.T("act.sealed_done"), true
		case v.s.Auction.Passed.Has(seat):
			x.State, x.Passed = v.T("act.passed"), true
		case waiting.Has(seat):
			x.State = v.T("act.thinks" + you)
		case v.paused:
		default:
			x.State, x.Passed = v.T("act.out"+you), true
		}
		list = append(list, x)
	}
	return list
}

// lastBids is the last bid of each seat in the running auction, 0 if none is known.
func (v *view) lastBids() [game.MaxSeats]game.Money {
	var last [game.MaxSeats]game.Money
	for i := len(v.kept) - 1; i >= 0; i-- {
		e := &v.kept[i].Event
		if e.Kind == game.AuctionOpened {
			return last
		}
		if e.Kind == game.BidPlaced && e.Seat >= 0 && last[e.Seat] == 0 {
			last[e.Seat] = e.Amount
		}
	}
	return last
}

// bidHistory tells what was bid in the running auction, the last first, as far as
// the page has the log; "" if nobody has. It is one text, so that nothing moves on
// the page when a bid is added.
func (v *view) bidHistory() string {
	var list []string
	for i := len(v.kept) - 1; i >= 0; i-- {
		e := &v.kept[i].Event
		switch {
		case e.Kind == game.AuctionOpened:
			return strings.Join(list, " · ")
		case e.Seat < 0:
		case e.Kind == game.BidPlaced:
			list = append(list, v.Name(e.Seat)+" "+v.Money(e.Amount))
		case e.Kind == game.Passed:
			list = append(list, v.Name(e.Seat)+" "+v.T("act.passed"))
		}
	}
	return strings.Join(list, " · ")
}

// hammer is when the time for a bid begins and when the hammer falls unless
// somebody bids; false where nobody's time runs.
func (v *view) hammer() (from, until time.Time, ok bool) {
	if !v.timed() || v.d.Times.Paused || v.d.Times.Pace.Bid == 0 || !v.s.Auction.Open || v.s.Auction.Bid == 0 {
		return from, until, false
	}
	for _, a := range v.d.Times.Asked {
		if a.Until.IsZero() {
			return from, until, false
		}
		if a.Until.After(until) {
			until = a.Until
		}
	}
	return until.Add(-v.d.Times.Pace.Bid.Duration()), until, !until.IsZero()
}
