package operator

import (
	"context"
	"net/netip"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// How long texts of the operator may be, in characters.
const (
	MaxReason  = 300
	maxMessage = 500
)

// Ban keeps a person from changing anything, or an address from everything.
type Ban struct {
	ID     string
	Player account.PlayerID // "" for an address
	Name   string           // of the player, when it is read
	Net    netip.Prefix     // of the addresses; invalid for a player
	Reason string           // shown to who is banned
	At     time.Time
	Until  time.Time // zero: until it is lifted
}

// Over reports whether the ban has ended by itself.
func (b *Ban) Over(now time.Time) bool { return !b.Until.IsZero() && !now.Before(b.Until) }

// whom is the player or the network that is banned.
func (b *Ban) whom() string {
	if b.Player == "" {
		return b.Net.String()
	}
	return string(b.Player)
}

// Announcement is shown on every page.
type Announcement struct {
	Texts map[string]string // by language
	At    time.Time
	Until time.Time // zero: until it is taken away
}

// Act is one line of the operator's audit log.
type Act struct {
	At   time.Time
	What string // a short name, such as "ban"
	On   string // the subject, such as the id of a table
	Note string
	From string // the address it came from
}

// Search chooses tables for the operator.
type Search struct {
	Text     string // in the id, the title or the name of a seated player
	Statuses []game.Status
	Before   time.Time // only those last changed before
	Oldest   bool      // those left alone longest first, else the latest first
	Largest  bool      // those with most events first
	Damaged  bool      // only those whose settings cannot be read and that are not closed because of it
	Limit    int       // at most so many
	Skip     int       // so many first ones are left out
}

// Person is a player as the operator sees them.
type Person struct {
	account.Player
	Tables   int
	Sessions int
	Tokens   int
}

// Store keeps the operator's acts. Each change is written together with its
// line in the audit log.
type Store interface {
	// Bans lists all bans, ended ones too, the latest first.
	Bans(ctx context.Context) ([]Ban, error)
	// AddBan keeps a ban; storage.ErrNotFound if there is no such player.
	AddBan(ctx context.Context, b Ban, act Act) error
	// LiftBan ends a ban; storage.ErrNotFound if there is none.
	LiftBan(ctx context.Context, id string, act Act) error
	// Announcement reads the announcement; nil texts if there is none.
	Announcement(ctx context.Context) (Announcement, error)
	// Announce replaces the announcement; nil texts take it away.
	Announce(ctx context.Context, a Announcement, act Act) error
	// Write adds a line to the book.
	Write(ctx context.Context, act Act) error
	// Acts reads the book, the latest first, and leaves the first skip acts out.
	Acts(ctx context.Context, limit, skip int) ([]Act, error)
	// Find searches tables.
	Find(ctx context.Context, s Search) ([]*table.Game, error)
	// People searches people by a part of the name, or by the whole id, the latest
	// first, and leaves the first skip of them out.
	People(ctx context.Context, text string, limit, skip int) ([]Person, error)
	// DropGuests removes at most limit people who came before, sit and sat nowhere,
	// own nothing, have no account and no rated result, and were not seen since; dry:
	// only counts them.
	DropGuests(ctx context.Context, before time.Time, limit int, dry bool) (int, error)
	// SignOut ends all sessions and tokens of a person.
	SignOut(ctx context.Context, p account.PlayerID, act Act) error
}
