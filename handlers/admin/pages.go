package admin

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/adminpage"
	"github.com/bankhalter/bankhalter/views/page"
)

const (
	adminListed = 100 // lines of a list
	actsListed  = 200 // lines of the audit log
	stuckAfter  = 7 * 24 * time.Hour
	stuckListed = 50              // tables of a page that are read
	foldFor     = 2 * time.Second // how long that may take
)

// showAdmin is the overview, or where the operator signs in.
func (s *Handler) showAdmin(c echo.Context) error {
	ok, err := s.isOperator(c)
	switch {
	case err != nil:
		return err
	case !ok && web.IsProgram(c):
		return notOperator()
	case !ok:
		return web.Respond(c, adminpage.AdminLogin{})
	}
	d, err := s.overview(c)
	if err != nil {
		return err
	}
	return web.Respond(c, d)
}

// overview is the operator's first page.
func (s *Handler) overview(c echo.Context) (d adminpage.AdminOverview, err error) {
	ctx := c.Request().Context()
	n, err := s.Tables.Counts(ctx)
	if err != nil {
		return d, err
	}
	open, err := s.Talk.OpenReports(ctx)
	if err != nil {
		return d, err
	}
	said, err := s.Operator.Announcement(ctx)
	if err != nil {
		return d, err
	}
	return adminpage.AdminOverview{
		Version: s.Version, Lobby: n.Lobby, Playing: n.Playing, Finished: n.Finished, Players: n.Players, Moves: int(n.Moves),
		Streams: s.Live.Open(), Reports: open, Said: said.Texts, SaidUntil: said.Until,
	}, nil
}

