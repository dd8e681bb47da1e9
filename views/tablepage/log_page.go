package tablepage

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// logHref leads from a table to its whole log: to the turn that is shown.
func (v *position) logHref() string {
	if v.past != nil && v.s.Turn.Number > 0 {
		return page.LogTurnPath(v.id, int(v.s.Turn.Number))
	}
	return page.LogPath(v.id)
}

// logPage is one page of the log.
type logPage struct {
	Title string
	Sub   string
	Kinds []page.Choice
	Seats []page.Choice
	Kind  string
	Seat  string
	Turn  string
	Turns []logTurn
	Pages []pageLink
	Late  string // why it does not begin at the turn that was asked for, "" if it does
	Note  string // about the filter, "" without one
	All   string // the same without the filter
	None  string // why there is nothing
}

// pageLink leads to another page of the log; Href is "" for a way that ends here.
type pageLink struct{ ID, Label, Href, Rel string }

func (v *view) logPage(d *LogData) logPage {
	q := d.Asked
	x := logPage{
		Title: v.T("log.page"), Sub: v.span(d), Kind: logKinds()[q.Kind], Pages: v.logPages(d),
		Kinds: []page.Choice{{Value: "", Label: v.T("log.kind_all")}}, Seats: []page.Choice{{Value: "", Label: v.T("log.seat_all")}},
	}
	for _, name := range logKinds()[1:] {
		x.Kinds = append(x.Kinds, page.Choice{Value: name, Label: v.T("log.kind_" + name)})
	}
	for i := range v.s.NumSeats {
		x.Seats = append(x.Seats, page.Choice{Value: page.Itoa(i), Label: v.Name(game.Seat(i))})
	}
	if q.Player >= 0 && q.Player < game.Seat(v.s.NumSeats) {
		x.Seat = page.Itoa(q.Player)
	} else {
		q.Player = game.Nobody
	}
	if q.Turn > 0 {
		x.Turn = page.Itoa(uint16(q.Turn))
	}
	x.Turns = v.turnsOf(func(i int) bool {
		e := &v.log[i]
		return e.Seq >= d.From && q.Kind.is(&e.Event) && (q.Player == game.Nobody || names(&e.Event, q.Player))
	})
	if q.Turn > d.Turns && d.Turns > 0 {
		x.Late = v.T("log.late", "N", page.Itoa(uint16(q.Turn)), "Turns", v.N("log.turns", d.Turns))
	}
	if q.Filtered() {
		x.Note = v.T("log.filtered")
		x.All = LogQuery{Turn: q.Turn, Player: game.Nobody}.path(d.ID, q.Turn)
	}
	if len(x.Turns) == 0 {
		x.None = v.T("log.empty")
		if q.Filtered() {
			x.None = v.T("log.none")
		}
	}
	return x
}

// span says which turns stand on the page.
func (v *view) span(d *LogData) string {
	switch {
	case d.Turns == 0:
		return v.before()
	case d.First <= 1 && d.LastTurn >= d.Turns:
		return v.N("log.turns", d.Turns)
	}
	return v.T("log.turns_of", "From", page.Itoa(uint16(max(d.First, 1))), "To", page.Itoa(uint16(d.LastTurn)), "N", page.Itoa(uint16(d.Turns)))
}

// logPages are the ways to the other pages, oldest first.
func (v *view) logPages(d *LogData) []pageLink {
	if d.First <= 1 && d.LastTurn >= d.Turns {
		return nil
	}
	link := func(key, rel string, turn int, on bool) pageLink {
		x := pageLink{Label: v.T(key), Rel: rel}
		if on {
			x.Href = d.Asked.path(d.ID, turn)
		}
		return x
	}
	older, newer := d.First > 1, d.LastTurn < d.Turns
	return []pageLink{
		link("log.first", "first", 1, older), link("log.older", "prev", max(d.First-d.Size, 1), older),
		link("log.newer", "next", d.LastTurn+1, newer), link("log.last", "last", 0, newer),
	}
}

func (v *view) logFrame(x logPage) page.Frame {
	f := v.aside(page.LogPath(v.d.ID))
	f.Script = true // the times are those of the reader
	f.Heading, f.Sub, f.Title = v.d.Name, x.Title+", "+x.Sub, v.T("log.title_page", "Table", v.d.Name, "Span", x.Sub)
	return f
}

// aside is what stands around a page about a table that is not the table; here is its
// address among the ways.
func (v *view) aside(here string) page.Frame {
	f := v.tableFrame()
	f.Table = false
	f.Log, f.Refresh, f.Script, f.Main, f.Symbols, f.Switches = false, false, false, "", page.TokenSymbols(), nil
	f.Status, f.Nav = v.tableStatus(), v.ways(here)
	return f
}

// tableStatus is where the game stands, on pages about it.
func (v *view) tableStatus() string {
	w := v.waiting()
	switch {
	case v.s.Status == game.Finished:
		return v.T("result.status")
	case w.Has(v.me) && !v.d.CanReturn:
		return v.T("missed.you")
	case w == 0:
		return v.T("event.turn_started", "Name", v.Name(v.s.Turn.Seat))
	}
	return v.T("missed.waits", "Names", v.NamesOf(w))
}

// LogData is one page of a game's log.
type LogData struct {
	TableData // its Log reaches back beyond From, so that lines know their neighbours
	Asked     LogQuery
	From      uint32 // the first event of the page
	Size      int    // how many turns a page has
	First     int    // turns on the page
	LastTurn  int
	Turns     int // in all
}

// LogQuery is what the address of a log asks for.
type LogQuery struct {
	Turn   int       `query:"turn,lax" schema:",min=0,max=65535"` // the first turn of the page, 0: the newest ones
	Kind   LogKind   `query:"kind,lax" schema:"string,enum=money/deeds/auctions/trades/dice/cards"`
	Player game.Seat `query:"player,lax,absent=-2,max=8" schema:"SeatNumber"` // game.Nobody: all
}

// Filtered reports whether entries are left out.
func (q LogQuery) Filtered() bool { return q.Kind != LogAll || q.Player != game.Nobody }

// path is the address of a page of the log with the same filter.
func (q LogQuery) path(id string, turn int) string {
	path := page.LogPath(id)
	if turn > 0 {
		path = page.WithQuery(path, page.QueryTurn, strconv.Itoa(turn))
	}
	if q.Kind != LogAll {
		path = page.WithQuery(path, page.QueryKind, logKinds()[q.Kind])
	}
	if q.Player != game.Nobody {
		path = page.WithQuery(path, page.QueryPlayer, page.Itoa(q.Player))
	}
	return path
}
