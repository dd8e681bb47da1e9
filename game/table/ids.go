package table

import (
	"crypto/rand"
	"strings"
)

// Lengths of ids in characters of base32, five bits each. A game's id is all it
// takes to watch a private table, so that one is as long as a token: 130 bits.
const (
	gameIDLen    = 10
	privateIDLen = 26
)

func newID(n int) string { return strings.ToLower(rand.Text()[:n]) }

func newSeed() [32]byte {
	var seed [32]byte
	_, _ = rand.Read(seed[:]) // never fails; the process ends instead
	return seed
}
