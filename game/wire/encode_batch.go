package wire

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// appendItem writes the auctioned item. Fields that its kind does not
// need follow under names of their own, and only if they are set.
func appendItem(b []byte, it game.Item) []byte {
	b = append(b, '{')
	rest := it
	switch it.Kind {
	case game.ItemDeed:
		b = appendSpace(append(b, `"deed":`...), it.Space)
		rest.Space = 0
	case game.ItemBuilding:
		b = appendName(append(b, `"building":`...), "", BuildingName(it.Building), int64(it.Building))
		rest.Building = 0
	case game.ItemJailCard:
		b = appendName(append(b, `"jail_card":`...), "", DeckName(it.Deck), int64(it.Deck))
		rest.Deck = 0
	default:
		b = strconv.AppendUint(append(b, `"kind":`...), uint64(it.Kind), 10)
	}
	if rest.Space != 0 {
		b = appendSpace(append(b, `,"space":`...), rest.Space)
	}
	if rest.Building != 0 {
		b = strconv.AppendUint(append(b, `,"step":`...), uint64(rest.Building), 10)
	}
	if rest.Deck != 0 {
		b = strconv.AppendUint(append(b, `,"deck":`...), uint64(rest.Deck), 10)
	}
	return append(b, '}')
}

// appendThrows repeats the ordering throws of the batch.
func appendThrows(b []byte, before []game.Event) []byte {
	b = append(b, `,"throws":[`...)
	for i := range before {
		e := &before[i]
		if e.Kind != game.Rolled || e.Cause != game.ByOrder {
			continue
		}
		b = appendSeat(append(comma(b), `{"player":`...), e.Seat)
		b = strconv.AppendUint(append(b, `,"dice":[`...), uint64(e.Dice[0]), 10)
		b = strconv.AppendUint(append(b, ','), uint64(e.Dice[1]), 10)
		b = append(b, "]}"...)
	}
	return append(b, ']')
}

// appendStandings repeats the final count of the batch.
func appendStandings(b []byte, before []game.Event) []byte {
	b = append(b, `,"standings":[`...)
	for i := range before {
		e := &before[i]
		if e.Kind != game.Ranked {
			continue
		}
		b = appendSeat(append(comma(b), `{"seat":`...), e.Seat)
		b = strconv.AppendInt(append(b, `,"rank":`...), int64(e.N), 10)
		b = strconv.AppendInt(append(b, `,"wealth":`...), int64(e.Amount), 10)
		b = append(b, '}')
	}
	return append(b, ']')
}
