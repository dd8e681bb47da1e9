package handlers_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/table"
)

const html = "text/html"

// watched is a finished game among computers, and the number of its last event.
func watched(t *testing.T, host *client, edition string, bots int) (string, int) {
	t.Helper()
	names := make([]string, bots)
	for i := range names {
		names[i] = "default"
	}
	path := host.create(map[string]any{"edition": edition, "players": bots, "bots": names})
	require.Equal(t, http.StatusOK, host.post(path+"/start", map[string]any{}).status)
	deadline := time.Now().Add(20 * time.Second)
	for host.get(path).str("status") != "finished" {
		require.True(t, time.Now().Before(deadline), "the game does not end")
		time.Sleep(20 * time.Millisecond)
	}
	return path, host.get(path).num("seq")
}

func TestAnyPositionOfAGame(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	path, last := watched(t, ada, "us-classic", 3)
	one := ada.get(path + "?at=1")
	require.Equal(t, http.StatusOK, one.status, one.text())
	assert.Equal(t, 1, one.num("seq"))
	assert.Equal(t, 1, one.num("at"))
	assert.Equal(t, last, one.num("last"))
	assert.Equal(t, "playing", one.str("status"))
	assert.Nil(t, one.at("previous_turn"))
	first := one.num("next_turn")
	assert.Positive(t, first)
	mid := ada.get(path + fmt.Sprintf("?at=%d", last/2))
	assert.Equal(t, last/2, mid.num("seq"))
	assert.Empty(t, mid.at("moves"), "in the past nothing can be done")
	assert.LessOrEqual(t, mid.num("previous_turn"), last/2)
	assert.Greater(t, mid.num("next_turn"), last/2)
	again := ada.get(path+fmt.Sprintf("?at=%d", last/2), "If-None-Match", mid.header.Get("ETag"))
	assert.Equal(t, http.StatusNotModified, again.status)

	stranger := s.browser()
	page := stranger.get(path + fmt.Sprintf("?at=%d", last/2))
	require.Equal(t, http.StatusOK, page.status)
	doc := page.page()
	assert.Equal(t, 6, doc.Find("nav.stepper li").Length())
	assert.Zero(t, doc.Find("main form[method=post]").Length(), "no control")
	slider := doc.Find("#f-moment input[name=at]")
	assert.Equal(t, fmt.Sprint(last/2), slider.AttrOr("value", ""))
	assert.Equal(t, fmt.Sprint(last), slider.AttrOr("max", ""), "to the end")
	assert.Equal(t, 1, doc.Find("#wealth path.moment").Length())
	assert.NotZero(t, doc.Find("#moments a").Length(), "what decided a game that is over")
	assert.NotZero(t, doc.Find("#tape li[data-beat]").Length(), "the film has what it plays")
	_, streams := doc.Find("#table").Attr("data-events")
	assert.False(t, streams)
	assert.Equal(t, path, doc.Find("#m-now").AttrOr("href", ""))
	for _, rel := range []string{"prev", "next"} {
		href := doc.Find("nav.stepper a[rel="+rel+"]").AttrOr("href", "")
		step := stranger.get(href)
		require.Equal(t, http.StatusOK, step.status, href)
		assert.NotEqual(t, doc.Find("#act-h").Text(), step.page().Find("#act-h").Text(), rel)
	}
	end := stranger.get(path + fmt.Sprintf("?at=%d", last)).page()
	assert.Equal(t, 1, end.Find(".bygone .ring").Length(), "the end is a position too, not the result")
	fragment := stranger.get(path+"?at=7", "HX-Request", "true")
	assert.NotContains(t, fragment.text(), "<head>")
	assert.Equal(t, "7", fragment.page().Find("#table").AttrOr("data-seq", ""))

	for query, want := range map[string]struct {
		status int
		code   string
	}{
		"0": {404, "unknown_position"}, fmt.Sprint(last + 1): {404, "unknown_position"}, "4294967295": {404, "unknown_position"},
		"4294967296": {400, "mistyped"}, "-1": {400, "mistyped"}, "x": {400, "mistyped"}, "": {400, "mistyped"},
	} {
		wantProblem(t, ada.get(path+"?at="+query), want.status, want.code)
		assert.Equal(t, want.status, stranger.get(path+"?at="+query).status)
	}
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	wantProblem(t, ada.get(lobby+"?at=0"), http.StatusNotFound, "unknown_position")
	wantProblem(t, ada.get("/games/aaaaaaaaaa?at=1"), http.StatusNotFound, "unknown_game")
}

func TestTheLogAsPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	path, _ := watched(t, ada, "us-classic", 3)
	turns := ada.get(path).num("turn", "number")
	require.Greater(t, turns, 25)
	b := s.browser()
	seen, last := 0, ""
	for turn := 1; turn <= turns; turn += 25 {
		doc := b.get(path + fmt.Sprintf("/events?turn=%d", turn)).page()
		for _, id := range doc.Find(".whole > ol > li").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("id", "") }) {
			if id != "turn0" {
				seen++
			}
			last = id
		}
	}
	assert.Equal(t, fmt.Sprintf("turn%d", turns), last)
	assert.InDelta(t, turns, seen, float64(turns)/20, "every turn of which something is told stands on one page")

	ninth := b.get(path + "/events?turn=9").page()
	assert.Equal(t, "turn9", ninth.Find(".whole > ol > li").First().AttrOr("id", ""), "from the turn on that was asked for")
	assert.Contains(t, ninth.Find(".pager a[rel=prev]").First().AttrOr("href", ""), "turn=1")
	assert.Contains(t, ninth.Find(".pager a[rel=next]").First().AttrOr("href", ""), "turn=34")
	assert.Zero(t, ninth.Find(".whole > .note").Length())
	late := b.get(path + "/events?turn=60000").page()
	assert.Contains(t, late.Find(".whole > .note").Text(), fmt.Sprintf("Turn 60000 has not been played yet: so far there are %d turns.", turns))
	assert.Equal(t, last, late.Find(".whole > ol > li").Last().AttrOr("id", ""))

	newest := b.get(path + "/events").page()
	assert.Positive(t, newest.Find("li[id^=e] a.at").Length())
	place := newest.Find("li[id^=e] a.at").First().AttrOr("href", "")
	assert.Equal(t, http.StatusOK, b.get(place).status)
	rule := newest.Find("li[id^=e] .ref a").Not(".at").First().AttrOr("href", "")
	assert.Contains(t, rule, "#R-")
	money := b.get(path + "/events?kind=auctions&player=1&turn=1").page()
	assert.Equal(t, "auctions", money.Find("#f-kind option[selected]").AttrOr("value", ""))
	assert.Less(t, money.Find(".whole li li").Length(), b.get(path+"/events?turn=1").page().Find(".whole li li").Length()*4)
	for _, nonsense := range []string{"?turn=-4", "?turn=999999", "?turn=x&kind=y&player=z", "?player=8"} {
		assert.Equal(t, http.StatusOK, b.get(path+"/events"+nonsense).status, nonsense)
	}
	fragment := b.get(path+"/events", "HX-Request", "true")
	assert.NotContains(t, fragment.text(), "<head>")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	assert.Equal(t, http.StatusSeeOther, b.get(lobby+"/events").status, "a waiting room has no log")
}

func TestAGameInFigures(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	wantProblem(t, ada.get(lobby+"/stats"), http.StatusConflict, "not_started")
	empty := running(ada, ben)
	f := ada.get(empty + "/stats")
	require.Equal(t, http.StatusOK, f.status, f.text())
	assert.Equal(t, 0, f.num("throws"))
	page := ada.get(empty+"/stats", "Accept", html)
	assert.Equal(t, http.StatusOK, page.status)
	assert.Zero(t, page.page().Find("svg.chart").Length(), "nothing to draw yet")

	path, last := watched(t, ada, "mega", 4)
	f = ada.get(path + "/stats")
	assert.Equal(t, last, f.num("seq"))
	assert.Equal(t, true, f.at("over"))
	landings, _ := f.at("landings").([]any)
	assert.Len(t, landings, 53)
	assert.Equal(t, http.StatusNotModified, ada.get(path+"/stats", "If-None-Match", f.header.Get("ETag")).status)
	for _, at := range []string{path, path + "/stats"} {
		doc := ada.get(at, "Accept", html).page()
		charts := doc.Find("svg.chart")
		assert.GreaterOrEqual(t, charts.Length(), 4, at)
		assert.Equal(t, charts.Length(), doc.Find("svg.chart > title").Length(), "each has its name")
		doc.Find(".fig").Each(func(_ int, fig *goquery.Selection) {
			if fig.Find("svg.chart").Length() > 0 {
				assert.Equal(t, 1, fig.Find("details table tbody tr td").First().Length(), "and its numbers as a table")
				html, err := fig.Html()
				require.NoError(t, err)
				assert.NotContains(t, html, "</text><text", "labels stand apart in text browsers")
			}
		})
	}
}

