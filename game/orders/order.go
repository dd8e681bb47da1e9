package orders

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Kind is the kind of an order.
type Kind string

// The kinds of order.
const (
	ClaimRents    Kind = "claim_rents"    // claim every rent as soon as it is due
	Buy           Kind = "buy"            // buy deeds landed on, up to a price
	Bid           Kind = "bid"            // bid in auctions, up to a secret limit; a limit of 0 passes
	Jail          Kind = "jail"           // throw in jail so many times, then pay or use a card
	Mortgage      Kind = "mortgage"       // mortgage these deeds, in this order, if they cover a debt
	DeclineTrades Kind = "decline_trades" // reject proposals that bring too little
	EndTurn       Kind = "end_turn"       // end the turn when nothing is left to answer
	Roll          Kind = "roll"           // throw the dice
	Usual         Kind = "usual"          // answer small questions as the table would when time runs out
)

// Kinds lists the kinds in a fixed order.
func Kinds() []Kind {
	return []Kind{ClaimRents, Buy, Bid, Jail, Mortgage, DeclineTrades, EndTurn, Roll, Usual}
}

// Order is one standing order.
type Order struct {
	ID   uint32 `json:"id"`
	Kind Kind   `json:"kind"`

	Limit    game.Money    `json:"limit,omitempty"`    // buy, bid: most that is paid; decline_trades: least that a trade must bring
	Groups   uint16        `json:"groups,omitempty"`   // buy, bid: these groups, one bit each
	Spaces   game.Set      `json:"spaces,omitempty"`   // buy, bid: these deeds; with no groups either: all
	List     []game.Space  `json:"list,omitempty"`     // mortgage: in this order; bid for buildings: where they go
	Building game.Building `json:"building,omitempty"` // bid: contested buildings of this kind instead of deeds
	Throws   uint8         `json:"throws,omitempty"`   // jail: so many before it is left
	Card     bool          `json:"card,omitempty"`     // jail: by a card if there is one
	Else     bool          `json:"else,omitempty"`     // buy: decline all other deeds

	Until   time.Time `json:"until,omitzero"`    // over from then on
	Round   uint16    `json:"round,omitempty"`   // the last round it holds, 0 if that does not matter
	Visit   bool      `json:"visit,omitempty"`   // holds for turns of its owner, the running or the next one first
	Turn    uint16    `json:"turn,omitempty"`    // a visit's turn, once it has begun
	Turns   uint8     `json:"turns,omitempty"`   // a visit: so many turns are left, the running one included; 0 counts as one
	Auction uint32    `json:"auction,omitempty"` // bid: only the auction that this event opened
	Given   time.Time `json:"given"`
}

// wants reports whether a deed is one of the order's deeds.
func (o *Order) wants(r *game.Ruleset, sp game.Space) bool {
	if o.Groups == 0 && o.Spaces == 0 {
		return true
	}
	g := r.Spaces[sp].Group
	return o.Spaces.Has(sp) || g < game.MaxGroups && o.Groups>>g&1 == 1
}

// deeds is the set of deeds the order is about.
func (o *Order) deeds(r *game.Ruleset) game.Set {
	var set game.Set
	for d := r.Deeds; d != 0; d = d.Rest() {
		if o.wants(r, d.First()) {
			set = set.With(d.First())
		}
	}
	return set
}

// holds reports whether the order has a say in this turn at all.
func (o *Order) holds(s *game.State, seat game.Seat) bool {
	return !o.Visit || o.Turn == s.Turn.Number && s.Turn.Seat == seat
}
