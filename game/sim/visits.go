package sim

import (
	"fmt"
	"io"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// Visits is how often the people of recorded games would have had to look in.
// A visit is everything that one of them does by hand before another player has
// to do something by hand.
type Visits struct {
	Games   int     `json:"games"`
	Players int     `json:"players"`
	Turns   int     `json:"turns"`
	Live    int     `json:"live"`    // visits when everything is done by hand
	Plain   int     `json:"plain"`   // visits without orders, the server answering what is forced and keeping passes
	Ordered int     `json:"ordered"` // visits with standing orders
	Acts    []Acted `json:"acts"`
}

// Acted counts the moves of one sort.
type Acted struct {
	Move    string `json:"move"`
	All     int    `json:"all"`
	Ordered int    `json:"ordered"` // of these given by an order, as it would have been
}

// Factor is how many times fewer visits the orders leave than play by hand.
func (v *Visits) Factor() float64 { return float64(v.Live) / float64(max(1, v.Ordered)) }

// Spared is how many times fewer visits the orders leave than the same table
// without any, where the server answers what is forced and keeps passes.
func (v *Visits) Spared() float64 { return float64(v.Plain) / float64(max(1, v.Ordered)) }

// Print writes the comparison as a table.
func (v *Visits) Print(w io.Writer) error {
	each := func(n int) float64 { return float64(n) / float64(max(1, v.Games*v.Players)) }
	var b strings.Builder
	fmt.Fprintf(&b, "%d games of %d people, %d turns\n\n", v.Games, v.Players, v.Turns)
	fmt.Fprintf(&b, "%-28s %10s %12s %12s\n", "visits", "live", "no orders", "with orders")
	fmt.Fprintf(&b, "%-28s %10d %12d %12d\n", "together", v.Live, v.Plain, v.Ordered)
	fmt.Fprintf(&b, "%-28s %10.1f %12.1f %12.1f\n", "per person and game", each(v.Live), each(v.Plain), each(v.Ordered))
	fmt.Fprintf(&b, "%-28s %9.1fx %11.1fx\n\n", "with orders fewer by", v.Factor(), v.Spared())
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
