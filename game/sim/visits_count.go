package sim

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
)

// Count adds a recorded game. A visit is everything one person does by hand until
// another player has to do something by hand: a player who is there already needs
// no second visit, and the acts of orders in between take no time.
//
// Each person is taken to have ordered at the start, in a book no larger than
// the server takes, the moves they make anyway: claim rents, buy the deeds they
// buy and no others, bid up to their bids, leave jail when they leave it, pay debts
// by the deeds they pay them with, end their turn. Whenever they are there they
// order the throws of their next turns, as many as can be ordered, but not those
// before which they do something by hand, and go over the rest of the book. They
// build, trade, and answer proposals by hand. An order counts only if, put
// before the position of the record, it gives the very move of the record.
func (v *Visits) Count(r *game.Ruleset, rec Record) {
	v.Games++
	v.Turns += rec.Result.Turns
	c := counter{Visits: v, r: r, plan: planned(r, rec), books: make([]orders.Book, rec.Start.NumSeats), last: lastBids(rec), state: rec.Start}
	for i := range c.books {
		c.books[i] = c.plan.book(&c.state, game.Seat(i), 0)
	}
	c.live, c.plain, c.ordered = game.Nobody, game.Nobody, game.Nobody
	at := 0
	for i := range rec.Moves {
		m := &rec.Moves[i]
		for ; at < int(m.First)-1; at++ {
			c.see(&rec.Events[at])
		}
		for j := range c.books {
			c.books[j].Tidy(r, &c.state, game.Seat(j), c.auction, time.Time{})
		}
		if m.Command.Seat >= 0 {
			c.move(&m.Command)
		}
	}
}

// counter goes through one game.
type counter struct {
	*Visits
	r                    *game.Ruleset
	plan                 *planner
	books                []orders.Book
	state                game.State
	auction              uint32            // the event that opened the auction that runs, 0 if none
	last                 map[bidder]uint32 // the last bid of each bidder of each auction
	held                 uint16            // the turn in which something is done by hand before the throw, which is not ordered then
	passed               game.Seats        // passed for good in the auction that runs
	live, plain, ordered game.Seat         // who was there last, by how it is played
}

// see applies an event.
func (c *counter) see(e *game.Event) {
	c.state.Apply(e)
	switch {
	case e.Kind == game.AuctionOpened:
		c.auction, c.passed = c.state.Seq, 0
	case !c.state.Auction.Open:
		c.auction = 0
	}
}

// move counts one command.
func (c *counter) move(m *game.Command) {
	seat := m.Seat
	come := func(there *game.Seat, visits *int) {
		if *there != seat {
			*there = seat
			*visits++
		}
	}
	come(&c.live, &c.Live)
	row := &c.Acts[sortOf(m)]
	row.All++
	if !c.answered(m) {
		come(&c.plain, &c.Plain)
	}
	throws := c.state.Phase() == game.PhaseRoll && seat == c.state.Turn.Seat
	if c.given(m) && !(throws && c.held == c.state.Turn.Number) {
		row.Ordered++
	} else {
		come(&c.ordered, &c.Ordered)
		if throws && m.Kind != game.Roll {
			c.held = c.state.Turn.Number
		}
	}
	if throws && m.Kind == game.Roll {
		c.held = 0
	}
	if c.ordered == seat {
		c.books[seat] = c.plan.book(&c.state, seat, c.auction)
	}
}

// answered reports whether the server gives this move by itself at a table where
// people look in now and then, without any order.
func (c *counter) answered(m *game.Command) bool {
	if m.Kind == game.Pass && c.auction != 0 && !c.r.SealedBids() {
		done := c.passed.Has(m.Seat)
		if c.last[bidder{c.auction, m.Seat}] <= c.state.Seq {
			c.passed = c.passed.With(m.Seat)
		}
		return done && c.passed.Has(m.Seat)
	}
	got, ok := orders.Forced(c.r, &c.state, m.Seat, game.Options(c.r, &c.state, m.Seat, nil))
	return ok && got == *m
}

// given reports whether an order gives this move, or the server by itself.
func (c *counter) given(m *game.Command) bool {
	b, s := &c.books[m.Seat], &c.state
	if m.Kind == game.Bid || m.Kind == game.Pass {
		bid, ok := b.Standing(c.r, s, m.Seat, c.auction)
		return ok && (m.Kind == game.Pass) == (bid.Limit < max(m.Amount, c.r.MinBid(s))) && m.Amount <= bid.Limit
	}
	opts := game.Options(c.r, s, m.Seat, nil)
	got, ok := b.Next(c.r, s, m.Seat, opts)
	if !ok {
		got, ok = orders.Forced(c.r, s, m.Seat, opts)
	}
	return ok && got == *m
}

// bidder is a seat in the auction that an event opened.
type bidder struct {
	auction uint32
	seat    game.Seat
}

// lastBids finds the event before the last bid of each bidder of each auction.
func lastBids(rec Record) map[bidder]uint32 {
	list := map[bidder]uint32{}
	auction := uint32(0)
	at := 0
	for i := range rec.Moves {
		m := &rec.Moves[i]
		for ; at < int(m.First)-1; at++ {
			if rec.Events[at].Kind == game.AuctionOpened {
				auction = uint32(at) + 1
			}
		}
		if m.Command.Kind == game.Bid {
			list[bidder{auction, m.Command.Seat}] = m.First - 1
		}
	}
	return list
}
