package notice

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Notice is a piece of news for a player, as kept in the outbox.
type Notice struct {
	Player string
	Game   string
	Kind   Kind
	Since  time.Time // when it came about; of a reminder the decision that has been reminded of, Never if none has
	DueAt  time.Time // when it is looked at
}

// Never is the Since of a reminder that has not been sent.
func Never() time.Time { return time.Unix(0, 0).UTC() }

// Queued is a notice on its way through one channel.
type Queued struct {
	Channel string
	Game    string
	Kind    Kind
	Since   time.Time
	DueAt   time.Time
}

// Item is the part of a message about one table.
type Item struct {
	Game     string
	Title    string
	Kinds    []Kind
	Since    time.Time
	Deadline time.Time // zero: none
	Late     bool      // the reader's time is over, and an auction still takes their answer
	Others   []string  // who else is at the table
	For      string    // who is asked at the device of the one who is told, "" if that is they themselves
	Winners  []string  // of a game that is over, without the reader
	Won      bool      // the reader is one of them
	By       string    // who invites to another game, or plays for an absent reader; "" if nobody
	Out      bool      // the reader is bankrupt
	Next     string    // URL of the table of that game
	URL      string    // of the table, at the decision if there is one
	VoteEnds time.Time // when the first of the votes ends that wait for the reader; zero: there are none
	Remind   time.Time // when the reader wants to be reminded of the deadline; zero: never

	Table string   // its title, or its players if it has none, in the reader's language; "" if nobody has told
	Ask   string   // the decision and its amount
	Votes []string // what the reader is to vote on, and until when
	News  []string // what happened since the reader looked last
	Then  string   // what the table answers at the deadline

	Up []Up // for the hook of a table: whom it waits for

	Seq   uint32          // of the last event
	Phase string          // of the game, as in its state
	Seat  int             // the reader's
	Seats []string        // the names of all players, by seat
	Moves json.RawMessage // the reader's legal moves, as in the state of the game; nil: none
}

// Up is somebody for whom a table waits, as everybody may know it.
type Up struct {
	Seat    int
	Name    string
	StandIn string    // who plays for them until they are back, "" if nobody does
	Mention string    // the name that they gave for the channel of the table, "" if none
	Until   time.Time // zero: no deadline
}

// Message is a message to send, written in the language of its reader.
type Message struct {
	ID          string // the same again if it has to be sent again
	Lang        string
	Kind        Kind     // the most urgent thing in it
	Game        string   // if it is about one table only
	Title       string   // one line
	Lines       []string // the text
	Short       []string // what follows the title where there is room for some lines only
	Foot        []string // how to unsubscribe; only for its reader
	URL         string   // of the table, or of all
	Unsub       string   // address that ends this channel, by POST; empty in a request to confirm
	Confirm     string   // address that confirms the channel, in a request to confirm
	Preferences string   // address of the settings
	At          time.Time
	Items       []Item
	Testing     bool
}

// ID names a message by its content, so that a receiver can recognise one that
// comes twice.
func ID(channel string, queued []Queued) string {
	h := sha256.New()
	fmt.Fprintln(h, channel)
	for _, l := range queued {
		fmt.Fprintln(h, l.Game, l.Kind, l.Since.UnixMilli())
	}
	return "msg_" + hex.EncodeToString(h.Sum(nil)[:15])
}
