package tablepage

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
)

// self is the address of this very page, with what it was asked to show.
func (v *view) self() string {
	path := page.GamePath(v.d.ID)
	if v.d.Query.Deed >= 0 {
		path = page.WithQuery(path, page.QueryDeed, strconv.Itoa(v.d.Query.Deed))
	}
	if v.d.Query.Trade >= 0 {
		path = page.WithQuery(path, page.QueryTrade, strconv.Itoa(v.d.Query.Trade))
	}
	if v.d.Past != nil {
		path = page.WithQuery(path, page.QueryAt, page.Itoa(v.d.Past.At))
	}
	if q := v.d.Query.Draft.query(); len(q) > 0 {
		path = withAll(path, q)
	}
	if v.p.Refresh > 0 {
		path = page.WithQuery(path, page.QueryRefresh, strconv.Itoa(v.p.Refresh))
	}
	return path
}

// stream is where the page listens for news; after a game its players hear of a rematch.
func (v *view) stream() string {
	if v.d.Past != nil || v.d.Gallery || v.s.Status == game.Finished && (!v.seated() || v.d.Sandbox || v.d.Rematch != nil && v.d.Rematch.Mine) {
		return ""
	}
	return page.EventsPath(v.d.ID)
}

// tableFrame is what stands around a table.
func (v *view) tableFrame() page.Frame {
	f := page.Frame{
		Title: v.title(), Heading: v.d.Name, Sub: v.sub(), SubHint: v.d.Setup.Edition.Title.In(v.Lang()), Status: v.status(),
		Look: page.LookPath(page.EditionName(v.d.Setup.Edition)), Body: palette.Class(v.d.Setup.Edition),
		Symbols: v.symbols(), Table: true, Script: true, Refresh: v.s.Status != game.Finished && v.d.Past == nil, Main: "#act", Rules: v.rules,
	}
	if v.filmed() {
		f.Switches = switches(v)
	}
	f.Nav, f.Log, f.Social = v.ways(v.here()), v.s.Status != game.InLobby, v.social()
	switch {
	case v.d.Past != nil:
		f.More = static.Replay
	case v.s.Status == game.InLobby:
		f.More = static.Tryout
	}
	return f
}

// filmed says whether the page plays a film, which has switches in the header.
func (v *view) filmed() bool { return v.d.Past != nil || v.s.Status == game.Playing }

// social is what other sites show of the table: nothing about its hands, and of a
// finished game how it ended.
func (v *view) social() *page.Social {
	if v.d.Invite == "" {
		return nil
	}
	s := &page.Social{Title: v.d.Name, Text: v.about(), URL: v.d.Invite}
	switch {
	case v.d.Past != nil:
		s.URL = page.WithQuery(s.URL, page.QueryAt, page.Itoa(v.d.Past.At))
	case v.s.Status == game.Finished:
		s.Title, s.Text = v.stranger().result().Title, v.d.Name+" · "+v.about()
		s.Picture, s.Wide, s.High = v.d.Picture, PictureWide, PictureHigh
	case v.s.Status == game.InLobby:
		if host := v.hostName(); host != "" {
			s.Title = v.T("room.invites", "Name", host)
		}
		s.Text = v.d.Name + " · " + v.about()
	}
	return s
}

// title is the document's title: whose turn it is comes first, for the tab.
func (v *view) title() string {
	if v.d.Past != nil {
		return v.T("past.title", "N", v.count(v.d.Past.At), "Table", v.d.Name)
	}
	switch v.s.Status {
	case game.InLobby:
		return v.T("table.title_room", "Table", v.d.Name)
	case game.Finished:
		return v.T("table.title_over", "Table", v.d.Name)
	case game.Playing:
	}
	w := v.waiting()
	t := v.arriving()
	switch {
	case w.Has(v.me):
		return v.T("table.title_you", "Table", v.d.Name)
	case t != nil:
		return v.T("table.title_offer", "Name", v.Name(t.From), "Table", v.d.Name)
	case w == 0:
		return v.d.Name
	default:
		return v.N("table.title_wait", w.Len(), "Names", v.NamesOf(w), "Table", v.d.Name)
	}
}

