package page

import (
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/text"
)

// TableName is a table's name in a list.
func TableName(p *text.Printer, t TableCard) string {
	if t.Name == "" {
		return UntitledName(p, t.Edition, t.Seats)
	}
	return t.Name
}

// TableCard is one table in a list.
type TableCard struct {
	ID      string
	Name    string
	Edition string // title of the edition
	Board   string // its hash
	Status  game.Status
	Turn    int       // number of the running turn
	Seats   []string  // names of those who sit
	Wanted  int       // seats in all
	Waiting []string  // names of those the game waits for
	Off     []Off     // those of them who have days off, where that is known
	Paused  bool      // nobody is asked for a decision, where that is known
	Stopped time.Time // when the clocks run again, by the clock of the table; zero if they run
	Since   time.Time // the last move; zero if none
	Deleted time.Time // when it is deleted if its game does not begin, by its clock; zero if that is far off
	MyTurn  bool      // it waits for the viewer
	Mine    bool      // the viewer has a seat
	Sealed  bool      // over, because it could not be read
	Pace    string    // the pace in one word: open, live, evening, correspondence, or slow
	Least   int       // minutes that such a game takes, about; 0: nobody knows
	Most    int
	Ends    time.Time      // the time of day to which it is to be played; zero: none was agreed on
	Zone    *time.Location // in which it was
	Times   []TimeKept     // how its players keep their time, of those who show it
}

// Off is until when a player has taken days off, by the clock of the table.
type Off struct {
	Name  string
	Until time.Time
}

// TimeKept is how many of their decisions a player makes in time.
type TimeKept struct {
	Name    string
	Page    string // path of their page
	Percent int
}

// Minutes is how long a game usually takes at one table, from the size of the board
// and the number of players; 0, 0 for a board that cannot be read. It is an
// estimate for people who choose a game, rounded to ten minutes.
func Minutes(spaces, players int) (least, most int) {
	if spaces == 0 {
		return 0, 0
	}
	least = max(20, (spaces*players*15/40+5)/10*10)
	return least, least * 3 / 2
}

// UntitledName is the name of a table without a title: after the first player seated, else its edition.
func UntitledName(p *text.Printer, edition string, names []string) string {
	if len(names) == 0 || names[0] == "" {
		return edition
	}
	return p.T("table.unnamed", "Name", names[0])
}

// Card is one table in a list.
type Card struct {
	ID   string
	Href string
	Name string
	Line string // how far it is, its board and its pace
	Who  string // who sits there or is awaited, and since when
	Go   string // label of the button
	Mine bool   // it waits for the viewer

	Board string // hash of its edition

	Pages []PageOf // of those who sit there and show how they keep their time
}

// PageOf leads to the page of a player.
type PageOf struct {
	Href, Label string
}

// NewCard describes a table in a list of tables.
func NewCard(p *text.Printer, t *TableCard, now time.Time) Card {
	x := Card{ID: "tb-" + t.ID, Href: GamePath(t.ID), Name: TableName(p, *t), Line: t.line(p), Who: t.who(p, now), Go: t.action(p), Mine: t.MyTurn, Board: t.Board}
	for _, k := range t.Times {
		x.Pages = append(x.Pages, PageOf{k.Page, p.T("lobby.in_time", "Name", k.Name, "Percent", Itoa(k.Percent))})
	}
	return x
}

// action is the label of the button that leads to the table.
func (t *TableCard) action(p *text.Printer) string {
	switch {
	case t.Mine:
		return p.T("lobby.enter")
	case t.Status == game.InLobby:
		return p.T("lobby.join")
	case t.Status == game.Finished:
		return p.T("lobby.look")
	}
	return p.T("lobby.watch")
}

// line says how far the table is, its board and its pace.
func (t *TableCard) line(p *text.Printer) string {
	var parts []string
	switch {
	case t.Status == game.InLobby:
		parts = append(parts, p.N("lobby.free", max(t.Wanted-len(t.Seats), 0)))
	case t.Status == game.Finished && t.Sealed:
		parts = append(parts, p.T("lobby.sealed"))
	case t.Status == game.Finished:
		parts = append(parts, p.T("lobby.over"))
	default:
		parts = append(parts, p.T("lobby.turn", "N", Itoa(t.Turn)))
	}
	if t.Edition != "" {
		parts = append(parts, t.Edition)
	}
	switch t.Pace {
	case "slow":
		parts = append(parts, p.T("lobby.slow"))
	case "live", "evening", "correspondence":
		parts = append(parts, p.T("pace."+t.Pace))
	}
	overWeeks := t.Pace == "slow" || t.Pace == "correspondence"
	switch {
	case !t.Ends.IsZero():
		parts = append(parts, p.T("lobby.until", "Time", Moment(p, t.Ends, t.Zone)))
	case t.Status != game.InLobby || overWeeks || t.Least <= 0: // it lasts weeks or nobody knows how long
	case t.Least == t.Most:
		parts = append(parts, p.T("lobby.minutes", "N", Itoa(t.Least)))
	default:
		parts = append(parts, p.T("lobby.minutes_range", "Least", Itoa(t.Least), "Most", Itoa(t.Most)))
	}
	return strings.Join(parts, "\u00a0· ")
}

// who says who sits at the table or is awaited, and since when.
func (t *TableCard) who(p *text.Printer, now time.Time) string {
	var who string
	switch {
	case t.Paused:
		who = p.T("pace.paused_title")
	case t.MyTurn:
		who = p.T("lobby.your_move")
	case t.Status == game.Playing && len(t.Waiting) > 0:
		who = p.T("lobby.waits", "Names", p.List(t.Waiting))
	case len(t.Seats) > 0:
		who = p.T("lobby.sit", "Names", p.List(t.Seats))
	default:
		who = p.T("lobby.empty")
	}
	if !t.Deleted.IsZero() {
		who += ". " + p.T("lobby.deleted", "Time", Moment(p, t.Deleted, t.Deleted.Location()))
	}
	if ago := Since(p, now, t.Since); ago != "" && t.Status == game.Playing && !t.Paused {
		who += ", " + ago
	}
	if !t.Stopped.IsZero() && !t.Paused {
		who += ". " + p.T("lobby.stopped", "Time", Moment(p, t.Stopped, t.Stopped.Location()))
	}
	said := []string{who}
	for _, one := range t.Off {
		said = append(said, p.T("pace.off_until", "Name", one.Name, "Day", LastDay(p, one.Until, one.Until.Location())))
	}
	return strings.Join(said, ". ")
}

// NewCards describes a list of tables.
func NewCards(p *text.Printer, tables []TableCard, now time.Time) []Card {
	list := make([]Card, len(tables))
	for i := range tables {
		list[i] = NewCard(p, &tables[i], now)
	}
	return list
}
