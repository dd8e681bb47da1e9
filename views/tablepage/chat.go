package tablepage

import (
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/text"
)

// Chat is the chat of a table as its reader may see it.
type Chat struct {
	Off      bool   // nobody writes
	Watchers bool   // those who watch may read along
	Bots     string // how often computer players write: "", "rare", "lively"
	MayWrite bool
	Rev      uint64 // its last change
	Earlier  uint64 // where what came before it begins, 0 if this is all
	Brief    bool   // the last lines on the page of the table
	Past     bool   // not the end of the chat
	Lines    []ChatLine
	Problem  *page.Problem // the last message was refused
	Typed    string        // and what it said
}

// ChatLine is one message.
type ChatLine struct {
	ID      uint64
	At      time.Time
	Seat    game.Seat // where its author sits, game.Nobody if nowhere any more
	Name    string
	Bot     string // persona of a computer player, "" for a person
	Text    string // of a computer player the key of a sentence
	About   int    // what that is about, -1 if nothing
	Mine    bool
	Muted   bool   // the reader does not want to see it
	Removed string // by whom: "author", "owner", "operator"; "" if it is there
	MayTake bool   // the reader may take it away
}

// ChatData is the chat as a page of its own.
type ChatData struct {
	ID     string
	Name   string
	Setup  *setup.Setup
	State  *game.State
	Seats  []Seat
	Viewer game.Seat
	Owner  bool
	Chat   Chat
	Now    time.Time

	Reported bool // a message was just reported
}

// ChatWords is what a message says in a language. For what a computer player
// says, the key is replaced by its sentence.
func ChatWords(lang string, st *setup.Setup, line *ChatLine) string {
	v := boardView(lang, st)
	return v.words(line)
}

func (v *view) words(x *ChatLine) string {
	if x.Bot == "" {
		return x.Text
	}
	key := "banter." + x.Bot + "." + x.Text
	if !v.Has(key) { // a level: it has no character of its own
		key = "banter.default." + x.Text
	}
	if !v.Has(key) {
		return v.T("chat.something")
	}
	about := ""
	switch {
	case strings.HasPrefix(x.Text, "group.") && x.About >= 0 && x.About < int(v.r.NumGroups):
		about = v.Group(uint8(x.About))
	case x.About >= 0 && x.About < int(v.r.Size):
		about = v.Space(game.Space(x.About))
	case strings.HasPrefix(x.Text, "auction."):
		about = v.T("chat.this")
	}
	return v.T(key, "What", about)
}

// chatRow is one message as it is laid out.
type chatRow struct {
	ID     string // of the element
	Name   string
	Token  *page.Token
	Mine   bool
	Bot    bool
	Text   string
	Note   string // instead of the text
	When   string
	At     string // machine-readable
	Take   string // addresses of what can be done, "" if not
	Mute   string
	Report string
}

func (v *view) chatRow(x *ChatLine) chatRow {
	n := strconv.FormatUint(x.ID, 10)
	r := chatRow{ID: "msg" + n, Name: x.Name, Mine: x.Mine, Bot: x.Bot != "", At: x.At.UTC().Format(time.RFC3339), When: chatTime(v.Printer, x.At, v.d.Now)}
	if x.Seat >= 0 && int(x.Seat) < int(v.s.NumSeats) && !v.s.Players[x.Seat].BankerOnly {
		k := v.token(x.Seat)
		r.Token = &k
	}
	switch {
	case x.Removed != "":
		r.Note = v.T("chat.removed_" + x.Removed)
	case x.Muted:
		r.Note = v.T("chat.muted_line")
	default:
		r.Text = v.words(x)
	}
	if x.MayTake {
		r.Take = v.p.InHand(page.RemovePath(v.d.ID, n))
	}
	if !x.Mine && x.Bot == "" && x.Removed == "" && v.p.Viewer.Known() {
		r.Report = v.p.InHand(page.ReportPath(v.d.ID, n))
		if !x.Muted {
			r.Mute = v.p.InHand(page.MuteAuthorPath(v.d.ID, n))
		}
	}
	return r
}

// does reports whether anything can be done about a message.
func (r *chatRow) does() bool { return r.Take != "" || r.Mute != "" || r.Report != "" }

// chatTime is the hour of a message, with the day if that is another one. The script
// writes both by the clock of the reader.
func chatTime(p *text.Printer, at, now time.Time) string {
	at, now = at.UTC(), now.UTC()
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return hourUTC(at)
	}
	return dayUTC(p, at)
}

// dayUTC is the day before an hour that says in which zone.
func dayUTC(p *text.Printer, at time.Time) string {
	return page.Date(p, at.UTC()) + " " + hourUTC(at)
}

// hourUTC is a time of day that says in which zone.
func hourUTC(at time.Time) string { return at.UTC().Format("15:04 UTC") }

// newChatView speaks about a table on the page of its chat.
func newChatView(p page.Page, d *ChatData) *view {
	return newView(p, &TableData{
		ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Seats: d.Seats, Viewer: d.Viewer, Owner: d.Owner, Now: d.Now,
		Query: TableQuery{Deed: -1, Trade: -1}, Chat: &d.Chat,
	})
}

// besideFrame is what stands around a page beside a table.
func (v *view) besideFrame(here, title, status string, script bool) page.Frame {
	return page.Frame{
		Title: title + " · " + v.d.Name, Heading: v.d.Name, Sub: title, Look: page.LookPath(page.EditionName(v.d.Setup.Edition)), Body: palette.Class(v.d.Setup.Edition),
		Status: v.p.StatusOr(status), Symbols: v.symbols(), Script: script, Refresh: script, Rules: v.rules, Nav: v.ways(here),
	}
}

// chatStatus is the sentence of the status line.
func (v *view) chatStatus(d *ChatData) string {
	if d.Reported {
		return v.T("chat.reported")
	}
	return v.T("chat.status")
}

// banters are the choices of how often computer players write.
func (v *view) banters() []page.Choice {
	return []page.Choice{{Value: "quiet", Label: v.T("chat.bots_quiet")}, {Value: "rare", Label: v.T("chat.bots_rare")}, {Value: "lively", Label: v.T("chat.bots_lively")}}
}

// MaxMessage is the longest message, in characters.
const MaxMessage = 500

// chatHref is the address of a chat as a whole or of its last lines, which
// belong to the page of the table.
func chatHref(id string, brief bool) string {
	if brief {
		return page.WithQuery(page.ChatPath(id), page.QueryBrief, "1")
	}
	return page.ChatPath(id)
}

// earlierHref is the page of the chat before a message.
func earlierHref(id string, message uint64) string {
	return page.WithQuery(page.ChatPath(id), page.QueryBefore, strconv.FormatUint(message, 10))
}
