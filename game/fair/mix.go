package fair

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/bankhalter/bankhalter/game"
)

const (
	labelMix0   = "pf1/mix0"
	labelMix    = "pf1/mix"
	labelMissed = "pf1/missed"
)

// Mix0 is the mix of a table that is locked: its header, the server's anchor
// and the anchors of the seats in their order.
func Mix0(header []byte, server Hash, seats []Hash) Hash {
	head := sha256.Sum256(header)
	b := make([]byte, 0, len(labelMix0)+Size*(2+len(seats)))
	b = append(append(append(b, labelMix0...), head[:]...), server[:]...)
	for i := range seats {
		b = append(b, seats[i][:]...)
	}
	return sha256.Sum256(b)
}

// Mix is the mix after a link of a seat has entered it.
func Mix(mix Hash, seat game.Seat, link Hash) Hash {
	var b [len(labelMix) + Size + 4 + Size]byte
	n := copy(b[:], labelMix)
	n += copy(b[n:], mix[:])
	binary.BigEndian.PutUint32(b[n:], uint32(seat))
	copy(b[n+4:], link[:])
	return sha256.Sum256(b[:])
}

// Missed returns the stand-in for the link that a seat did not send for a draw, last being
// its last link. Its chain is not advanced. The ordinal of the opening is 0.
func Missed(last Hash, ordinal uint32) Hash {
	var b [len(labelMissed) + Size + 4]byte
	n := copy(b[:], labelMissed)
	n += copy(b[n:], last[:])
	binary.BigEndian.PutUint32(b[n:], ordinal)
	return sha256.Sum256(b[:])
}
