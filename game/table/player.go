package table

import (
	"encoding/hex"
	"time"
)

// PlayerID names a person across games.
type PlayerID string

// Player is a person known to this server.
type Player struct {
	ID        PlayerID
	Name      string
	CreatedAt time.Time
}

// TokenKind says what a token is good for.
type TokenKind string

// The kinds of token; sessions have their own table.
const (
	Bearer TokenKind = "bearer" // a program's key, sent with each request
	Link   TokenKind = "link"   // a secret link that signs its owner in
)

// Token is a secret as it is stored: the sha256 of what its owner holds.
type Token struct {
	Hash      [32]byte
	Kind      TokenKind
	Player    PlayerID
	CreatedAt time.Time
	ExpiresAt time.Time // zero: never
	Once      bool      // gone after its first use

	Name   string    // what its owner calls it
	Scope  Scope     // what it opens, if it is a bearer token
	UsedAt time.Time // when it was last used, within some minutes; zero: never
}

// ID names a token to its owner. It is made of the hash, so that it is no
// secret and leads to none.
func (t *Token) ID() string { return hex.EncodeToString(t.Hash[:8]) }

// TokenUse is when a token was used.
type TokenUse struct {
	Hash [32]byte
	At   time.Time
}
