package views_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/views/query"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// books are the account books of a match.
func (m *match) books() tablepage.BooksData {
	start := game.NewState(m.st.Rules, int(m.s.NumSeats), 0, false)
	s := m.s
	table := m.data(game.Nobody)
	d := tablepage.BooksData{ID: table.ID, Name: table.Name, Setup: m.st, State: &s, Seats: table.Seats, Book: ledger.New(m.st.Rules, &start)}
	query.Read(nil, &d.Query, true)
	for i := range m.log {
		d.Book.Add(&m.log[i].Event)
	}
	require.NoError(m.t, d.Book.Check(&s))
	return d
}

func bookStories(t *testing.T) []story {
	t.Helper()
	var list []story
	add := func(name string, d tablepage.BooksData) {
		list = append(list, story{name, d.Page})
	}
	m := newMatch(t, loadSetup(t, "german-classic", "", nil), 4, 5)
	add("books-start", m.books())
	m.until(func(s *game.State) bool { return s.Turn.Number > 30 }, 20000)
	add("books", m.books())
	one := m.books()
	one.Query.Player = 1
	add("books-player", one)
	none := m.books()
	none.Query.Turn = 60000
	add("books-nothing", none)
	broken := m.books()
	broken.Broken = true
	add("books-broken", broken)
	empty := m.books()
	empty.Book = ledger.New(m.st.Rules, &game.State{})
	add("books-empty", empty)
	m.until(func(*game.State) bool { return false }, 20000)
	add("books-finished", m.books())
	dear := newMatch(t, loadSetup(t, "mark-classic", "", map[string]any{"end_time": 60, "house.parking_pot": true}), 6, 5)
	dear.until(func(s *game.State) bool { return s.Turn.Number > 200 }, 20000)
	add("books-dear", dear.books())
	return list
}

func TestBooksShowWhereTheMoneyWent(t *testing.T) {
	m := newMatch(t, loadSetup(t, "german-classic", "", nil), 3, 5)
	m.until(func(s *game.State) bool { return s.Turn.Number > 60 }, 20000)
	d := m.books()
	d.Query.Page = tablepage.AllPages
	doc := parse(t, render(t, d.Page(pageOf("de"))))
	assert.Equal(t, 3, doc.Find(".purses > li").Length())
	for i := range 3 {
		card := doc.Find("#purse" + string(rune('0'+i)))
		assert.Contains(t, card.Find(".cash").Text(), m.st.Money("de", m.s.Players[i].Cash))
	}
	assert.Equal(t, len(d.Book.Entries), doc.Find(".journal tbody tr:not(.of, .then)").Length())
	first := doc.Find(".journal tbody").Last()
	assert.Equal(t, "Vor dem ersten Zug", first.Find("th").Text())
	assert.Equal(t, 3, strings.Count(first.Text(), "Startgeld"))
	now := doc.Find(".journal tbody").First()
	for i := range 3 {
		assert.Contains(t, now.Find(".then").Text(), m.name[i]+":\u00a0"+m.st.Money("de", m.s.Players[i].Cash))
	}
	assert.Contains(t, doc.Find(`.journal a[href^="/games/k7q2m9?at="]`).First().Text(), " ", "entries lead to the log")
}

func TestBooksQueryIsReadAndWrittenAlike(t *testing.T) {
	for text, want := range map[string]tablepage.BooksQuery{
		"":                      {Player: game.Nobody, Turn: -1},
		"player=2&turn=0":       {Player: 2, Turn: 0},
		"page=all":              {Player: game.Nobody, Turn: -1, Page: tablepage.AllPages},
		"page=3&player=&turn=":  {Player: game.Nobody, Turn: -1, Page: 3},
		"player=0&lang=de&x=11": {Player: 0, Turn: -1},
	} {
		q, err := url.ParseQuery(text)
		require.NoError(t, err)
		var got tablepage.BooksQuery
		assert.Nil(t, query.Read(q, &got, false), text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"player=9", "player=-2", "player=x", "turn=x", "turn=65536", "page=0", "page=-1"} {
		q, err := url.ParseQuery(text)
		require.NoError(t, err)
		var got tablepage.BooksQuery
		field, _, _ := strings.Cut(text, "=")
		assert.Equal(t, &query.Fault{Name: field, Expect: query.Whole}, query.Read(q, &got, false))
		assert.Nil(t, query.Read(q, &got, true), "a page passes over it")
		assert.Equal(t, tablepage.BooksQuery{Player: game.Nobody, Turn: -1}, got)
	}
}
