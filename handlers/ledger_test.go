package handlers_test

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
)

// played imports a whole game among computers and returns its path.
func (s *site) played(seed uint64, turns int, names ...string) string {
	s.t.Helper()
	ed, err := edition.Load("us-classic")
	require.NoError(s.t, err)
	st, err := setup.New(ed, "us", map[string]any{"house.parking_pot": true})
	require.NoError(s.t, err)
	im := table.Import{Title: "=1+1", Edition: ed, Rulebook: "us", Options: st.Options}
	for _, n := range names {
		im.Seats = append(im.Seats, table.Seat{Name: n})
	}
	_, err = sim.Run(s.t.Context(), sim.Config{Setup: st, Players: len(names), Seed: seed, MaxTurns: turns, Bots: []string{"cautious"}, Each: func(r sim.Record) error {
		first := uint32(1)
		for i := range r.Moves {
			end := uint32(len(r.Events)) + 1
			if i+1 < len(r.Moves) {
				end = r.Moves[i+1].First
			}
			im.Lines = append(im.Lines, wire.Encode(st, first, time.Unix(int64(first), 0), r.Events[first-1:end-1], wire.Extra{})...)
			first = end
		}
		return nil
	}})
	require.NoError(s.t, err)
	snap, err := s.tables.Import(s.t.Context(), im)
	require.NoError(s.t, err)
	return "/games/" + snap.Meta.ID
}

// The books of a finished game that came from elsewhere add up, as JSON, as
// CSV and on the page.
func TestTheBooksAddUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := s.played(3, 1000, "Ada", "Ben", "Cem", "Dora")
	c := s.program()
	a := c.get(path + "/books")
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, true, a.at("balanced"))
	assert.Zero(t, a.num("sum", "balance"))
	assert.Positive(t, a.num("sum", "debit"))
	state := c.get(path)
	assert.Equal(t, state.num("seq"), a.num("seq"))
	players, _ := state.at("players").([]any)
	sums := map[string]float64{}
	for _, x := range list(a, "entries") {
		amount := x["amount"].(float64)
		require.Positive(t, amount)
		sums[x["debit"].(string)] += amount
		sums[x["credit"].(string)] -= amount
	}
	for _, x := range list(a, "accounts") {
		assert.InDelta(t, x["balance"], sums[x["account"].(string)], 0, "%v", x["account"])
		if x["player"] != nil {
			seat := int(x["player"].(float64))
			assert.Equal(t, players[seat].(map[string]any)["cash"], x["balance"])
			assert.Equal(t, players[seat].(map[string]any)["name"], x["name"])
		}
	}
	for i, name := range []string{"start", "salary", "rent", "bankruptcy", "pot"} {
		assert.Contains(t, a.text(), `"reason":"`+name+`"`, i)
	}
	assert.Len(t, rows(t, c.get(path+"/books.csv")), len(list(a, "entries"))+1)
	page := c.get(path+"/books?page=all", "Accept", "text/html").page()
	assert.Equal(t, len(list(a, "entries")), page.Find("table.journal tbody tr:not(.of, .then)").Length())
	assert.Zero(t, page.Find(".problem").Length())
	assert.Equal(t, "$0", page.Find("table.trial tr").Last().Find("td").Last().Text(), "all accounts together hold nothing")
}

// list is a list of objects in an answer.
func list(a *answer, name string) []map[string]any {
	a.t.Helper()
	all, ok := a.at(name).([]any)
	require.True(a.t, ok, name)
	objects := make([]map[string]any, len(all))
	for i := range all {
		objects[i], _ = all[i].(map[string]any)
	}
	return objects
}

// rows is the body as CSV.
func rows(t *testing.T, a *answer) [][]string {
	t.Helper()
	require.Equal(t, http.StatusOK, a.status, a.text())
	require.Equal(t, "text/csv; charset=utf-8; header=present", a.header.Get("Content-Type"))
	require.False(t, strings.HasPrefix(a.text(), "\ufeff"), "no byte order mark")
	all, err := csv.NewReader(strings.NewReader(a.text())).ReadAll()
	require.NoError(t, err)
	return all
}

