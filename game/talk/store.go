package talk

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// Note is what a person keeps in mind about a table. Nobody else sees it.
type Note struct {
	Player account.PlayerID
	Game   string
	Text   string
	At     time.Time
}

// Message is one message of a table's chat.
type Message struct {
	Game    string
	ID      uint64 // in the order of writing, from 1
	Rev     uint64 // which change of the chat made it what it is
	At      time.Time
	Player  account.PlayerID // its author, empty for a computer player
	Seat    game.Seat
	Name    string // of the author at this table
	Bot     string // persona of a computer player, empty for a person
	Text    string // of a person; of a computer player the key of a sentence
	About   int    // the space or group that such a sentence is about, -1 if none
	Removed Remover
}

// Remover says who took a message away; then its text is gone.
type Remover string

// The removers.
const (
	ByAuthor   Remover = "author"
	ByOwner    Remover = "owner" // of the table
	ByOperator Remover = "operator"
)

// Span chooses messages of a chat. Without After and Before they are the last ones.
type Span struct {
	After  *uint64 // only what changed after this Rev, in the order of change
	Before uint64  // only messages before this ID, the last ones of them
	Limit  int
}

// Mute names a player whose messages its owner does not want to read.
type Mute struct {
	ID     string
	Player account.PlayerID
	Muted  account.PlayerID
	Name   string // the player's name at the time
	At     time.Time
}

// Report is a message that the operator was asked to look at.
type Report struct {
	ID        string
	At        time.Time
	Game      string
	Message   uint64
	Reporter  account.PlayerID
	Author    account.PlayerID
	Name      string // of the author
	Text      string // as it was then
	Why       string // what the reporter says to it
	SettledAt time.Time
	Note      string // what the operator did
}

// ReportFilter chooses reports.
type ReportFilter struct {
	ID      string // only this one, if not empty
	Settled *bool  // nil: all
	Oldest  bool   // the oldest first, else the latest
	Limit   int    // 0: all
	Skip    int    // of a limited list so many first ones are left out
}

// Store keeps what people write beside the game. Its errors are those of
// package storage.
type Store interface {
	// Note reads a note; ErrNotFound if there is none.
	Note(ctx context.Context, p account.PlayerID, game string) (Note, error)
	// SaveNote keeps a note in place of the one of the time before, zero if
	// there was none; ErrConflict if another is there. An empty text removes it.
	SaveNote(ctx context.Context, n Note, before time.Time) error
	// Notes lists what a person has noted, latest first.
	Notes(ctx context.Context, p account.PlayerID) ([]Note, error)

	// AddMessage adds a message and forgets those whose ID is more than keep
	// lower; ErrConflict if ID or Rev is taken.
	AddMessage(ctx context.Context, m Message, keep int) error
	// RemoveMessage takes the words of a message away and gives it a new Rev;
	// ErrNotFound if it is not there, ErrConflict if Rev is taken.
	RemoveMessage(ctx context.Context, game string, id, rev uint64, by Remover) error
	// Messages reads messages in order, at most Limit of them.
	Messages(ctx context.Context, game string, s Span) ([]Message, error)
	// ChatEnd is the highest ID and the highest Rev of a chat, 0 if it is empty.
	ChatEnd(ctx context.Context, game string) (id, rev uint64, err error)
	// MessagesOf lists what a person has written at all tables, oldest first.
	MessagesOf(ctx context.Context, p account.PlayerID) ([]Message, error)
	// LastTalk is the last message, without its words, of each table at which a
	// person sits, if it is somebody else's.
	LastTalk(ctx context.Context, p account.PlayerID) (map[string]Message, error)

	// AddMute keeps a mute; one of the same two people stays as it is.
	AddMute(ctx context.Context, m Mute) error
	// DropMute ends a mute of its player; ErrNotFound if they have none of this ID.
	DropMute(ctx context.Context, p account.PlayerID, id string) error
	// Mutes lists whom a person has muted, latest first.
	Mutes(ctx context.Context, p account.PlayerID) ([]Mute, error)

	// AddReport keeps a report; one of the same message by the same person stays as it is.
	AddReport(ctx context.Context, r Report) error
	// Reports lists reports, latest first unless the filter says otherwise.
	Reports(ctx context.Context, f ReportFilter) ([]Report, error)
	// OpenReports counts the reports that were not dealt with.
	OpenReports(ctx context.Context) (int, error)
	// SettleReport notes that a report was dealt with; ErrNotFound if there is none.
	SettleReport(ctx context.Context, id string, at time.Time, note string) error
}
