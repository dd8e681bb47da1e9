package sim

import (
	"cmp"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
)

// planned returns the orders that all players would have given, with hindsight.
func planned(r *game.Ruleset, rec Record) *planner {
	p := &planner{r: r}
	state := rec.Start
	at := 0
	for i := range rec.Moves {
		m := &rec.Moves[i]
		for at < int(m.First)-1 {
			state.Apply(&rec.Events[at])
			at++
		}
		if m.Command.Seat >= 0 {
			p.note(&state, &m.Command)
		}
	}
	return p
}

type planner struct {
	r      *game.Ruleset
	buys   [game.MaxSeats]game.Set
	limits [game.MaxSeats]map[game.Space]game.Money
	houses [game.MaxSeats][game.Depot + 1]game.Money
	pawns  [game.MaxSeats][]game.Space
	throws [game.MaxSeats]uint8
	left   [game.MaxSeats]bool
	card   [game.MaxSeats]bool
}

// note records the intentions that a move reveals.
func (p *planner) note(s *game.State, c *game.Command) {
	seat := c.Seat
	switch c.Kind {
	case game.Buy:
		p.buys[seat] = p.buys[seat].With(s.Turn.Space)
	case game.Bid:
		switch it := s.Auction.Item; it.Kind {
		case game.ItemDeed:
			if p.limits[seat] == nil {
				p.limits[seat] = map[game.Space]game.Money{}
			}
			p.limits[seat][it.Space] = max(p.limits[seat][it.Space], c.Amount)
		case game.ItemBuilding:
			p.houses[seat][it.Building] = max(p.houses[seat][it.Building], c.Amount)
		default:
		}
	case game.Mortgage:
		if s.Phase() == game.PhaseDebt && len(p.pawns[seat]) < game.MaxSpaces {
			p.pawns[seat] = addOnce(p.pawns[seat], c.Space)
		}
	case game.UseJailCard, game.PayFine:
		if !p.left[seat] {
			p.left[seat], p.throws[seat] = true, s.Players[seat].JailTurn-1
		}
		p.card[seat] = p.card[seat] || c.Kind == game.UseJailCard
	default:
	}
}

func addOnce(list []game.Space, sp game.Space) []game.Space {
	if slices.Contains(list, sp) {
		return list
	}
	return append(list, sp)
}

// book returns the orders of a seat in a position: as much of its plan as is about
// anything there and as the server takes, and the throws of its next turns.
func (p *planner) book(s *game.State, seat game.Seat, auction uint32) orders.Book {
	b := orders.Book{Orders: append(p.fixed(seat), p.bids(s, seat)...)}
	for i := range b.Orders {
		b.Orders[i].Until = time.Unix(1, 0)
	}
	b.Tidy(p.r, s, seat, auction, time.Time{})
	b.Orders = append(b.Orders[:min(len(b.Orders), orders.MaxOrders-1)],
		orders.Order{Kind: orders.Roll, Visit: true, Turns: orders.MaxTurns})
	return b
}

// fixed returns the orders of a seat at any time.
func (p *planner) fixed(seat game.Seat) []orders.Order {
	list := []orders.Order{{Kind: orders.ClaimRents}, {Kind: orders.DeclineTrades}, {Kind: orders.Usual}, {Kind: orders.EndTurn}}
	if p.buys[seat] != 0 {
		list = append(list, orders.Order{Kind: orders.Buy, Spaces: p.buys[seat], Else: true})
	}
	throws := p.throws[seat]
	if !p.left[seat] {
		throws = p.r.LastJailTurn()
	}
	list = append(list, orders.Order{Kind: orders.Jail, Throws: throws, Card: p.card[seat]})
	if len(p.pawns[seat]) > 0 {
		list = append(list, orders.Order{Kind: orders.Mortgage, List: p.pawns[seat]})
	}
	for k := game.House; k <= game.Depot; k++ {
		list = append(list, orders.Order{Kind: orders.Bid, Building: k, Limit: p.houses[seat][k]})
	}
	return list
}

// bids is an order for each limit, those about the most deeds for sale first.
func (p *planner) bids(s *game.State, seat game.Seat) []orders.Order {
	var list []orders.Order
	for d := p.r.Deeds; d != 0; d = d.Rest() {
		limit := p.limits[seat][d.First()]
		i := slices.IndexFunc(list, func(o orders.Order) bool { return o.Limit == limit })
		if i < 0 {
			i, list = len(list), append(list, orders.Order{Kind: orders.Bid, Limit: limit})
		}
		list[i].Spaces = list[i].Spaces.With(d.First())
	}
	slices.SortStableFunc(list, func(a, b orders.Order) int {
		return cmp.Compare((b.Spaces & s.Free).Len(), (a.Spaces & s.Free).Len())
	})
	return list
}
