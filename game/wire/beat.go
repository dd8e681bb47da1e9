package wire

import (
	"strconv"

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

// AppendBeats appends beats as encoding/json would write them without HTML escapes;
// every move is answered with some.
func AppendBeats(b []byte, list []Beat) []byte {
	b = append(b, '[')
	for i := range list {
		b = list[i].append(comma(b))
	}
	return append(b, ']')
}

func (x *Beat) append(b []byte) []byte {
	b = strconv.AppendUint(append(b, `{"seq":`...), uint64(x.Seq), 10)
	b = AppendString(append(b, `,"beat":`...), x.Beat)
	if b = append(b, `,"seat":`...); x.Seat == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, int64(*x.Seat), 10)
	}
	b = AppendString(append(b, `,"text":`...), x.Text)
	if len(x.Dice) > 0 {
		b = append(b, `,"dice":[`...)
		for _, n := range x.Dice {
			b = strconv.AppendInt(comma(b), int64(n), 10)
		}
		b = append(b, ']')
	}
	b = appendEnd(b, `,"from":`, x.From)
	b = appendEnd(b, `,"to":`, x.To)
	if x.Sum != 0 {
		b = strconv.AppendInt(append(b, `,"sum":`...), int64(x.Sum), 10)
	}
	if x.Space != nil {
		b = strconv.AppendInt(append(b, `,"space":`...), int64(*x.Space), 10)
	}
	if x.Card != "" {
		b = AppendString(append(b, `,"card":`...), x.Card)
	}
	if x.Item != "" {
		b = AppendString(append(b, `,"item":`...), x.Item)
	}
	return append(b, '}')
}

// appendEnd writes where a beat begins or ends, or nothing if it is nowhere.
func appendEnd(b []byte, key string, end any) []byte {
	switch end := end.(type) {
	case int:
		return strconv.AppendInt(append(b, key...), int64(end), 10)
	case string:
		return AppendString(append(b, key...), end)
	default:
		return b
	}
}