func TestTheBooksBeginWithTheGame(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	a := ada.get(path + "/books")
	assert.Empty(t, list(a, "entries"))
	assert.Empty(t, list(a, "accounts"))
	assert.Equal(t, true, a.at("balanced"))
	assert.Contains(t, ada.get(path+"/books", "Accept", "text/html").text(), "No money has moved yet")
	assert.Len(t, rows(t, ada.get(path+"/books.csv")), 1, "the line of names")

	require.Equal(t, http.StatusCreated, ben.post(path+"/seats", nil).status)
	require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)
	a = ada.get(path + "/books")
	entries := list(a, "entries")
	require.Len(t, entries, 2)
	assert.Equal(t, "bank:capital", entries[0]["credit"])
	assert.Equal(t, "player:0", entries[0]["debit"])
	assert.EqualValues(t, 1500, entries[0]["amount"])
	assert.Equal(t, "start", entries[0]["reason"])
	assert.Nil(t, entries[0]["player"])
	assert.EqualValues(t, -3000, list(a, "turns")[0]["balances"].(map[string]any)["bank"])
	wantProblem(t, ada.get("/games/none/books"), http.StatusNotFound, "unknown_game")
	wantProblem(t, ada.get("/games/none/books.csv"), http.StatusNotFound, "unknown_game")
	assert.Equal(t, http.StatusNotFound, ada.get("/games/none/books", "Accept", "text/html").status)
}

func TestTheBooksCanBePicked(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := s.played(3, 1000, "Ada", "Ben", "Cem", "Dora")
	c := s.program()
	for _, x := range list(c.get(path+"/books?player=1"), "entries") {
		assert.True(t, x["debit"] == "player:1" || x["credit"] == "player:1", "%v", x)
	}
	all := list(c.get(path+"/books"), "entries")
	one := list(c.get(path+"/books?turn=7"), "entries")
	want := 0
	for _, x := range all {
		if x["turn"] == 7.0 {
			want++
		}
	}
	assert.Len(t, one, want)
	assert.Empty(t, list(c.get(path+"/books?turn=60000"), "entries"))
	for _, bad := range []string{"player=x", "player=9", "player=-1", "turn=-1", "turn=1.5", "turn=99999999999", "page=0", "page=last"} {
		for _, face := range []string{"/books?", "/books.csv?"} {
			a := c.get(path + face + bad)
			wantProblem(t, a, http.StatusBadRequest, "mistyped")
			field, _, _ := strings.Cut(bad, "=")
			assert.Contains(t, a.str("detail"), field)
		}
		assert.Equal(t, http.StatusOK, c.get(path+"/books?"+bad, "Accept", "text/html").status, "people get the whole book")
	}
	p := c.get(path+"/books?player=1&turn=60000", "Accept", "text/html").page()
	assert.Contains(t, p.Find("#journal").Text(), "No money moved here.")
	assert.Equal(t, "60000", p.Find("#bk-turn").AttrOr("value", ""))
	assert.Equal(t, "Ben", p.Find("#bk-player option[selected]").Text())
	csvLink := p.Find("#journal a[download]").AttrOr("href", "")
	assert.Equal(t, path+"/books.csv?player=1&turn=60000", csvLink, "the table keeps the filter")
}

// A game of a thousand turns is paged; full pages never change.
func TestLongBooksHavePages(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := ""
	for seed := uint64(1); path == ""; seed++ {
		require.Less(t, seed, uint64(60), "no game is that long")
		p := s.played(seed, 1000, "Ada", "Ben", "Cem", "Dora", "Emil")
		if s.program().get(p).num("turn", "number") >= 600 {
			path = p
		}
	}
	c := s.program()
	whole := c.get(path + "/books")
	pages := c.get(path + "/books?page=1").num("pages")
	require.Greater(t, pages, 20)
	var seen []map[string]any
	for n := 1; n <= pages; n++ {
		a := c.get(path + "/books?page=" + strconv.Itoa(n))
		assert.Equal(t, n, a.num("page"))
		if turns := len(list(a, "turns")); n < pages {
			assert.Equal(t, 20, turns)
		} else {
			assert.True(t, turns >= 10 && turns < 30, "%d turns on the newest page", turns)
		}
		seen = append(seen, list(a, "entries")...)
	}
	assert.Equal(t, list(whole, "entries"), seen, "the pages are the whole")
	newest := c.get(path+"/books", "Accept", "text/html").page()
	assert.GreaterOrEqual(t, newest.Find("table.journal tbody").Length(), 10, "the newest turns are shown")
	assert.Zero(t, newest.Find(`.pages a:contains("Newer")`).Length())
	older := newest.Find(`.pages a:contains("Older")`).First().AttrOr("href", "")
	before, _, _ := strings.Cut(older, "#")
	assert.Equal(t, path+"/books?page="+strconv.Itoa(pages-1), before)
	next := c.get(before, "Accept", "text/html").page()
	assert.Equal(t, 2, next.Find(`.pages a:contains("Newer")`).Length(), "above and below")
	assert.Equal(t, pages, c.get(path+"/books?page=60000").num("page"), "a page that is not there yet is the newest")
}

