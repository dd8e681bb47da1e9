package orders

import (
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Invalid is an order that cannot be given.
type Invalid struct {
	Field string // kind, limit, groups, spaces, list, building, throws, turns, until, auction, orders, keep
	Why   string // unknown, missing, range, unit, twice, past, far, useless, full
}

// Error names the field and its fault.
func (e *Invalid) Error() string { return "invalid order: " + e.Field + ": " + e.Why }

// Bounds of an order.
const (
	MaxOrders = 24
	MaxTurns  = 3  // own turns that a visit looks ahead
	MaxDays   = 60 // until sunset at the latest
	maxAhead  = MaxDays * 24 * time.Hour
	maxMoney  = 1 << 30
)

// Add gives an order, whose number and time are set here. The error is *Invalid.
func (b *Book) Add(r *game.Ruleset, s *game.State, seat game.Seat, o Order, auction uint32, now time.Time) (Order, error) {
	others := b.Orders
	if o.Kind == Bid && o.Auction != 0 { // the player may have reconsidered
		others = slices.DeleteFunc(slices.Clone(others), func(old Order) bool { return old.Kind == Bid && old.Auction == o.Auction })
	}
	if len(others) >= MaxOrders {
		return Order{}, &Invalid{"orders", "full"}
	}
	o.Given, o.Turn = now, 0
	if err := o.check(r, s, seat, auction, now); err != nil {
		return Order{}, err
	}
	b.Last++
	o.ID = b.Last
	o.List = slices.Clone(o.List)
	b.Orders = append(slices.Clip(others), o)
	b.Tidy(r, s, seat, auction, now) // a visit begins at once if it is the seat's turn
	if kept := b.Find(o.ID); kept != nil {
		return *kept, nil
	}
	return Order{}, &Invalid{"kind", "useless"}
}

// SetKeep sets money aside. The error is *Invalid.
func (b *Book) SetKeep(r *game.Ruleset, keep game.Money) error {
	if err := amount(r, "keep", keep); err != nil {
		return err
	}
	b.Keep = keep
	return nil
}

func amount(r *game.Ruleset, field string, m game.Money) error {
	switch {
	case m < 0 || m > maxMoney:
		return &Invalid{field, "range"}
	case m != r.Whole(m):
		return &Invalid{field, "unit"}
	}
	return nil
}

func (o *Order) check(r *game.Ruleset, s *game.State, seat game.Seat, auction uint32, now time.Time) error {
	if !slices.Contains(Kinds(), o.Kind) {
		return &Invalid{"kind", "unknown"}
	}
	if err := amount(r, "limit", o.Limit); err != nil {
		return err
	}
	if err := o.checkBoard(r); err != nil {
		return err
	}
	switch {
	case o.Auction != 0 && o.Kind != Bid:
		return &Invalid{"auction", "unknown"}
	case o.Auction != 0 && (auction != o.Auction || !s.Auction.Bidders.Has(seat)):
		return &Invalid{"auction", "past"}
	case o.Kind == Mortgage && len(o.List) == 0:
		return &Invalid{"list", "missing"}
	case o.Kind == Jail && o.Throws > r.LastJailTurn():
		return &Invalid{"throws", "range"}
	case o.Turns > 0 && !o.Visit, o.Turns > MaxTurns:
		return &Invalid{"turns", "range"}
	case o.Kind == Roll && !o.Visit:
		return &Invalid{"until", "missing"} // the dice may not play alone for weeks
	}
	return o.checkSunset(s, now)
}

// checkSunset requires every order to end.
func (o *Order) checkSunset(s *game.State, now time.Time) error {
	switch {
	case o.Until.IsZero() && o.Round == 0 && !o.Visit && o.Auction == 0:
		return &Invalid{"until", "missing"}
	case !o.Until.IsZero() && !o.Until.After(now), o.Round > 0 && o.Round <= s.Round:
		return &Invalid{"until", "past"}
	case o.Until.After(now.Add(maxAhead)):
		return &Invalid{"until", "far"}
	}
	return nil
}

// checkBoard requires groups, deeds and lots to be on the board.
func (o *Order) checkBoard(r *game.Ruleset) error {
	switch {
	case o.Groups>>r.NumGroups != 0:
		return &Invalid{"groups", "unknown"}
	case o.Spaces&^r.Deeds != 0:
		return &Invalid{"spaces", "unknown"}
	case o.Building > game.Depot:
		return &Invalid{"building", "unknown"}
	}
	var seen game.Set
	for _, sp := range o.List {
		switch {
		case !r.Deeds.Has(sp):
			return &Invalid{"list", "unknown"}
		case seen.Has(sp):
			return &Invalid{"list", "twice"}
		}
		seen = seen.With(sp)
	}
	return nil
}
