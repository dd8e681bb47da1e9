package sim

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
)

// Visits is how often the people of recorded games would have had to look in.
// A visit is everything that one of them does by hand before somebody else has
// to do something by hand.
type Visits struct {
	Games   int     `json:"games"`
	Players int     `json:"players"`
	Turns   int     `json:"turns"`
	Live    int     `json:"live"`    // visits when everything is done by hand
	Ordered int     `json:"ordered"` // visits with standing orders
	Acts    []Acted `json:"acts"`
}

// Acted counts the moves of one sort.
type Acted struct {
	Move    string `json:"move"`
	All     int    `json:"all"`
	Ordered int    `json:"ordered"` // of these given by an order, as it would have been
}

// Factor is how many times fewer visits the orders leave.
func (v *Visits) Factor() float64 { return float64(v.Live) / float64(max(1, v.Ordered)) }

// Print writes the comparison as a table.
func (v *Visits) Print(w io.Writer) error {
	each := func(n int) float64 { return float64(n) / float64(max(1, v.Games*v.Players)) }
	var b strings.Builder
	fmt.Fprintf(&b, "%d games of %d people, %d turns\n\n", v.Games, v.Players, v.Turns)
	fmt.Fprintf(&b, "%-28s %10s %12s\n", "visits", "by hand", "with orders")
	fmt.Fprintf(&b, "%-28s %10d %12d\n", "together", v.Live, v.Ordered)
	fmt.Fprintf(&b, "%-28s %10.1f %12.1f\n", "per person and game", each(v.Live), each(v.Ordered))
	fmt.Fprintf(&b, "%-28s %10s %11.1fx\n\n", "fewer", "", v.Factor())
	fmt.Fprintf(&b, "%-28s %10s %12s\n", "moves", "all", "by an order")
	for _, a := range v.Acts {
		fmt.Fprintf(&b, "%-28s %10d %12d\n", a.Move, a.All, a.Ordered)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// sort is a row of the comparison.
type sort uint8

const (
	sortRoll sort = iota
	sortBuy
	sortBid
	sortClaim
	sortJail
	sortDebt
	sortAnswer // to proposals
	sortEnd
	sortOther
	numSorts
)

func (s sort) String() string {
	return [numSorts]string{"throw", "buy or decline", "bid or pass", "claim rent", "leave jail", "settle a debt", "answer a proposal", "end the turn", "anything else"}[s]
}

func sortOf(c *game.Command) sort {
	switch c.Kind {
	case game.Roll:
		return sortRoll
	case game.Buy, game.Decline:
		return sortBuy
	case game.Bid, game.Pass:
		return sortBid
	case game.ClaimRent:
		return sortClaim
	case game.PayFine, game.UseJailCard, game.Stay:
		return sortJail
	case game.PayDebt:
		return sortDebt
	case game.AcceptTrade, game.RejectTrade:
		return sortAnswer
	case game.EndTurn:
		return sortEnd
	default:
		return sortOther
	}
}

// NewVisits counts for games with so many people; Count takes one after the other.
func NewVisits(players int) *Visits {
	v := &Visits{Players: players, Acts: make([]Acted, numSorts)}
	for i := range v.Acts {
		v.Acts[i].Move = sort(i).String()
	}
	return v
}

// Count adds a recorded game. Each person is taken to have ordered at the start
// what he does anyway: claim rents, buy the deeds he buys and no others, bid up
// to what he bids, leave jail when he leaves it, pay debts by the deeds he pays
// them with, reject what costs more than it brings, end his turn. At each visit
// he orders the throw of his next turn. An order counts only if, put before the
// position of the record, it gives the very move of the record.
func (v *Visits) Count(r *game.Ruleset, rec Record) {
	v.Games++
	v.Turns += rec.Result.Turns
	books := planned(r, rec)
	state := rec.Start
	at := 0
	hand := [2]game.Seat{game.Nobody, game.Nobody} // who acted by hand last: live, with orders
	var next, here [game.MaxSeats]bool             // who has ordered the throw of his next turn; who has acted by hand in his turn
	for i := range rec.Moves {
		m := &rec.Moves[i]
		for at < int(m.First)-1 {
			state.Apply(&rec.Events[at])
			at++
		}
		c := &m.Command
		seat := c.Seat
		if seat < 0 {
			continue
		}
		if hand[0] != seat {
			hand[0] = seat
			v.Live++
		}
		row := &v.Acts[sortOf(c)]
		row.All++
		if given(r, &state, &books[seat], c, next[seat]) {
			row.Ordered++
		} else {
			if hand[1] != seat {
				hand[1] = seat
				v.Ordered++
			}
			if state.Turn.Seat == seat {
				here[seat] = true
			} else {
				next[seat] = true
			}
		}
		if c.Kind == game.EndTurn { // whoever is still there orders his next turn
			next[seat], here[seat] = here[seat] && hand[1] == seat, false
		}
	}
}

// given tells whether an order gives this move.
func given(r *game.Ruleset, s *game.State, b *orders.Book, c *game.Command, next bool) bool {
	switch c.Kind {
	case game.Bid, game.Pass:
		bid, _, ok := b.Standing(r, s, c.Seat, s.Seq)
		return ok && (c.Kind == game.Pass) == (bid.Limit < max(c.Amount, r.MinBid(s))) && c.Amount <= bid.Limit
	case game.Roll:
		if s.Phase() == game.PhaseRoll {
			return next
		}
	default:
	}
	opts := game.Options(r, s, c.Seat, nil)
	got, _, ok := b.Next(r, s, c.Seat, opts)
	if !ok {
		got, ok = orders.Forced(r, s, c.Seat, opts)
	}
	return ok && got == *c
}

// planned is what everybody would have ordered, with hindsight.
func planned(r *game.Ruleset, rec Record) []orders.Book {
	p := planner{r: r, far: time.Unix(1, 0), books: make([]orders.Book, rec.Start.NumSeats)}
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
	return p.give()
}

type planner struct {
	r      *game.Ruleset
	far    time.Time
	books  []orders.Book
	buys   [game.MaxSeats]game.Set
	limits [game.MaxSeats]map[game.Space]game.Money
	houses [game.MaxSeats][game.Depot + 1]game.Money
	pawns  [game.MaxSeats][]game.Space
	throws [game.MaxSeats]uint8
	left   [game.MaxSeats]bool
	card   [game.MaxSeats]bool
}

// note takes down what a move shows of its maker's mind.
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
	for _, old := range list {
		if old == sp {
			return list
		}
	}
	return append(list, sp)
}

// give writes the orders down. All end with the game.
func (p *planner) give() []orders.Book {
	for i := range p.books {
		b := &p.books[i]
		add := func(o orders.Order) {
			b.Last++
			o.ID, o.Until = b.Last, p.far
			b.Orders = append(b.Orders, o)
		}
		add(orders.Order{Kind: orders.ClaimRents})
		add(orders.Order{Kind: orders.DeclineTrades})
		for d := p.r.Deeds; d != 0; d = d.Rest() {
			add(orders.Order{Kind: orders.Bid, Spaces: game.SetOf(d.First()), Limit: p.limits[i][d.First()]})
		}
		for k := game.House; k <= game.Depot; k++ {
			add(orders.Order{Kind: orders.Bid, Building: k, Limit: p.houses[i][k]})
		}
		if p.buys[i] != 0 {
			add(orders.Order{Kind: orders.Buy, Spaces: p.buys[i], Else: true})
		}
		throws := p.throws[i]
		if !p.left[i] {
			throws = p.r.JailTurns
		}
		add(orders.Order{Kind: orders.Jail, Throws: throws, Card: p.card[i]})
		if len(p.pawns[i]) > 0 {
			add(orders.Order{Kind: orders.Mortgage, List: p.pawns[i]})
		}
		add(orders.Order{Kind: orders.Usual})
		add(orders.Order{Kind: orders.EndTurn})
	}
	return p.books
}
