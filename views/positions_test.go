package views_test

import (
	"net/url"
	"strconv"
	"testing"

	"github.com/a-h/templ"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/query"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

func phaseName(p game.Phase) string { return wire.PhaseName(p) }

// position plays bot games until a seat has to decide in the given phase, late
// enough that there is something on the board.
func position(t *testing.T, ed string, seats int, phase game.Phase) (tablepage.TableData, bool) {
	t.Helper()
	st := loadSetup(t, ed, "", nil)
	for seed := byte(1); seed < 6; seed++ {
		m := newMatch(t, st, seats, seed)
		m.until(func(s *game.State) bool { return s.Turn.Number > 24 }, 2000)
		if m.until(func(s *game.State) bool { return s.Phase() == phase }, 2500) {
			return m.data(m.s.Waiting().First()), true
		}
	}
	return tablepage.TableData{}, false
}

// midgame is a game well under way.
func midgame(t *testing.T, st *setup.Setup, seats int) *match {
	t.Helper()
	m := newMatch(t, st, seats, 3)
	m.until(func(s *game.State) bool { return s.Turn.Number > 40 && s.Phase() == game.PhaseRoll }, 3000)
	require.Equal(t, game.Playing, m.s.Status)
	return m
}

func otherStories(t *testing.T) []story {
	t.Helper()
	var list []story
	add := func(name string, page func(page.Page) templ.Component) { list = append(list, story{name, page}) }
	table := func(name string, d tablepage.TableData) {
		add(name, d.Page)
	}
	german := loadSetup(t, "german-classic", "", nil)

	m := midgame(t, german, 4)
	mover := m.s.Turn.Seat
	table("watcher", m.data(game.Nobody))
	other := (mover + 1) % 4
	waiting := m.data(other)
	table("waiting", waiting)
	asked := m.data(mover)
	asked.Query.Deed = 39
	table("deed-asked", asked)
	trade := m.data(mover)
	trade.Query.Trade = int(other)
	table("trade-form", trade)
	refused := m.data(mover)
	c := game.MoveSteps(game.Build, mover, 1)
	no := game.Refusal{Code: game.NoGroup, Rule: game.RBuild1}
	refused.Problem = &page.Problem{Code: "group", Rule: "R-BUILD-1", Move: "build", Text: text.Refusal("de", german, &c, no)}
	table("refused", refused)
	tried := newMatch(t, loadSetup(t, "sonic", "", map[string]any{"house.parking_pot": true, "rent.auto_claim": true}), 3, 4)
	tried.until(func(s *game.State) bool { return s.Turn.Number > 20 && s.Phase() == game.PhaseRoll }, 2000)
	sandbox := tried.data(game.Nobody)
	sandbox.Sandbox, sandbox.CanJoin = true, true
	table("sandbox", sandbox)
	back := m.data(other)
	back.CanReturn = true
	table("return", back)
	offered(t, m, mover, other)
	table("offers-asked", m.data(other))
	table("offers-made", m.data(mover))
	add("confirm-trade", func(p page.Page) templ.Component {
		return tablepage.ConfirmData{TableData: m.data(other), Command: game.Move(game.AcceptTrade, other)}.Page(p)
	})
	add("confirm-resign", func(p page.Page) templ.Component {
		return tablepage.ConfirmData{TableData: m.data(mover), Command: game.Move(game.Resign, mover)}.Page(p)
	})
	begun := m.data(mover)
	query.Read(url.Values{"to": {strconv.Itoa(int(other))}, "give_cash": {"50"}, "want_cash": {"20"}}, &begun.Query, true)
	table("trade-begun", begun)

	end := newMatch(t, german, 4, 5)
	end.until(func(*game.State) bool { return false }, 20000)
	over := end.data(0)
	over.Log, over.Seed = end.log, "9f2c71e04ab8d3560c1d9f2c71e04ab8d3560c1d9f2c71e04ab8d3560c1d08e1"
	table("result", over)
	list = append(list, handmade(t)...)
	list = append(list, rooms(t)...)
	return append(list, sitePages(t)...)
}

// offered puts a proposal on the table.
func offered(t *testing.T, m *match, from, to game.Seat) {
	t.Helper()
	o, ok := game.Has(m.options(from), game.ProposeTrade)
	require.True(t, ok)
	c := game.Move(game.ProposeTrade, from)
	c.To, c.Give.Cash = to, 50
	if o.Spaces != 0 {
		c.Give.Deeds = game.SetOf(o.Spaces.First())
	}
	p, ok := game.Has(m.options(to), game.ProposeTrade)
	require.True(t, ok)
	c.Want.Deeds = game.SetOf(p.Spaces.First())
	m.must(c)
}

// sitePages are the pages around the tables.
func sitePages(t *testing.T) []story {
	t.Helper()
	cards := []page.TableCard{
		{ID: "a1", Name: "Freitagsrunde", Edition: "Klassisch", Status: game.Playing, Turn: 31, Seats: []string{"Ada", "Ben"}, Waiting: []string{"Ada"}, MyTurn: true, Mine: true, Since: noon.Add(-3 * 3600e9)},
		{ID: "a2", Name: "Kollegenrunde mit einem ziemlich langen Namen für einen Tisch", Edition: "Mega", Status: game.Playing, Turn: 3, Seats: []string{"Ada", "Ben"}, Waiting: []string{"Ben"}, Mine: true, Pace: "slow", Since: noon.Add(-50 * 3600e9)},
	}
	open := []page.TableCard{{ID: "b1", Name: "Wer mag?", Edition: "Mark", Status: game.InLobby, Seats: []string{"Cem"}, Wanted: 4}}
	over := []page.TableCard{{ID: "c1", Name: "Dora gegen den Rest", Edition: "Klassisch", Status: game.Finished, Seats: []string{"Dora"}}}
	problem := &page.Problem{Code: "config", Rule: "R-SETUP-8", Text: text.For("de").T("refused.bad_config")}
	st := loadSetup(t, "mega", "", nil)
	myDay := aDay(t, cards, over)
	return []story{
		{"lobby-empty", func(p page.Page) templ.Component {
			p.Viewer = page.Person{}
			return lobbypage.LobbyData{Now: noon}.Page(p)
		}},
		{"lobby", func(p page.Page) templ.Component {
			return lobbypage.LobbyData{Mine: cards, Open: open, Running: over, Now: noon}.Page(p)
		}},
		{"new", func(p page.Page) templ.Component {
			return lobbypage.NewTableData{Edition: "us-classic", Levels: bot.Levels(), Characters: bot.Characters()}.Page(p)
		}},
		{"new-refused", func(p page.Page) templ.Component {
			p.Viewer = page.Person{}
			form := url.Values{"title": {"Zu dritt"}, "option.house.gifts": {"true"}, "option.short": {"true"}, "bots": {"trader"}, "players": {"3"}}
			return lobbypage.NewTableData{Edition: "german-classic", Rulebook: "us", Levels: bot.Levels(), Characters: bot.Characters(), Form: form, Problem: problem}.Page(p)
		}},
		{"sign-in", func(p page.Page) templ.Component {
			p.Viewer = page.Person{}
			return authpage.PlayerData{Next: "/games/k7q2m9"}.Page(p)
		}},
		{"link", func(p page.Page) templ.Component {
			return authpage.LinkData{Name: "Ada", Action: page.LinkPath("tok")}.Page(p)
		}},
		{"me", func(p page.Page) templ.Component {
			return tablepage.MeData{Day: myDay, Link: "https://play.example.org/in/ABCDEFGHIJKLMNOPQRSTUVWXYZ", Now: noon}.Page(p)
		}},
		{"me-empty", func(p page.Page) templ.Component { return tablepage.MeData{Now: noon}.Page(p) }},
		{"error-404", func(p page.Page) templ.Component { return page.ErrorData{Status: 404}.Page(p) }},
		{"error-422", func(p page.Page) templ.Component {
			return page.ErrorData{Status: 422, Code: "config", Detail: "Das passt nicht.", Back: "/games/x"}.Page(p)
		}},
		{"editions", func(p page.Page) templ.Component {
			return lobbypage.EditionsData{Own: []lobbypage.Listed{{ID: "own-1", Title: "Unser Dorf"}}, Faults: []string{"spaces[5].price: muss größer als 0 sein"}}.Page(p)
		}},
		{"edition", func(p page.Page) templ.Component { return tablepage.EditionData{Setup: st}.Page(p) }},
		{"edition-saved", func(p page.Page) templ.Component {
			return tablepage.EditionData{Setup: st, Own: true, Saved: true, Address: "https://play.example.org/editions/own-1"}.Page(p)
		}},
		{"editions-dropped", func(p page.Page) templ.Component { return lobbypage.EditionsData{Dropped: "Unser Dorf"}.Page(p) }},
	}
}

// rooms are waiting rooms in all states.
func rooms(t *testing.T) []story {
	t.Helper()
	st := loadSetup(t, "mark-classic", "", map[string]any{"end_time": 90, "house.parking_pot": true})
	s := game.NewState(st.Rules, 4, 0, false)
	base := tablepage.TableData{
		ID: "k7q2m9", Name: "Freitagsrunde", Setup: st, State: &s, Viewer: 0, Now: noon,
		Seats: []tablepage.Seat{{Name: "Ada", Player: "p1", Attendance: tablepage.Attendance{Presence: tablepage.Here}}, {Name: "Bot Berta", Bot: "trader"}, {}, {}},
		Query: tablepage.TableQuery{Deed: -1, Trade: -1}, Owner: true, Private: true,
		Invite: "https://play.example.org/games/k7q2m9", Levels: bot.Levels(), Characters: bot.Characters(),
		NotReady: game.Refusal{Code: game.BadCount, Rule: game.RSetup2},
	}
	ready := base
	ready.Seats = []tablepage.Seat{{Name: "Ada", Player: "p1"}, {Name: "Bot Berta", Bot: "trader"}, {Name: "Christopher-Alexander von der langen Weide", Player: "p3"}, {}}
	ready.NotReady = game.Refusal{}
	guest := base
	guest.Viewer, guest.Owner, guest.CanJoin, guest.Levels, guest.Private = game.Nobody, false, true, nil, false
	seated := guest
	seated.Viewer, seated.CanJoin = 1, false
	full := guest
	full.CanJoin = false
	var list []story
	for name, d := range map[string]tablepage.TableData{"room-owner": base, "room-ready": ready, "room-seated": seated, "room-full": full} {
		list = append(list, story{name, d.Page})
	}
	return append(list, story{"room-guest", func(p page.Page) templ.Component {
		p.Viewer = page.Person{}
		return guest.Page(p)
	}})
}

// aDay is a day with everything in it.
func aDay(t *testing.T, cards, over []page.TableCard) tablepage.Day {
	t.Helper()
	m := newMatch(t, loadSetup(t, "german-classic", "", nil), 3, 7)
	require.True(t, m.until(func(s *game.State) bool { return s.Phase() == game.PhaseBuy }, 2000))
	whole := m.data(m.s.Turn.Seat)
	whole.Log = m.recent()
	return tablepage.Day{
		Awaited: []tablepage.DayTable{
			{TableCard: cards[0], Asked: noon.Add(-3 * 3600e9), Until: noon.Add(5 * 3600e9), Zone: noon.Location(), Missed: 14, Looked: noon.Add(-26 * 3600e9), Spoken: true, Noted: true, Whole: &whole},
			{TableCard: page.TableCard{ID: "a3", Name: "Pause", Status: game.Playing, Mine: true, MyTurn: true, Paused: true}, Zone: noon.Location()},
		},
		Running:  []tablepage.DayTable{{TableCard: cards[1], Missed: 1, Looked: noon.Add(-3600e9), Zone: noon.Location()}},
		Finished: []tablepage.DayTable{{TableCard: over[0], Zone: noon.Location()}},
	}
}
