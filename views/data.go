package views

import (
	"net/url"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Page is what every page needs, whoever looks at whatever.
type Page struct {
	Lang    string // language of the page, as text.Match returned it
	Path    string // path and query of this page, for refresh and language links
	Site    string // host name shown to people, such as "play.example.org"
	Origin  string // scheme and host, for examples that can be copied
	Viewer  Person // who looks; zero if not signed in
	Refresh int    // seconds between reloads if the reader asked for ?refresh=, else 0
	Message string // one sentence for the status line, or ""

	Announcement string // what the operator has to say on every page, or ""
}

// Person is a player as others see him.
type Person struct {
	ID   string
	Name string
}

// Known reports whether the viewer has signed in.
func (p Person) Known() bool { return p.ID != "" }

// Problem is a refused or failed request, shown beside the form that made it.
// Text is a sentence in the reader's language that says what to do.
type Problem struct {
	Code string // "bid_funds", "stale", ...
	Rule string // "R-AUCT-5", or ""
	Text string
	Move string // name of the refused move, so that it shows beside its form

	Field string // of the form for a new table: name of the field that was wrong, or ""
}

// TableCard is one table in a list.
type TableCard struct {
	ID       string
	Name     string
	Edition  string // title of the edition
	Rulebook string
	Status   game.Status
	Turn     int       // number of the running turn
	Seats    []string  // names of those who sit
	Wanted   int       // seats in all
	Waiting  []string  // names of those the game waits for
	Since    time.Time // the last move; zero if none
	MyTurn   bool      // it waits for the viewer
	Mine     bool      // the viewer has a seat
	Sealed   bool      // over, because it could not be read
	Pace     string    // the pace in one word: open, live, evening, correspondence, or slow
}

// LobbyData is the start page.
type LobbyData struct {
	Mine    []TableCard
	Open    []TableCard // waiting for players
	Running []TableCard // to watch
	Problem *Problem
	Form    url.Values // what was typed into a refused form
	Now     time.Time

	Farewell string // the name under which the games stay of who has just deleted himself; "" for all others
}

// NewTableData is the page with every choice for a new table.
type NewTableData struct {
	Edition  string           // chosen edition id
	Rulebook string           // chosen rulebook, "" for the edition's own
	Own      []Listed         // editions people have uploaded
	Custom   *edition.Edition // the chosen edition if it is one of those
	Bots     []string         // ids of the computer players on offer
	Form     url.Values       // what was typed into a refused form
	Problem  *Problem
	BotPause time.Duration // the server's own
	Switched bool          // the page is drawn for another board or rulebook than the form came from
}

// Listed is an edition with a title.
type Listed struct {
	ID    string
	Title string
}

// Seat is one seat at a table.
type Seat struct {
	Name    string // "" if still free
	Player  string // player id, "" for a bot or a free seat
	Bot     string // bot id, "" for a person
	Online  bool   // has the page open now
	StandIn string // who plays for him until he is back, "" for nobody
}

// Entry is one line of the game's log.
type Entry struct {
	Seq   uint32
	At    time.Time
	Event game.Event
	Terms string // the side agreement of a proposal, "" if none
	By    string // who moved instead of the player, as wire.ActedBy tells; "" if nobody did
}

// TableQuery is what the address of a table page asks for besides the table.
type TableQuery struct {
	Deed  int // space whose card is shown, -1 if none
	Trade int // seat to trade with, -1 if none
	Draft Draft
}

// TableData is a table: waiting room, running game or result, by State.Status.
type TableData struct {
	ID      string
	Name    string
	Setup   *setup.Setup
	State   *game.State
	Seats   []Seat
	Viewer  game.Seat       // game.Nobody for a watcher
	Offer   string          // what the viewer is asked, as the table names it; forms send it back
	Options []game.Option   // what the viewer may do
	Terms   wire.Agreements // of the open proposals
	Log     []Entry         // oldest first; the last few turns
	Query   TableQuery
	Problem *Problem  // the viewer's last move was refused
	Since   time.Time // the last move; zero if none
	Kept    time.Time // until when a finished game is kept; zero: for ever
	EndAt   time.Time // the agreed hour; zero if none
	Now     time.Time

	// waiting room
	Owner    bool         // the viewer may add bots, send people away and start
	Private  bool         // not listed in the lobby
	Invite   string       // absolute address to hand to friends
	Bots     []string     // ids of the computer players on offer
	CanJoin  bool         // the viewer may take a seat
	NotReady game.Refusal // why the table cannot start yet; zero if it can
	Form     url.Values   // what was typed into a refused form

	Rev       uint64      // counts what the page shows besides the game: seats, names
	Sandbox   bool        // a position tried out: no proof of dice, several may sit down late
	CanReturn bool        // the viewer left a running game and may come back
	Unheard   bool        // the address was right but the move was made already
	Dice      string      // what the script has to know to bring numbers, JSON, or ""
	Awaiting  []game.Seat // seats whose number the table waits for
	Seed      string      // commitment to dice and cards, hex, or ""
	Imported  bool        // brought in from another server

	Chat    *Chat          // its last lines; nil if the viewer may not read them
	Times   *Timing        // clocks, votes and what comes next; nil where there are none
	Over    bool           // the game has ended, whatever the state shown
	Past    *Past          // the table is shown as it stood once; nil: as it is
	Missed  *Missed        // what the viewer has not seen yet; nil if nothing
	Figures *stats.Figures // of a finished game, and on the page of figures
}

// EditionData is a board as a page.
type EditionData struct {
	Setup *setup.Setup
}

// EditionsData lists the boards.
type EditionsData struct {
	Own     []Listed
	Problem *Problem
	Faults  []string // what is wrong with an uploaded edition
}

// PlayerData is the page on which somebody gives a name.
type PlayerData struct {
	Next     string // path to go to afterwards, "" for the lobby
	Accounts bool   // there are accounts to sign in to
	Form     url.Values
	Problem  *Problem
}

// LinkData asks whether to sign in by a secret link.
type LinkData struct {
	Name   string // whose link it is
	Action string // path to post to
}

// MeData is the page about oneself.
type MeData struct {
	Accounts bool // there is a page for passwords, passkeys and devices
	Day      Day
	Link     string // absolute secret link, shown once after it was made
	Now      time.Time
}

// ErrorData is a page for what went wrong.
type ErrorData struct {
	Status int
	Code   string
	Detail string // a sentence, or "" for the usual one of the status
	Back   string // path to go on with, "" for the lobby
	Export string // path of what can still be read of the table; "" if it is about none
}