// sub stands below the name of the table: what it is or, during a game, that the
// viewer has no place in it.
func (v *view) sub() string {
	if v.s.Status == game.Playing && !v.seated() && v.d.Past == nil {
		return v.T("table.heading_watch", "N", page.Itoa(v.s.Turn.Number))
	}
	return v.about()
}

// about is what the table is and how far it has come, for everybody.
func (v *view) about() string {
	ed := v.d.Setup.Edition.Title.In(v.Lang())
	switch v.s.Status {
	case game.InLobby:
		return v.T("table.heading_room", "Edition", ed)
	case game.Finished:
		return v.T("table.heading_over", "Edition", ed)
	case game.Playing:
	}
	return v.T("table.heading", "Edition", ed, "N", page.Itoa(v.s.Turn.Number))
}

// status is the one sentence of the status line: what was refused, what the
// handler has to say, what concerns the viewer, else what happened last, after the vote that waits for them if
// there is one.
func (v *view) status() string {
	switch {
	case v.d.Problem != nil:
		return v.d.Problem.Text
	case v.d.Unheard:
		return v.T("error.stale")
	case v.p.Message != "":
		return v.p.Message
	case v.d.Past != nil:
		return v.T("past.status", "N", v.count(v.d.Past.At), "What", v.last())
	case v.timed() && v.d.Times.Paused:
		return v.T("pace.paused_title")
	}
	switch v.s.Status {
	case game.InLobby:
		return v.T("room.status")
	case game.Finished:
		return v.T("result.status")
	case game.Playing:
	}
	if text := v.concern(); text != "" {
		return text
	}
	if len(v.openVotes()) > 0 {
		return v.T("table.status_vote") + " " + v.last()
	}
	return v.last()
}

// tableNotes is what else there is to know about the table.
func (v *position) tableNotes() []string {
	var notes []string
	if v.r.HasPot() {
		notes = append(notes, v.T("table.pot", "Money", v.Money(v.s.Pot)))
	}
	switch {
	case v.s.Status == game.Finished:
	case v.s.TimeUp:
		notes = append(notes, v.T("table.time_up"))
	case v.endsAnotherDay():
		notes = append(notes, v.T("table.end_day", "Time", timeMark))
	case !v.endAt.IsZero():
		notes = append(notes, v.T("table.end_at", "Time", timeMark))
	}
	if v.bare() {
		notes = append(notes, v.T("table.board_unit", "Unit", v.Setup.Edition.Currency.Symbol))
	}
	return notes
}

// endsAnotherDay reports whether the players have agreed on an end that is more than a day away
// at first: a position is drawn once for all moments.
func (v *position) endsAnotherDay() bool { return !v.endAt.IsZero() && v.Setup.Minutes > minutesOfADay }

// endTime is the hour at which the game ends, with the day if that is another one.
func (v *position) endTime() string {
	if v.endsAnotherDay() {
		return dayUTC(v.Printer, v.endAt)
	}
	return hourUTC(v.endAt)
}

func (v *view) resignButton() button {
	b := v.move(game.Resign)
	b.Label, b.Warn, b.Ask = v.T("resign.title"), true, true
	return b
}

// otherBooks are the rulebooks under which the same position could be tried.
func (v *view) otherBooks() []page.Choice {
	var list []page.Choice
	for _, id := range setup.Rulebooks() {
		if id != v.d.Setup.Rulebook {
			list = append(list, page.Choice{Value: id, Label: v.Rulebook(id)})
		}
	}
	return list
}

// Seat is one seat at a table.
type Seat struct {
	Name    string    // "" if still free
	Player  string    // player id, "" for a bot or a free seat
	Page    string    // address of the page of a player of a finished game; "" if it is not open
	Bot     string    // bot id, "" for a person
	Host    bool      // holds the table
	StandIn string    // who plays for them until they are back, "" for none
	Look    wire.Look // the token and colour that they chose

	Attendance
}

// Attendance says of the person on a seat if they are at the table.
type Attendance struct {
	Presence Presence
	Since    time.Time // when they went away; zero if they did not or that is not known
}

// Presence says in one word if somebody is there; it is empty of computers and
// free seats.
type Presence string

