package tablepage

import (
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// NotesData is a player's note about a table. Only they see it.
type NotesData struct {
	ID      string
	Name    string
	Setup   *setup.Setup
	State   *game.State
	Seats   []Seat
	Viewer  game.Seat
	Text    string
	At      time.Time // when it was kept; zero if never
	Typed   string    // another text that was not kept, "" if none
	Problem *page.Problem
	Now     time.Time
}

// MyNotesData is what somebody has noted about all tables.
type MyNotesData struct {
	Notes []NoteCard
}

// NoteCard is one note in a list.
type NoteCard struct {
	ID   string // of the table
	Name string
	Text string
}

// MutesData is whom somebody has muted.
type MutesData struct {
	Mutes []MuteCard
}

// MuteCard is one of them.
type MuteCard struct{ ID, Name string }

func newNotesView(p page.Page, d *NotesData) *view {
	return newView(p, &TableData{
		ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Seats: d.Seats, Viewer: d.Viewer, Now: d.Now, Query: TableQuery{Deed: -1, Trade: -1},
	})
}

// Seen is how a form says which note it was made from.
func Seen(at time.Time) string {
	if at.IsZero() {
		return "0"
	}
	return strconv.FormatInt(at.UnixMilli(), 10)
}

// listFrame is what stands around a list of one's own.
func listFrame(t *text.Printer, p page.Page, title, status string) page.Frame {
	return page.Frame{
		Title: title, Heading: p.Viewer.Name, Sub: p.Site, Status: p.StatusOr(status), Nav: page.SiteNav(t, p, page.MePath()),
	}
}