// While rent is a secret of its owner, figures keep what would betray it.
func TestFiguresKeepSecrets(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "roll"})
	luck := func(path string) map[string]any {
		list, _ := ada.get(path + "/stats").at("luck").([]any)
		require.NotEmpty(t, list)
		one, _ := list[0].(map[string]any)
		return one
	}
	assert.Nil(t, luck(game)["rent_owed"])
	assert.Nil(t, luck(game)["rent_asked"])
	over, _ := watched(t, ada, "us-classic", 3)
	assert.NotNil(t, luck(over)["rent_owed"])
}

// A returning player reads the events they missed, until they move; programs are not counted.
func TestSinceYouWereHere(t *testing.T) {
	onlyFile(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "story.db")
	var game, ada, ben string
	var seq int
	t.Run("before", func(t *testing.T) {
		s := openOn(t, file)
		a, b := s.player("Ada"), s.player("Ben")
		game, ada, ben = running(a, b), a.token, b.token
		for range 3 {
			m := toMove(game, a, b)
			for _, move := range []string{"roll", "decline", "pass", "end_turn"} {
				m.post(game+"/moves", map[string]any{"move": move})
			}
			for _, other := range []*client{a, b} {
				other.post(game+"/moves", map[string]any{"move": "pass"})
			}
			m.post(game+"/moves", map[string]any{"move": "end_turn"})
		}
		seq = a.get(game).num("seq")
		assert.Zero(t, a.get(game, "Accept", html).page().Find("#missed").Length(), "on a first visit nothing was missed")
	})
	store, err := sqlite.Open(t.Context(), file, sqlite.Options{})
	require.NoError(t, err)
	id := strings.TrimPrefix(game, "/games/")
	g, _, err := store.Game(t.Context(), id)
	require.NoError(t, err)
	require.NoError(t, store.SaveLastSeen(t.Context(), []table.Visit{
		{Player: g.Seats[1].Player, Game: id, Seq: 4, At: time.Now().Add(-3 * time.Hour)},
	}))
	require.NoError(t, store.Close())
	s := openOn(t, file)
	back := func(token string) *client {
		c := s.program()
		c.token = token
		return c
	}
	b := back(ben)
	for range 2 { // reloading and a second tab tell the same
		doc := b.get(game, "Accept", html).page()
		require.Equal(t, 1, doc.Find("#missed").Length())
		assert.Equal(t, []string{"missed", "act", "lately", "board", "log"}, inOrder(doc, "#missed, #act, .lately, #board, #log"), "a text browser reads from the top")
		assert.Contains(t, doc.Find(".lately li").Last().Text(), " roll")
		assert.Equal(t, 2, doc.Find(".lately li").Length(), "a round is a turn of each")
		assert.Equal(t, 2, doc.Find("#missed tbody tr").Length())
		assert.Positive(t, doc.Find("#log li.new").Length())
		for _, href := range doc.Find("#missed .ways a").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("href", "") }) {
			assert.Equal(t, http.StatusOK, b.get(href, "Accept", html).status, href)
		}
	}
	assert.Positive(t, b.get(game+"/events?turn=1", "Accept", html).page().Find("li.new").Length(), "the log marks it too")
	assert.Zero(t, back(ada).get(game, "Accept", html).page().Find("#missed").Length(), "he was here a moment ago")
	assert.Zero(t, s.browser().get(game).page().Find("#missed").Length(), "nobody knows a stranger")
	assert.Equal(t, seq, b.get(game).num("seq"))
	for _, move := range []string{"roll", "pass", "end_turn"} {
		b.post(game+"/moves", map[string]any{"move": move}, "Accept", html, "HX-Request", "true")
	}
	assert.Zero(t, b.get(game, "Accept", html).page().Find("#missed").Length(), "who has acted has caught up")
}

// inOrder names the elements of a page by their id or class, in the order of the document.
func inOrder(doc *goquery.Document, what string) []string {
	return doc.Find(what).Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("id", s.AttrOr("class", "")) })
}
