package table

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// Lengths of ids in characters of base32, five bits each. A game's id is all it
// takes to watch a private table, so that one is as long as a token: 130 bits.
const (
	gameIDLen    = 10
	privateIDLen = 26
	playerIDLen  = 16
)

// tokenPrefix makes a token that has leaked into a log or a repository easy to find.
const tokenPrefix = "bh_"

func newID(n int) string { return strings.ToLower(rand.Text()[:n]) }

func newSeed() [32]byte {
	var seed [32]byte
	_, _ = rand.Read(seed[:]) // never fails; the process ends instead
	return seed
}

// newSecret is a token and what is stored of it.
func newSecret() (string, [32]byte) {
	token := tokenPrefix + rand.Text()
	return token, HashToken(token)
}

// HashToken is what is stored of a token. The token is random, so a quick hash is enough.
func HashToken(token string) [32]byte { return sha256.Sum256([]byte(token)) }