// tableJSON is a table as the operator sees it.
type tableJSON struct {
	Game      string    `json:"game"`
	Title     string    `json:"title"`
	Status    string    `json:"status" schema:"Status"`
	Private   bool      `json:"private"`
	Events    uint32    `json:"events"`
	Seats     []sitter  `json:"seats"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	Fault     string    `json:"fault,omitempty"`
	Sealed    bool      `json:"sealed,omitempty"` // closed because it cannot be read
}

type sitter struct {
	Name   string `json:"name"`
	Player string `json:"player,omitempty"`
	Bot    string `json:"bot,omitempty"`
}

func adminTables(games []*table.Game, faults map[string]error) (list []tableJSON, rows []adminpage.AdminTable) {
	list = []tableJSON{}
	for _, g := range games {
		t := tableJSON{
			Game: g.ID, Title: g.Title, Status: wire.StatusName(g.Status), Private: g.Private, Events: g.Seq,
			Seats: []sitter{}, CreatedAt: g.CreatedAt, UpdatedAt: g.UpdatedAt, Sealed: g.Sealed,
		}
		row := adminpage.AdminTable{ID: g.ID, Title: g.Title, Status: g.Status, Private: g.Private, Events: int(g.Seq), Updated: g.UpdatedAt, Sealed: g.Sealed}
		if err := cmp.Or(faults[g.ID], g.Damage); err != nil {
			t.Fault, row.Fault, row.Senseless = err.Error(), err.Error(), table.Unreadable(err)
		}
		for _, seat := range g.Seats {
			t.Seats = append(t.Seats, sitter{seat.Name, string(seat.Player), seat.Bot})
			row.Seats = append(row.Seats, page.Person{ID: string(seat.Player), Name: seat.Name})
		}
		list, rows = append(list, t), append(rows, row)
	}
	return list, rows
}

// tablesJSON is a part of the tables found.
type tablesJSON struct {
	Tables []tableJSON `json:"tables"`
	Next   *string     `json:"next"` // null: that is all
}

// skipQuery is how many lines of a list are left out: those that were shown before.
type skipQuery struct {
	Skip int `query:"skip" schema:",min=0,max=1000000000"`
}

// tablesQuery is which tables are looked for.
type tablesQuery struct {
	Text   string          `query:"q"`
	Status web.StatusQuery `query:"status,expect=status" schema:"Status"`
	Idle   *int            `query:"idle,expect=days" schema:",min=0,max=3650"`
	Sort   string          `query:"sort" schema:",enum=age/size"`
	skipQuery
}

// showAdminTables searches tables.
func (s *Handler) showAdminTables(c echo.Context, q tablesQuery) error {
	search := operator.Search{Text: q.Text, Statuses: q.Status, Limit: adminListed + 1, Skip: q.Skip}
	d := adminpage.AdminTables{Query: q.Text, Sort: q.Sort}
	if q.Status != nil {
		d.Status = wire.StatusName(q.Status[0])
	}
	if q.Idle != nil {
		d.Idle = strconv.Itoa(*q.Idle)
		search.Before = s.Now().AddDate(0, 0, -*q.Idle)
	}
	search.Largest, search.Oldest = d.Sort == "size", d.Sort == "age"
	games, err := s.Operator.Find(c.Request().Context(), search)
	if err != nil {
		return err
	}
	more := len(games) > adminListed
	games = games[:min(len(games), adminListed)]
	list, rows := adminTables(games, nil)
	d.Rows, d.Now, d.Pages = rows, s.Now(), adminPagesOf(c, q.Skip, adminListed, more)
	return adminReply(c, tablesJSON{list, web.OrNull(d.Pages.Next)}, d)
}

// stuckJSON lists games that cannot be read, and running ones without a move for long.
type stuckJSON struct {
	Broken  []tableJSON `json:"broken"`
	Waiting []tableJSON `json:"waiting"`
	Sound   int         `json:"sound"` // games that were read and are whole
	Whole   bool        `json:"whole"` // nothing was left out
	Next    *string     `json:"next"`
}

// showAdminStuck lists games that cannot be read, and running ones without a move
// for long. Only the games it shows are read from the log: games that could
// not be read lately, or whose settings cannot be read, and a part of those that
// wait. The command check reads all.
func (s *Handler) showAdminStuck(c echo.Context, q skipQuery) error {
	ctx := c.Request().Context()
	waiting, err := s.Operator.Find(ctx, operator.Search{
		Statuses: []game.Status{game.Playing}, Before: s.Now().Add(-stuckAfter), Oldest: true, Limit: stuckListed + 1, Skip: q.Skip,
	})
	if err != nil {
		return err
	}
	pages := adminPagesOf(c, q.Skip, stuckListed, len(waiting) > stuckListed)
	waiting = waiting[:min(len(waiting), stuckListed)]
	look, more, err := s.Tables.Faulty(ctx, stuckListed)
	if err != nil {
		return err
	}
	brief, cancel := context.WithTimeout(ctx, foldFor)
	defer cancel()
	damaged, err := s.Operator.Find(brief, operator.Search{Damaged: true, Limit: stuckListed + 1})
	late := brief.Err() != nil
	if err != nil && !late {
		return err
	}
	more = more || late || len(damaged) > stuckListed
	for _, g := range slices.Concat(damaged[:min(len(damaged), stuckListed)], waiting) {
		if !slices.ContainsFunc(look, func(x *table.Game) bool { return x.ID == g.ID }) {
			look = append(look, g)
		}
	}
	faults := map[string]error{}
	var broken []*table.Game
	sound, err := s.Tables.Look(brief, look, func(g *table.Game, err error) {
		if f := web.AsError(err); f.Code != "unknown_game" { // removed a moment ago
			broken, faults[g.ID] = append(broken, g), err
		}
	})
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	brokenList, brokenRows := adminTables(broken, faults)
	waitingList, _ := adminTables(waiting, faults)
	_, waitingRows := adminTables(slices.DeleteFunc(waiting, func(g *table.Game) bool { return faults[g.ID] != nil }), nil) // a page shows each once
	d := adminpage.AdminStuck{Broken: brokenRows, Waiting: waitingRows, Sound: sound, Whole: err == nil && !more, Now: s.Now(), Pages: pages}
	answer := stuckJSON{brokenList, waitingList, sound, d.Whole, web.OrNull(pages.Next)}
	return adminReply(c, answer, d)
}

// adminPagesOf leads from a part of a list to those beside it.
func adminPagesOf(c echo.Context, skip, size int, more bool) adminpage.AdminPages {
	at := func(skip int) string {
		if skip == 0 {
			return page.WithQuery(c.Request().URL.RequestURI(), "skip", "")
		}
		return page.WithQuery(c.Request().URL.RequestURI(), "skip", strconv.Itoa(skip))
	}
	var p adminpage.AdminPages
	if skip > 0 {
		p.Before = at(max(0, skip-size))
	}
	if more {
		p.Next = at(skip + size)
	}
	return p
}

type adminPersonJSON struct {
	page.Person
	CreatedAt time.Time `json:"created_at"`
	Tables    int       `json:"tables"`
	Sessions  int       `json:"sessions"`
	Tokens    int       `json:"tokens"`
}

// peopleJSON is a part of the players found.
type peopleJSON struct {
	People []adminPersonJSON `json:"people"`
	Next   *string           `json:"next"`
}

// peopleQuery is which people are looked for.
type peopleQuery struct {
	Text string `query:"q"`
	skipQuery
}

// showAdminPeople searches people.
func (s *Handler) showAdminPeople(c echo.Context, q peopleQuery) error {
	d := adminpage.AdminPeople{Query: q.Text}
	found, err := s.Operator.People(c.Request().Context(), d.Query, adminListed+1, q.Skip)
	if err != nil {
		return err
	}
	d.Pages = adminPagesOf(c, q.Skip, adminListed, len(found) > adminListed)
	found = found[:min(len(found), adminListed)]
	list := []adminPersonJSON{}
	for _, p := range found {
		list = append(list, adminPersonJSON{page.Person{ID: string(p.ID), Name: p.Name}, p.CreatedAt, p.Tables, p.Sessions, p.Tokens})
		d.Rows = append(d.Rows, adminpage.AdminPerson{Person: page.Person{ID: string(p.ID), Name: p.Name}, Created: p.CreatedAt, Tables: p.Tables, Sessions: p.Sessions + p.Tokens})
	}
	return adminReply(c, peopleJSON{list, web.OrNull(d.Pages.Next)}, d)
}

type reportJSON struct {
	ID        string     `json:"id"`
	At        time.Time  `json:"at"`
	Game      string     `json:"game"`
	Message   uint64     `json:"message"`
	Author    string     `json:"author,omitempty"`
	Name      string     `json:"name"`
	Text      string     `json:"text"`
	Why       string     `json:"why"`
	Reporter  string     `json:"reporter,omitempty"`
	SettledAt *time.Time `json:"settled_at"`
	Note      string     `json:"note"`
}

// reportsJSON is messages that were reported.
type reportsJSON struct {
	Reports []reportJSON `json:"reports"`
	Next    *string      `json:"next"`
}

// reportsQuery is which reports are shown: those that were dealt with, or the others.
type reportsQuery struct {
	Settled bool `query:"settled"`
	skipQuery
}

func adminReports(found []talk.Report) (list []reportJSON, rows []adminpage.AdminReport) {
	list = []reportJSON{}
	for _, r := range found {
		list = append(list, reportJSON{r.ID, r.At, r.Game, r.Message, string(r.Author), r.Name, r.Text, r.Why, string(r.Reporter), web.TimeOrNull(r.SettledAt), r.Note})
		rows = append(rows, adminpage.AdminReport{ID: r.ID, At: r.At, Game: r.Game, Author: page.Person{ID: string(r.Author), Name: r.Name}, Text: r.Text, Why: r.Why, Note: r.Note, Settled: r.SettledAt})
	}
	return list, rows
}

// showAdminReports lists messages that people have reported: of the open ones those first
// that have waited longest, of the others the latest.
func (s *Handler) showAdminReports(c echo.Context, q reportsQuery) error {
	found, err := s.Talk.Reports(c.Request().Context(), talk.ReportFilter{Settled: &q.Settled, Oldest: !q.Settled, Limit: adminListed + 1, Skip: q.Skip})
	if err != nil {
		return err
	}
	d := adminpage.AdminReports{Settled: q.Settled, Pages: adminPagesOf(c, q.Skip, adminListed, len(found) > adminListed)}
	found = found[:min(len(found), adminListed)]
	var list []reportJSON
	list, d.Rows = adminReports(found)
	return adminReply(c, reportsJSON{list, web.OrNull(d.Pages.Next)}, d)
}

type banJSON struct {
	ID      string     `json:"id"`
	Player  string     `json:"player,omitempty"`
	Name    string     `json:"name,omitempty"`
	Address string     `json:"address,omitempty"`
	Reason  string     `json:"reason"`
	At      time.Time  `json:"at"`
	Until   *time.Time `json:"until"`
	Over    bool       `json:"over"`
}

func newBanJSON(b *operator.Ban, now time.Time) banJSON {
	j := banJSON{ID: b.ID, Player: string(b.Player), Name: b.Name, Reason: b.Reason, At: b.At, Until: web.TimeOrNull(b.Until), Over: b.Over(now)}
	if b.Net.IsValid() {
		j.Address = b.Net.String()
	}
	return j
}

// bareAddress is a network as people write it: a single address without its length.
func bareAddress(net netip.Prefix) string {
	switch {
	case !net.IsValid():
		return ""
	case net.IsSingleIP():
		return net.Addr().String()
	}
	return net.String()
}

// bansJSON is all bans.
type bansJSON struct {
	Bans []banJSON `json:"bans"`
}

// bansQuery is the player whom the form of the page is about to ban.
type bansQuery struct {
	Player string `query:"player"`
}

// showAdminBans lists bans.
func (s *Handler) showAdminBans(c echo.Context, q bansQuery) error {
	list, d, err := s.bans(c)
	if err != nil {
		return err
	}
	d.Typed = url.Values{"player": {q.Player}}
	return adminReply(c, bansJSON{list}, d)
}

// bans are all bans, for programs and for their page.
func (s *Handler) bans(c echo.Context) (list []banJSON, d adminpage.AdminBans, err error) {
	found, err := s.Operator.Bans(c.Request().Context())
	list = []banJSON{}
	for i := range found {
		j := newBanJSON(&found[i], s.Now())
		list = append(list, j)
		d.Rows = append(d.Rows, adminpage.AdminBan{ID: j.ID, Player: page.Person{ID: j.Player, Name: j.Name}, Address: bareAddress(found[i].Net), Reason: j.Reason, At: j.At, Until: found[i].Until, Over: j.Over})
	}
	return list, d, err
}

type actJSON struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
	On   string    `json:"on"`
	Note string    `json:"note"`
	From string    `json:"from"`
}

// actsJSON is the operator's audit log.
type actsJSON struct {
	Acts []actJSON `json:"acts"`
	Next *string   `json:"next"`
}

// showAdminActs shows the operator's audit log.
func (s *Handler) showAdminActs(c echo.Context, q skipQuery) error {
	found, err := s.Operator.Acts(c.Request().Context(), actsListed+1, q.Skip)
	if err != nil {
		return err
	}
	d, list := adminpage.AdminActs{Pages: adminPagesOf(c, q.Skip, actsListed, len(found) > actsListed)}, []actJSON{}
	for _, a := range found[:min(len(found), actsListed)] {
		list = append(list, actJSON(a))
		d.Rows = append(d.Rows, adminpage.AdminAct(a))
	}
	return adminReply(c, actsJSON{list, web.OrNull(d.Pages.Next)}, d)
}
