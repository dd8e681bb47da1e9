package fair

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// Purpose is the use of a stream. Two streams of one draw have nothing
// in common; several questions for one purpose read on in the same stream.
type Purpose uint8

// The purposes.
const (
	Dice Purpose = iota
	Order
	ChanceCard
	ChestCard
	Ticket
	Deal
	NumPurposes
)

var purposes = [NumPurposes]string{
	Dice: "dice", Order: "order", ChanceCard: "card:chance", ChestCard: "card:chest", Ticket: "ticket", Deal: "deal",
}

// String is the name that enters the streams and the log.
func (p Purpose) String() string {
	if p >= NumPurposes {
		return ""
	}
	return purposes[p]
}

// MarshalText writes the name.
func (p Purpose) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a name.
func (p *Purpose) UnmarshalText(text []byte) error {
	for i, name := range purposes {
		if name == string(text) {
			*p = Purpose(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no purpose of a draw", text)
}

// Of returns the purpose of the outcome in the event; ok is false if there is none.
func Of(e *game.Event) (p Purpose, ok bool) {
	switch e.Kind {
	case game.Rolled:
		if e.Cause == game.ByOrder {
			return Order, true
		}
		return Dice, true
	case game.Ordered:
		return Order, true
	case game.CardDrawn:
		return OfDeck(e.Deck), true
	case game.TicketDrawn:
		return Ticket, true
	case game.DeedDealt:
		return Deal, true
	default:
		return 0, false
	}
}

// OfDeck is the purpose of drawing a card of the deck.
func OfDeck(d game.Deck) Purpose {
	if d == game.Chance {
		return ChanceCard
	}
	return ChestCard
}
