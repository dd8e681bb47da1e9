package views_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// noon is when all fixtures happen.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func loadSetup(t testing.TB, id, book string, options map[string]any) *setup.Setup {
	t.Helper()
	ed, err := edition.Load(id)
	require.NoError(t, err)
	st, err := setup.New(ed, book, options)
	require.NoError(t, err)
	return st
}

// match is a game in progress, for looking at.
type match struct {
	t    testing.TB
	st   *setup.Setup
	turn game.Turn
	s    game.State
	back *game.State // before the last decision
	log  []tablepage.Entry
	luck *chance.Source
	rng  *rand.Rand
	name []string
}

func newMatch(t testing.TB, st *setup.Setup, seats int, seed byte) *match {
	t.Helper()
	m := &match{t: t, st: st, luck: chance.Seeded([32]byte{seed}), rng: rand.New(rand.NewPCG(uint64(seed), 7))}
	m.name = []string{"Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gül", "Hans"}[:seats]
	m.s = game.NewState(st.Rules, seats, 0, false)
	m.must(game.Move(game.Start, game.Nobody))
	return m
}

// try plays a command and reports whether it was accepted.
func (m *match) try(c game.Command) game.Refusal {
	m.turn.Begin(m.st.Rules, &m.s)
	m.turn.Back = m.back
	no := m.turn.Decide(c, m.luck)
	if !no.OK() {
		return no
	}
	for i, e := range m.turn.Events {
		seq := m.s.Seq + 1 + uint32(i)
		m.log = append(m.log, tablepage.Entry{Seq: seq, At: noon.Add(time.Duration(seq) * time.Second), Event: e})
	}
	if !c.Kind.Undoes() {
		before := m.s
		m.back = &before
	}
	m.s = m.turn.S
	return no
}

func (m *match) must(c game.Command) {
	m.t.Helper()
	no := m.try(c)
	require.True(m.t, no.OK(), "%v refused: %v %v", c.Kind, no.Code, no.Rule)
}

func (m *match) options(seat game.Seat) []game.Option {
	return game.Options(m.st.Rules, &m.s, seat, nil)
}

// step makes one seat's bot move; false if the game is over.
func (m *match) step() bool {
	if m.s.Status != game.Playing {
		return false
	}
	w := m.s.Waiting()
	if w == 0 {
		m.must(game.Move(game.TimeUp, game.Nobody))
		return m.s.Status == game.Playing
	}
	for ; w != 0; w = w.Rest() {
		seat := w.First()
		if c, ok := bot.Choose(m.st.Rules, &m.s, seat, m.options(seat)); ok {
			m.must(c)
			return true
		}
	}
	m.t.Fatal("nobody moves")
	return false
}

// until plays on until the condition holds; false if the game ended first.
func (m *match) until(ok func(*game.State) bool, steps int) bool {
	for range steps {
		if ok(&m.s) {
			return true
		}
		if !m.step() {
			return ok(&m.s)
		}
	}
	return false
}

// data is the match as one seat sees it.
func (m *match) data(viewer game.Seat) tablepage.TableData {
	s := m.s
	d := tablepage.TableData{
		ID: "k7q2m9", Name: "Freitagsrunde", Setup: m.st, State: &s, Viewer: viewer,
		Log: m.recent(), Query: tablepage.TableQuery{Deed: -1, Trade: -1}, Now: noon, Since: noon.Add(-2 * time.Minute),
	}
	for i, n := range m.name {
		seat := tablepage.Seat{Name: n, Player: n, Attendance: tablepage.Attendance{Presence: tablepage.Here}}
		if i > 0 {
			seat.Bot = "default"
		}
		d.Seats = append(d.Seats, seat)
	}
	if viewer >= 0 {
		d.Options = m.options(viewer)
	}
	return d
}

// recent is the log of the last turns, as a handler would fetch it.
func (m *match) recent() []tablepage.Entry {
	if len(m.log) > 150 {
		return m.log[len(m.log)-150:]
	}
	return m.log
}

func pageOf(lang string) page.Page {
	return page.Page{Lang: lang, Path: "/games/k7q2m9", Site: "Spielkeller", Viewer: page.Person{ID: "p1", Name: "Ada"}}
}

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, c.Render(context.Background(), &b))
	return b.String()
}

func parse(t testing.TB, html string) *goquery.Document {
	t.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(html))
	require.NoError(t, err)
	return doc
}
