package orders

import (
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Book holds the standing orders of one seat.
type Book struct {
	Keep   game.Money `json:"keep,omitempty"` // set aside: no order spends it
	Last   uint32     `json:"last,omitempty"` // number of the latest order
	Orders []Order    `json:"orders,omitempty"`
	Ended  []Ended    `json:"ended,omitempty"` // the last that ended before they were needed, oldest first
}

// Empty reports whether nothing is ordered.
func (b *Book) Empty() bool { return len(b.Orders) == 0 }

// Clone is a copy that can be changed.
func (b *Book) Clone() Book {
	c := *b
	c.Orders = slices.Clone(b.Orders)
	return c
}

// Find is the order with a number, or nil.
func (b *Book) Find(id uint32) *Order {
	for i := range b.Orders {
		if b.Orders[i].ID == id {
			return &b.Orders[i]
		}
	}
	return nil
}

// Revoke takes an order back; false if there is none of this number.
func (b *Book) Revoke(id uint32) bool {
	n := len(b.Orders)
	b.Orders = slices.DeleteFunc(b.Orders, func(o Order) bool { return o.ID == id })
	return len(b.Orders) < n
}

// Why says why an order is over.
type Why string

// The reasons.
const (
	Sunset Why = "sunset" // its time is over
	Done   Why = "done"   // its turn or its auction is
	Gone   Why = "gone"   // there is nothing left that it is about
	Out    Why = "out"    // its owner is out of the game, or the game is over
)

// Ended is an order that is over, and why.
type Ended struct {
	Order
	Why Why       `json:"why"`
	At  time.Time `json:"at"`
}

// keepEnded is how many orders that are over a book remembers.
const keepEnded = 5

// Tidy removes the orders that are over and returns them. auction
// is the event that opened the running auction, 0 if none runs. It also binds a
// visit to the turn of its owner that has begun, and a bid whose time is over to
// the auction in which it counts; so it is called after every move.
func (b *Book) Tidy(r *game.Ruleset, s *game.State, seat game.Seat, auction uint32, now time.Time) []Ended {
	var ended []Ended
	kept := b.Orders[:0:0]
	for _, o := range b.Orders {
		o.follow(s, seat)
		if o.Kind == Bid && o.over(r, s, seat, auction, now) == Sunset && auction != 0 && s.Auction.Bidders.Has(seat) && o.about(r, s, auction) {
			// It was the player's answer when the auction was opened, and they have not been asked since.
			o.Auction, o.Until, o.Round = auction, time.Time{}, 0
		}
		if why := o.over(r, s, seat, auction, now); why != "" {
			one := Ended{o, why, now}
			if why == Sunset && !o.Until.IsZero() {
				one.At = o.Until
			}
			ended = append(ended, one)
			continue
		}
		kept = append(kept, o)
	}
	b.Orders = kept
	b.remember(ended)
	return ended
}

// remember keeps those of the orders that ended without having done what they were given for.
func (b *Book) remember(ended []Ended) {
	for _, o := range ended {
		if o.Why == Sunset || o.Why == Gone {
			b.Ended = append(slices.Clip(b.Ended), o)
		}
	}
	b.Ended = b.Ended[max(0, len(b.Ended)-keepEnded):]
}

// follow binds a visit to the turn of its owner that has begun, and sets it
// free for the next one if it looks further ahead.
func (o *Order) follow(s *game.State, seat game.Seat) {
	if !o.Visit || s.Status != game.Playing {
		return
	}
	if o.Turn != 0 && o.Turns > 1 && (s.Turn.Number != o.Turn || s.Turn.Seat != seat) {
		o.Turns--
		o.Turn = 0
	}
	if o.Turn == 0 && s.Turn.Seat == seat {
		o.Turn = s.Turn.Number
	}
}

// over returns why an order is over, "" if it is not.
func (o *Order) over(r *game.Ruleset, s *game.State, seat game.Seat, auction uint32, now time.Time) Why {
	switch {
	case s.Status == game.Finished || !s.In(seat):
		return Out
	case !o.Until.IsZero() && !now.Before(o.Until), o.Round > 0 && s.Round >= o.Round:
		return Sunset
	case o.Visit && o.Turn != 0 && (s.Turn.Number != o.Turn || s.Turn.Seat != seat),
		o.Auction != 0 && o.Auction != auction:
		return Done
	case o.gone(r, s, seat):
		return Gone
	}
	return ""
}

// gone reports whether nothing is left that the order is about.
func (o *Order) gone(r *game.Ruleset, s *game.State, seat game.Seat) bool {
	switch o.Kind {
	case ClaimRents:
		return r.ClaimsAutomatic()
	case Buy:
		return !o.Else && o.deeds(r)&s.Free == 0
	case Bid:
		return o.Auction == 0 && o.Building == game.NoBuilding && o.deeds(r)&(s.Free|s.Estate.Deeds) == 0
	case Mortgage:
		return !slices.ContainsFunc(o.List, s.Owned[seat].Has)
	default:
		return false
	}
}
