package notifications

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
)

// Sorted is a notice from the outbox and its fate.
type Sorted struct {
	Notice   notice.Notice
	Messages []notice.Queued
	Again    time.Time       // when it is looked at again; zero takes it out of the outbox
	Since    time.Time       // of a notice that is looked at again
	Plan     []notice.Notice // put into the outbox in place of those about the same
}

// Settled is the end of a round on a channel.
type Settled struct {
	Lease   string
	Channel notice.Channel  // how it fares now; a dead one loses its messages
	Done    []notice.Queued // sent, or not needed any more
	Later   []notice.Queued // with a new DueAt
}

// Claim is what a worker asks of the store: channels of one way, for itself until its lease ends.
type Claim struct {
	Way        notice.Way
	Lease      string // never used twice
	Now, Until time.Time
	Most       int
	Unproven   int // at most so many of them are unproven
}

// Store keeps channels, preferences, the outbox and messages. Several workers, in one
// process or in many, may use one store. Errors are those of package storage.
type Store interface {
	// Heeding lists the players who have a channel on which something is sent.
	Heeding(ctx context.Context) ([]string, error)
	// Preferences reads a player's preferences; ErrNotFound if they have set none.
	Preferences(ctx context.Context, player string) (notice.Preferences, error)
	// SavePreferences stores a player's preferences.
	SavePreferences(ctx context.Context, player string, w notice.Preferences) error

	// HeedingTables lists the tables whose hook is on.
	HeedingTables(ctx context.Context) ([]string, error)
	// TableChannel reads the hook of a table; ErrNotFound if it has none.
	TableChannel(ctx context.Context, game string) (notice.Channel, error)
	// TableChannels lists the hooks of tables to which a player gave the address, the oldest first.
	TableChannels(ctx context.Context, player string) ([]notice.Channel, error)
	// Mentions are the names that the players of a table gave for its hook, by player.
	Mentions(ctx context.Context, game string) (map[string]string, error)
	// MentionsOf are the names that a player gave for hooks, by table.
	MentionsOf(ctx context.Context, player string) (map[string]string, error)
	// SetMention stores the name of a player for the hook of a table; "" removes it.
	SetMention(ctx context.Context, game, player, name string) error

	// Channels lists the channels of a player, the oldest first, without the hooks of tables.
	Channels(ctx context.Context, player string) ([]notice.Channel, error)
	// Channel reads one channel.
	Channel(ctx context.Context, id string) (notice.Channel, error)
	// FeedChannel reads the feed with this hash of its secret.
	FeedChannel(ctx context.Context, hash string) (notice.Channel, error)
	// AddChannel keeps a new channel; ErrConflict if the player has one with its address.
	// The hook of a table takes the place of the one that it had.
	AddChannel(ctx context.Context, c notice.Channel) error
	// ChangeChannel stores its owner's changes; messages for one that sends nothing are dropped.
	ChangeChannel(ctx context.Context, c notice.Channel) error
	// DropChannel removes a channel of a player and its messages.
	DropChannel(ctx context.Context, player, id string) error

	// DueNotices lists the due notices in the outbox, the oldest first.
	DueNotices(ctx context.Context, now time.Time, limit int) ([]notice.Notice, error)
	// HasNotice reports whether the outbox holds a notice of a kind for a player about a table.
	HasNotice(ctx context.Context, player, game string, kind notice.Kind) (bool, error)
	// PlanReminders has it looked at then whether to remind a player of their decisions at tables.
	// A reminder that has been sent is left as it is.
	PlanReminders(ctx context.Context, player string, games []string, at time.Time) error
	// Sort takes notices out of the outbox and puts messages in their place. One
	// that has changed since it was read, or is gone, is left as it is.
	Sort(ctx context.Context, all []Sorted) error
	// Claim takes channels that have due messages, those first whose oldest is due longest,
	// for one worker; no other worker gets them before the lease ends.
	Claim(ctx context.Context, c Claim) ([]notice.Channel, error)
	// DueMessages lists the due messages on a channel, the oldest first.
	DueMessages(ctx context.Context, channel string, now time.Time) ([]notice.Queued, error)
	// Settle ends a claim. Letters that have come anew since they were read stay.
	Settle(ctx context.Context, s Settled) error
	// Rewind makes everything due that is queued for later than now: the clock was set back.
	// What is early then is put off again.
	Rewind(ctx context.Context, now time.Time) error
	// NextDue is when the first notice or message is due, zero if there is none.
	NextDue(ctx context.Context) (time.Time, error)
	// Backlog counts the waiting notices and messages, and returns when the oldest is or was due.
	Backlog(ctx context.Context) (notices, messages int, oldest time.Time, err error)
	// Secret reads the secret stored under a name; if there is none, fresh is stored.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}
