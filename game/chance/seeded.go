package chance

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"
	"math/rand/v2"

	"github.com/bankhalter/bankhalter/game"
)

// Source is luck from a seed: the same seed gives the same outcomes to the same
// questions, on every machine. It is not safe for use by several goroutines.
type Source struct {
	rng  rand.ChaCha8
	word uint64 // bytes not used yet, the next one lowest
	left int
}

// Seeded returns the luck of a seed.
func Seeded(seed [32]byte) *Source {
	s := &Source{}
	s.rng.Seed(seed)
	return s
}

// luckLabel separates this use of a seed from any other.
const luckLabel = "bankhalter/luck/1"

// OfCommand returns the luck of the command of a game whose first event has the
// number first. It depends on nothing else, so that a command which has to be given
// again, because its commit failed or the server ended, meets the same dice.
func OfCommand(seed [32]byte, gameID string, first uint32) *Source {
	mac := hmac.New(sha256.New, seed[:])
	mac.Write([]byte(luckLabel))
	mac.Write([]byte{0})
	mac.Write([]byte(gameID))
	mac.Write([]byte{0})
	mac.Write(binary.BigEndian.AppendUint32(nil, first))
	return Seeded([32]byte(mac.Sum(nil)))
}

// Commitment is the hash to which a seed is committed before the first throw.
func Commitment(seed [32]byte) string {
	sum := sha256.Sum256(seed[:])
	return hex.EncodeToString(sum[:])
}

func (s *Source) next() byte {
	if s.left == 0 {
		s.word, s.left = s.rng.Uint64(), 8
	}
	b := byte(s.word)
	s.word >>= 8
	s.left--
	return b
}

// uniform picks 0 to m-1, m from 1 to 256, each exactly as likely: a byte in
// the incomplete last block of m is skipped. One choice costs no byte.
func (s *Source) uniform(m int) int {
	if m <= 1 {
		return 0
	}
	limit := 256 - 256%m
	for {
		if b := int(s.next()); b < limit {
			return b % m
		}
	}
}

// Roll throws the white dice, and the third die if it has faces.
func (s *Source) Roll(_ game.Seat, _ game.Cause, faces *[6]uint8) [3]uint8 {
	d := [3]uint8{uint8(1 + s.uniform(6)), uint8(1 + s.uniform(6))}
	if faces != nil {
		d[2] = faces[s.uniform(6)]
	}
	return d
}

// Card picks one of the cards never drawn, in ascending order of their numbers;
// when all have been drawn, the one that has lain longest.
func (s *Source) Card(_ game.Seat, _ game.Deck, pile *game.Pile) uint8 {
	if pile.Undrawn == 0 {
		return pile.Queue[0]
	}
	left := pile.Undrawn
	for range s.uniform(bits.OnesCount32(left)) {
		left &= left - 1
	}
	return uint8(bits.TrailingZeros32(left))
}

// Ticket picks one of the pile and reports whether it lets the others expire.
func (s *Source) Ticket(_ game.Seat, plain, expiring uint8) bool {
	return s.uniform(int(plain)+int(expiring)) >= int(plain)
}

// Deal picks one of n deeds.
func (s *Source) Deal(n int) int { return s.uniform(n) }