// Programs that open the table must not execute a player's name.
func TestTheCSVIsQuotedAndHarmless(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := s.played(3, 200, "=HYPERLINK(0)", `A"da, "B`, "+49", "@sum", "-1", " =2+2")
	for _, a := range []*answer{s.program().get(path + "/books.csv"), s.program().get(path+"/books", "Accept", "text/csv")} {
		all := rows(t, a)
		assert.Equal(t, "seq,at,turn,player,debit,debit_name,credit,credit_name,amount,reason,rule,space,space_name,trade", strings.Join(all[0], ","))
		assert.Contains(t, a.header.Get("Content-Disposition"), "books.csv")
		assert.Contains(t, a.text(), "\r\n")
		names := map[string]bool{}
		for _, row := range all[1:] {
			amount, err := strconv.Atoi(row[8])
			require.NoError(t, err)
			require.Positive(t, amount)
			for _, cell := range row {
				trimmed := strings.TrimLeft(cell, " ")
				require.False(t, trimmed != "" && strings.ContainsAny(trimmed[:1], "=+-@\t\r"), "%q", cell)
			}
			names[row[5]] = true
		}
		assert.True(t, names["'=HYPERLINK(0)"] && names["'+49"] && names["'@sum"] && names["'-1"], "%v", names)
		assert.True(t, names[`A"da, "B`], "quotes and commas stay as they are")
	}
	de := s.program()
	de.lang = "de"
	assert.Contains(t, de.get(path+"/books.csv").text(), "Bank: Gehalt")
	tag := de.get(path + "/books.csv").header.Get("ETag")
	assert.Equal(t, http.StatusNotModified, de.get(path+"/books.csv", "If-None-Match", tag).status)
	html := s.client("text/html,text/csv;q=0.5").get(path + "/books")
	assert.Contains(t, html.header.Get("Content-Type"), "text/html", "a page is preferred")
}

// The books tell of payments alone: unclaimed rent stays its owner's secret.
func TestTheBooksKeepOpenClaimsSecret(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "us-classic", "rulebook": "us",
		"players": []any{map[string]any{"name": "P", "cash": 700}, map[string]any{"name": "Q", "deeds": []any{map[string]any{"space": 3}}}},
		"dice":    []any{[]int{1, 2}},
	}})
	require.Equal(t, http.StatusCreated, ben.post(path+"/seats", nil).status)
	before := ada.get(path + "/books")
	assert.EqualValues(t, 700, list(before, "accounts")[0]["balance"], "a position begins with what it says")
	require.Equal(t, http.StatusOK, ada.post(path+"/moves", roll()).status)
	for _, c := range []*client{ada, ben, s.program()} {
		a := c.get(path + "/books")
		assert.Equal(t, list(before, "entries"), list(a, "entries"), "a claim is no payment")
		assert.NotContains(t, a.text(), "rent")
		assert.NotContains(t, c.get(path+"/books", "Accept", "text/html").page().Find("main").Text(), "Rent")
		assert.NotContains(t, c.get(path+"/books.csv").text(), "rent")
	}
	require.Equal(t, http.StatusOK, ben.post(path+"/moves", map[string]any{"move": "claim_rent"}).status)
	entries := list(ada.get(path+"/books"), "entries")
	last := entries[len(entries)-1]
	assert.Equal(t, "rent", last["reason"])
	assert.Equal(t, []any{"player:1", "player:0", 3.0}, []any{last["debit"], last["credit"], last["space"]})
}
