package account

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// The values of a session besides the player, and their types.
const (
	SessionDevice = "device" // string: kind of browser and system, as Device returns it
	SessionSince  = "since"  // int64: time of signing in, unix seconds; renewing keeps it
	SessionUntil  = "until"  // int64: when the session ends even if it is used, unix seconds; none: never
	SessionProved = "proved" // int64: when a password or passkey was shown last, unix seconds
	SessionGuest  = "guest"  // string: id of the guest who signed in to an account and may be merged into it
)

// SessionLife is how long a player who has a password or a passkey stays signed
// in without using it again. A guest has neither and may stay.
const SessionLife = 400 * 24 * time.Hour

// ProofLife is how long a password or passkey, once given, permits dangerous actions.
const ProofLife = 10 * time.Minute

// Session is one browser in which a player is signed in.
type Session struct {
	ID        string // names it without being worth anything
	Device    string
	CreatedAt time.Time
	SeenAt    time.Time // to the day
	ExpiresAt time.Time
}

// SessionID names the session with this hash of its cookie.
func SessionID(hash [32]byte) string { return hex.EncodeToString(hash[:8]) }

// SessionIDOf names the session of a cookie.
func SessionIDOf(cookie string) string { return SessionID(sha256.Sum256([]byte(cookie))) }
