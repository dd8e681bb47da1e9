package table

import (
	"encoding/binary"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// ShownEvent is an event as shown to people: without its line of the log.
type ShownEvent struct {
	Seq   uint32
	At    time.Time
	Event game.Event
	Terms string // the side agreement of a proposal, "" if none
	By    string // who moved instead of the player, as wire.ActedBy returns it; "" for the player
}

// What stands before a packed event, one bit for each.
const (
	packsTime  = 1 << iota // when it happened, if not with the one before
	packsTerms             // its side agreement
	packsBy                // who moved
)

var le = binary.LittleEndian

// packEvent packs an event that follows one of that time: most events say
// something in ten of their seventy bytes.
func packEvent(b []byte, x *ShownEvent, before time.Time) []byte {
	at := len(b)
	b = append(b, 0)
	if !x.At.Equal(before) {
		b[at] |= packsTime
		b = binary.AppendUvarint(binary.AppendVarint(b, x.At.Unix()), uint64(x.At.Nanosecond()))
	}
	if x.Terms != "" {
		b[at] |= packsTerms
		b = append(binary.AppendUvarint(b, uint64(len(x.Terms))), x.Terms...)
	}
	if x.By != "" {
		b[at] |= packsBy
		b = append(binary.AppendUvarint(b, uint64(len(x.By))), x.By...)
	}
	im := imageOf(&x.Event)
	return im.append(b)
}

// unpackEvent unpacks the event that follows x into x and returns what stands
// behind it. It reads nothing but what packEvent has written.
func unpackEvent(b []byte, x *ShownEvent) []byte {
	has := b[0]
	b = b[1:]
	x.Seq++
	if has&packsTime != 0 {
		seconds, n := binary.Varint(b)
		nanos, m := binary.Uvarint(b[n:])
		b, x.At = b[n+m:], time.Unix(seconds, int64(nanos)).UTC()
	}
	x.Terms, x.By = "", ""
	if has&packsTerms != 0 {
		x.Terms, b = readText(b)
	}
	if has&packsBy != 0 {
		x.By, b = readText(b)
	}
	var im image
	b = im.read(b)
	x.Event = im.event()
	return b
}

func readText(b []byte) (string, []byte) {
	size, n := binary.Uvarint(b)
	return string(b[n : n+int(size)]), b[n+int(size):]
}

// image is an event byte for byte, in words of eight.
type image [72]byte

func imageOf(e *game.Event) (im image) {
	flag := byte(0)
	if e.Flag {
		flag = 1
	}
	b := im[:0]
	b = append(b, byte(e.Kind), byte(e.Seat), byte(e.Other), byte(e.Space), byte(e.Dest), e.Dice[0], e.Dice[1], e.Dice[2],
		byte(e.Cause), byte(e.Rule), byte(e.Due), flag, byte(e.Phase), byte(e.Building), byte(e.Deck), e.Card, e.Left,
		byte(e.Item.Kind), byte(e.Item.Space), byte(e.Item.Building), byte(e.Item.Deck),
		e.Give.Cards, e.Give.Tickets, e.Want.Cards, e.Want.Tickets)
	b = le.AppendUint16(b, uint16(e.Seats))
	b = le.AppendUint32(le.AppendUint32(b, uint32(e.N)), uint32(e.Amount))
	b = le.AppendUint32(le.AppendUint32(b, uint32(e.Give.Cash)), uint32(e.Want.Cash))
	le.AppendUint64(le.AppendUint64(le.AppendUint64(b, uint64(e.Give.Deeds)), uint64(e.Want.Deeds)), uint64(e.Lift))
	return im
}

func (im *image) event() game.Event {
	return game.Event{
		Kind: game.EventKind(im[0]), Seat: game.Seat(im[1]), Other: game.Seat(im[2]), Space: game.Space(im[3]), Dest: game.Space(im[4]),
		Dice: [3]uint8{im[5], im[6], im[7]}, Cause: game.Cause(im[8]), Rule: game.Rule(im[9]), Due: game.Due(im[10]), Flag: im[11] != 0,
		Phase: game.Phase(im[12]), Building: game.Building(im[13]), Deck: game.Deck(im[14]), Card: im[15], Left: im[16],
		Item:  game.Item{Kind: game.ItemKind(im[17]), Space: game.Space(im[18]), Building: game.Building(im[19]), Deck: game.Deck(im[20])},
		Seats: game.Seats(le.Uint16(im[25:])), N: int32(le.Uint32(im[27:])), Amount: game.Money(le.Uint32(im[31:])),
		Give: game.Terms{Cash: game.Money(le.Uint32(im[35:])), Cards: im[21], Tickets: im[22], Deeds: game.Set(le.Uint64(im[43:]))},
		Want: game.Terms{Cash: game.Money(le.Uint32(im[39:])), Cards: im[23], Tickets: im[24], Deeds: game.Set(le.Uint64(im[51:]))},
		Lift: game.Set(le.Uint64(im[59:])),
	}
}

// append writes, for each eight bytes, which of them are not zero, and those.
func (im *image) append(b []byte) []byte {
	for word := 0; word < len(im); word += 8 {
		at := len(b)
		b = append(b, 0)
		if le.Uint64(im[word:]) == 0 {
			continue
		}
		for i, x := range im[word : word+8] {
			if x != 0 {
				b[at] |= 1 << i
				b = append(b, x)
			}
		}
	}
	return b
}

func (im *image) read(b []byte) []byte {
	for word := 0; word < len(im); word += 8 {
		has := b[0]
		b = b[1:]
		for i := 0; has != 0; i, has = i+1, has>>1 {
			if has&1 != 0 {
				im[word+i], b = b[0], b[1:]
			}
		}
	}
	return b
}