// What a Presence can be.
const (
	Here     Presence = "here"
	Thinking Presence = "thinking" // asked for long enough that others wonder
	Away     Presence = "away"
)

// Presences are all of them.
func Presences() []Presence { return []Presence{Here, Thinking, Away} }

// Entry is one line of the game's log.
type Entry struct {
	Seq   uint32
	At    time.Time
	Event game.Event
	Terms string          // the side agreement of a proposal, "" if none
	By    string          // who moved instead of the player, as wire.ActedBy tells; "" if nobody did
	Why   *explain.Reason // of a computer player's answer to a person's offer, nil if there is none to tell
}

// TableQuery is what the address of a table page asks for besides the table.
type TableQuery struct {
	Deed  int   `query:"deed,lax,absent=-1" schema:",min=0,max=63"` // space whose card is shown, -1 if none
	Trade int   `query:"trade,lax,absent=-1" schema:",min=0,max=8"` // seat to trade with, -1 if none
	Draft Draft `query:"*"`
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
	Log     []Entry         // what the viewer is told, oldest first; the last few turns
	Query   TableQuery
	Problem *page.Problem // the viewer's last move was refused
	Since   time.Time     // the last move; zero if none
	Kept    time.Time     // until when a finished game is kept, or a table that waits; zero: for ever
	EndAt   time.Time     // the agreed hour; zero if none
	Now     time.Time

	// waiting room
	HourOver   bool         // the time of day that was agreed on is over, and EndAt the next one
	Owner      bool         // the viewer may add bots, send people away and start
	Private    bool         // not listed in the lobby
	Invite     string       // absolute address to hand to friends
	Reach      page.Reach   // who can open Invite
	Levels     []string     // of the computer players on offer
	Characters []string     // that they may have
	CanJoin    bool         // the viewer may take a seat
	Device     *Device      // from which the page is seen, if several players share it; else nil
	Devices    []game.Seats // the seats that are played at one device
	Together   [][]string   // names of those who took their seats from one browser or network
	NotReady   game.Refusal // why the table cannot start yet; zero if it can
	Form       url.Values   // what was typed into a refused form

	Here      uint64      // a number for who is there, to be told what changes
	Rev       uint64      // counts what the page shows besides the game: seats, names
	Hints     bool        // the viewer may ask what a computer player would do
	Sandbox   bool        // a position tried out: no proof of dice, several may sit down late
	Gallery   bool        // an example: no such game goes on
	CanReturn bool        // the viewer left a running game and may come back
	Unheard   bool        // the address was right but the move was made already
	Chain     string      // what the script has to know to bring numbers, JSON, or ""
	Dice      string      // and what of that each draw changes
	Awaiting  []game.Seat // seats whose number the table waits for
	Seed      string      // commitment to dice and cards, hex, or ""
	Imported  bool        // brought in from another server

	Chat     *Chat          // its last lines; nil if the viewer may not read them
	Times    *Timing        // clocks, votes and what comes next; nil where there are none
	Over     bool           // the game has ended, whatever the state shown
	Past     *Past          // the table is shown as it stood once; nil: as it is
	Missed   *Missed        // what the viewer has not seen yet; nil if nothing
	Figures  *stats.Figures // of a finished game, and on the page of figures
	Story    *stats.Story   // of a running game, for a player who is out of it
	Rematch  *Rematch       // of a finished game, for those who played it
	Departed game.Seats     // of a finished game, for those who played it: whose players can no longer sign in
	Picture  string         // absolute address of the picture of a finished game, "" if it has none

	Learner   *Lessons   // what has been explained to the viewer, of whom it is the first game; nil: nothing is explained
	Have      Have       // the sections that the reader's page shows, to be left out of a fragment
	SentItems *SentItems // what the sections were made of; nil: a changed section is sent whole
	Shared    *Shared    // what is shown to all; nil: it is drawn anew
}

func small(s string, limit int) int {
	if s == "" {
		return -1 // as nearly always: without the error that says so
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n >= limit {
		return -1
	}
	return n
}

// withAll is a path with more query fields.
func withAll(path string, more url.Values) string {
	if strings.Contains(path, "?") {
		return path + "&" + more.Encode()
	}
	return path + "?" + more.Encode()
}
