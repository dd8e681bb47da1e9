package views

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/text"
)

// tableName is what a table in a list is called.
func tableName(p *text.Printer, t TableCard) string {
	if t.Name == "" {
		return unnamed(p, t.Edition, t.Seats)
	}
	return t.Name
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

// unnamed is what a table without a title is called: after who sits there first, else by its edition.
func unnamed(p *text.Printer, edition string, names []string) string {
	if len(names) == 0 || names[0] == "" {
		return edition
	}
	return p.T("table.unnamed", "Name", names[0])
}
