package notifications

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/table"
)

// Sender brings messages to channels of one way. An error that is no *Fault
// counts as one that may pass.
type Sender interface {
	Deliver(ctx context.Context, c *notice.Channel, m *notice.Message) error
}

// Checker is a Sender that knows beforehand where it would never send.
type Checker interface {
	// Check returns why nothing can be sent to a web address, "" if something can:
	// address, https, port, inside or unlisted.
	Check(ctx context.Context, address string) string
}

// Writer puts a message into words.
type Writer interface {
	// Write fills in title and lines, in the language of the message.
	Write(m *notice.Message, w *notice.Preferences)
}

// News is a table as one of its players finds it.
type News struct {
	Table  *table.Snapshot
	Seat   game.Seat
	Zone   *time.Location     // of its reader
	Seen   uint32             // the last event that the player has been shown
	Since  []table.ShownEvent // what happened after it, the end of it if it is much; what they must not see is for the Teller to leave out
	Answer game.CommandKind   // what the table answers for them at the deadline, NoCommand if nothing
}

// Teller says what a player is asked at a table, and what happened there.
type Teller interface {
	// Tell fills in what an item says of its table, in a language.
	Tell(it *notice.Item, n *News, lang string) error
	// TellAll fills in what an item says of its table to a group, for whom the seats are up: what
	// everybody may know. The reader is the seat of the one who is told instead, or Nobody.
	TellAll(it *notice.Item, snap *table.Snapshot, up game.Seats, reader game.Seat, lang string) error
}

// Fault says why a message could not be delivered.
type Fault struct {
	Code   string // for a sentence to the owner of the channel: refused, gone, moved, blocked, unreachable, slow, limited, server, down or internal
	Detail string // the other side's answer, shortened
	Gone   bool   // the channel does not exist any more
	Down   bool   // nothing can be delivered on this way, whatever the channel

	RetryAfter time.Duration // how long the receiver asks to wait, 0 if it does not say
}

// Error is for the log.
func (f *Fault) Error() string {
	if f.Detail == "" {
		return f.Code
	}
	return f.Code + ": " + f.Detail
}

// Temporary reports whether another attempt may help.
func (f *Fault) Temporary() bool { return !f.Gone && f.Code != "refused" }

// Problem describes the fault, in the words that are kept.
func (f *Fault) Problem() problem.Problem {
	return problem.Problem{Code: "undelivered", Why: f.Error()}
}

// asFault is the fault in an error.
func asFault(err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Fault{Code: "slow"}
	}
	return &Fault{Code: "internal", Detail: err.Error()}
}
