package wire

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Beat is one thing that was seen to happen, as programs and pages are sent it. From
// and To are spaces where a piece moves, and seats or "bank" where things change hands.
type Beat struct {
	Seq   uint32     `json:"seq" schema:"count"`
	Beat  string     `json:"beat" schema:"BeatKind"`
	Seat  *game.Seat `json:"seat" schema:"SeatNumber,null"`
	Text  string     `json:"text"`
	Dice  []int      `json:"dice,omitempty" schema:"[]Pips"`
	From  any        `json:"from,omitempty" schema:"integer|string"`
	To    any        `json:"to,omitempty" schema:"integer|string"`
	Sum   game.Money `json:"sum,omitempty" schema:"count"`
	Space *int       `json:"space,omitempty" schema:"SpaceNumber"`
	Card  string     `json:"card,omitempty"`
	Item  string     `json:"item,omitempty"`
}

// BeatOf is the form of a beat of the event with this number, without its text.
func BeatOf(st *setup.Setup, seq uint32, b *beats.Beat) Beat {
	x := Beat{Seq: seq, Beat: b.Kind.String(), Sum: b.Sum, Item: beatItem(b)}
	if b.Seat >= 0 {
		x.Seat = &b.Seat
	}
	switch b.Kind {
	case beats.Roll:
		x.Dice = []int{int(b.Dice[0]), int(b.Dice[1])}
	case beats.Walk, beats.Jail:
		x.From, x.To = spaceOrNone(b.Start), spaceOrNone(b.Space)
	case beats.Card:
		x.Card = cardID(st, b.Deck, b.Card)
	default:
		x.From, x.To = partyOrNone(b.From), partyOrNone(b.To)
	}
	if b.Kind != beats.Walk && b.Kind != beats.Jail && int(b.Space) < int(st.Rules.Size) {
		x.Space = ptr(int(b.Space))
	}
	return x
}

// beatItem says what the kind leaves open: what was sold or built, which deck a card is
// of, and that a piece walks "back" or leaves jail "free".
func beatItem(b *beats.Beat) string {
	switch {
	case b.Kind == beats.Card:
		return DeckName(b.Deck)
	case b.Kind == beats.Build, b.Kind == beats.Sold && b.Item == game.ItemBuilding:
		return BuildingName(b.Building)
	case b.Kind == beats.Sold && b.Item == game.ItemJailCard:
		return "jail_card"
	case b.Kind == beats.Walk && b.Back:
		return "back"
	case b.Kind == beats.Jail && b.Back:
		return "free"
	}
	return ""
}

func spaceOrNone(sp game.Space) any {
	if sp == game.NoSpace {
		return nil
	}
	return int(sp)
}

func partyOrNone(seat game.Seat) any {
	switch seat {
	case game.Nobody:
		return nil
	case game.Bank:
		return bankName
	}
	return int(seat)
}
