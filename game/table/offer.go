package table

import (
	"encoding/binary"
	"hash/fnv"
	"hash/maphash"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// tooLate is how long after what a seat is asked was replaced a press may still
// be meant for what was there before.
const tooLate = 500 * time.Millisecond

// maxReplaced bounds the replaced offers remembered for a seat.
const maxReplaced = 3

// offers is what a seat is asked now, and what it was asked before, as short
// numbers. It says nothing of amounts and of what others do in the meantime, so
// that an honest press is never refused because of them.
type offers struct {
	now      uint32
	n        uint8
	replaced [maxReplaced]replaced // latest first
	last     uint64                // the seat's last command given by a person, hashed; 0 if none is known
}

// replaced is an offer that is no longer the current one.
type replaced struct {
	offer uint32
	at    time.Time // zero if that was before the table was read from its log
}

// digest is the number of what a seat is asked after its own last move.
func (q *asked) digest(own uint32) uint32 {
	var b [14]byte
	b[0], b[1], b[2] = byte(q.phase), q.throw, byte(q.space)
	binary.LittleEndian.PutUint16(b[3:], q.turn)
	binary.LittleEndian.PutUint32(b[5:], q.opened)
	binary.LittleEndian.PutUint32(b[9:], own)
	h := fnv.New32a()
	_, _ = h.Write(b[:]) // never fails
	return h.Sum32()
}

// set makes an offer the current one, from the given time on.
func (o *offers) set(now uint32, at time.Time) {
	if now == o.now {
		return
	}
	copy(o.replaced[1:], o.replaced[:])
	o.replaced[0] = replaced{o.now, at}
	o.n = min(o.n+1, maxReplaced)
	o.now = now
}

// changed reports whether a command made with an eye on the offer came right
// after it was replaced. The offer of another table, an older one and none at
// all are left to the event that its maker saw.
func (o *offers) changed(offer string, came time.Time) bool {
	if offer == "" { // as with most moves; an error would be made for each of them
		return false
	}
	seen, err := strconv.ParseUint(offer, 36, 32)
	if err != nil || uint32(seen) == o.now {
		return false
	}
	for _, r := range o.replaced[:o.n] {
		if r.offer == uint32(seen) {
			return !r.at.IsZero() && came.Sub(r.at) < tooLate
		}
	}
	return false
}

// current is what each seat is asked now.
func (a *asks) current() (list [game.MaxSeats]uint32) {
	for i := range a.offers {
		list[i] = a.offers[i].now
	}
	return list
}

var commandSeed = maphash.MakeSeed()

// did notes the last command that a person gave for the seat.
func (o *offers) did(c *game.Command) { o.last = maphash.Comparable(commandSeed, *c) }

// again reports whether the command is the very one that was given last.
func (o *offers) again(c *game.Command) bool {
	return o.last != 0 && o.last == maphash.Comparable(commandSeed, *c)
}

// Offer is a short name for what a seat is asked now, to be sent back with the
// answer; "" for a seat that takes no part.
func (s *Snapshot) Offer(seat game.Seat) string {
	if seat < 0 || int(seat) >= int(s.State.NumSeats) || s.State.Status != game.Playing {
		return ""
	}
	return strconv.FormatUint(uint64(s.offers[seat]), 36)
}
