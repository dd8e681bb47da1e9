package handlers_test

import (
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/handlers"
)

// openPages opens a server with pages of players, behind a proxy, so that players can
// come from different addresses.
func openPages(t *testing.T) *site {
	t.Helper()
	return open(t, func(c *handlers.Config) { c.People, c.Proxies = withPages, loopback(t) })
}

func loopback(t testing.TB) []*net.IPNet {
	t.Helper()
	_, local, err := net.ParseCIDR("127.0.0.0/8")
	require.NoError(t, err)
	return []*net.IPNet{local}
}

// duel is a game of two that the second one loses by leaving, with results kept. Each
// comes from an address.
func duel(t testing.TB, s *site, winner, loser *client, from [2]string, more map[string]any) string {
	t.Helper()
	want := map[string]any{
		"title": "Friday", "edition": "us-classic", "rulebook": "us", "players": 2,
		"options": map[string]any{"house.resign_bankrupt": true},
	}
	maps.Copy(want, more)
	a := winner.post("/games", want, "X-Forwarded-For", from[0])
	require.Equal(t, http.StatusCreated, a.status, a.text())
	path := a.header.Get("Location")
	require.Less(t, loser.post(path+"/seats", nil, "X-Forwarded-For", from[1]).status, 300)
	require.Equal(t, http.StatusOK, winner.post(path+"/start", nil).status)
	require.Equal(t, http.StatusOK, loser.post(path+"/moves", map[string]any{"move": "resign"}).status)
	require.Equal(t, "finished", s.program().get(path).str("status"))
	require.NoError(t, s.people.Catch(t.Context(), s.tables))
	return path
}

var apart = [2]string{"192.0.2.1", "198.51.100.7"}

func (c *client) id() string { return c.get("/me").str("id") }

func (c *client) pageOf(settings map[string]any) *answer {
	c.t.Helper()
	a := c.post("/me/page", settings)
	require.Equal(c.t, http.StatusOK, a.status, a.text())
	return a
}

func TestPagesOfPlayersAreOffByDefault(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	wantProblem(t, ada.get("/people/"+ada.id()), http.StatusNotFound, "no_people")
	wantProblem(t, ada.get("/me/page"), http.StatusNotFound, "no_people")
	wantProblem(t, ada.post("/me/page", map[string]any{"open": "everyone"}), http.StatusNotFound, "no_people")
	path := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Less(t, s.player("Ben").post(path+"/seats", nil).status, 300)
	assert.NotContains(t, ada.get(path).at("table"), "together", "no address is kept")
	b := s.browser()
	a := b.post("/games", url.Values{"quick": {"1"}, "edition": {"us-classic"}, "name": {"Eve"}})
	assert.NotContains(t, strings.Join(a.header.Values("Set-Cookie"), " "), "bh-browser")
}

func TestAPageIsOpenAsFarAsItsPlayerAllows(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	ada, ben, eve, nobody := s.player("Ada B"), s.player("Ben"), s.player("Eve"), s.program()
	path := duel(t, s, ada, ben, apart, nil)
	mine := ada.get("/me/page")
	assert.Equal(t, "nobody", mine.str("settings", "open"), "all is off at first")
	assert.Equal(t, false, mine.at("settings", "rated"))
	id := mine.str("id")
	assert.Zero(t, ben.shown(path).Find(".rank th a").Length(), "no names of the result lead to closed pages")
	sees := func(want ...bool) {
		t.Helper()
		for i, c := range []*client{ada, ben, eve, nobody} {
			if a := c.get("/people/" + id); want[i] {
				assert.Equal(t, 1, a.num("won"), "%d", i)
			} else {
				wantProblem(t, a, http.StatusNotFound, "unknown_person")
			}
		}
	}
	sees(true, false, false, false)
	wantProblem(t, eve.get("/people/nobodynobody"), http.StatusNotFound, "unknown_person")
	ada.pageOf(map[string]any{"open": "opponents"})
	sees(true, true, false, false)
	wantProblem(t, eve.get("/people/Ada%20B"), http.StatusNotFound, "unknown_person")
	own := ada.get("/people/Ada%20B")
	assert.Equal(t, http.StatusSeeOther, own.status)
	assert.Equal(t, "/people/"+id, own.header.Get("Location"), "their own name leads a player to their own page")
	ada.pageOf(map[string]any{"open": "everyone"})
	sees(true, true, true, true)
	names := eve.shown(path).Find(".rank th a")
	assert.Equal(t, "Ada B", names.Text(), "and Ben's page is closed")
	assert.Equal(t, "/people/"+id, names.AttrOr("href", ""))
	a := nobody.get("/people/Ada%20B?before=1-x")
	assert.Equal(t, http.StatusSeeOther, a.status)
	assert.Equal(t, "/people/"+id+"?before=1-x", a.header.Get("Location"), "a name leads to the address that stays")
	wantProblem(t, nobody.get("/people/"+id+"?before=x"), http.StatusBadRequest, "mistyped")
	wantProblem(t, ada.post("/me/page", map[string]any{"open": "all"}), http.StatusBadRequest, "mistyped")
	wantProblem(t, nobody.get("/me/page"), http.StatusUnauthorized, "unauthorized")

	twin := s.player("Ada B")
	twin.pageOf(map[string]any{"open": "everyone"})
	wantProblem(t, nobody.get("/people/Ada%20B"), http.StatusNotFound, "unknown_person")

	with := ben.get("/people/" + id)
	assert.Equal(t, map[string]any{"games": 1.0, "ahead": 1.0, "behind": 0.0, "level": 0.0}, with.at("against_viewer"))
	results := with.at("results").([]any)
	require.Len(t, results, 1)
	one := results[0].(map[string]any)
	assert.Equal(t, strings.TrimPrefix(path, "/games/"), one["game"])
	assert.Equal(t, []any{map[string]any{"name": "Ben", "place": 2.0}}, one["others"])
	assert.Equal(t, "unwanted", one["unrated"])
	shown := ben.shown("/people/" + id)
	assert.Contains(t, shown.Find("#act").Text(), "1 game with you")
	assert.Equal(t, path, shown.Find(".deck a").AttrOr("href", ""))
	assert.Zero(t, shown.Find("#f-page").Length(), "only the player changes it")
	assert.Equal(t, 1, ada.shown("/people/"+id).Find("#f-page").Length())

	_, err := s.operators.Ban(t.Context(), operator.Ban{Player: account.PlayerID(id), Reason: "no"}, "")
	require.NoError(t, err)
	sees(true, false, false, false)
}

// TestNamesAreNoAddresses looks players up whose names mean something in an address
// or on a page.
func TestNamesAreNoAddresses(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	for _, name := range []string{"100%", "a/b", "a%2Fb", "..", "//evil.example", "x?before=1", "<b>&amp;", "Zoë 🎲", "nobody\"'"} {
		c := s.player(name)
		c.pageOf(map[string]any{"open": "everyone"})
		id := c.id()
		a := s.program().get("/people/" + url.PathEscape(name))
		if strings.Trim(name, ".") != "" { // a client leaves such an address out
			require.Equal(t, http.StatusSeeOther, a.status, name)
			assert.Equal(t, "/people/"+id, a.header.Get("Location"), name)
		}
		shown := s.browser().get("/people/" + id)
		assert.Equal(t, name, strings.TrimSpace(shown.page().Find("h1").Contents().First().Text()))
		assert.Equal(t, "noindex", shown.header.Get("X-Robots-Tag"))
		if strings.Contains(name, "<") {
			assert.NotContains(t, string(shown.body), name, "it is escaped")
		}
	}
	wantProblem(t, s.program().get("/people/%25zz"), http.StatusNotFound, "unknown_person")
	wantProblem(t, s.program().get("/people/"+strings.Repeat("x", 5000)), http.StatusNotFound, "unknown_person")
	wantProblem(t, s.program().get("/people/%00%ff"), http.StatusNotFound, "unknown_person")
}

func TestPrivateTablesAreListedForThosePlayedThere(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	duel(t, s, ada, ben, apart, map[string]any{"private": true})
	ada.pageOf(map[string]any{"open": "everyone"})
	path := "/people/" + ada.id()
	assert.Len(t, ben.get(path).at("results"), 1)
	a := s.player("Eve").get(path)
	assert.Empty(t, a.at("results"))
	assert.Equal(t, 1, a.num("played"), "it is counted all the same")
}

func TestRatingsAreForThoseWhoWantThem(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	ada, ben, cem := s.player("Ada"), s.player("Ben"), s.player("Cem")
	duel(t, s, ada, ben, apart, nil)
	for _, c := range []*client{ada, ben} {
		assert.Equal(t, true, c.pageOf(map[string]any{"rated": true}).at("settings", "rated"))
	}
	assert.Empty(t, ada.get("/me/page").at("ratings"), "games of before do not count")
	duel(t, s, ada, cem, apart, nil)
	assert.Empty(t, ada.get("/me/page").at("ratings"), "the other one did not want it")

	path := duel(t, s, ada, ben, apart, nil)
	r := ada.get("/me/page").at("ratings").([]any)
	require.Len(t, r, 1)
	assert.InDelta(t, 27.635231, r[0].(map[string]any)["mu"], 1e-6)
	assert.Equal(t, "us", r[0].(map[string]any)["rulebook"])
	assert.InDelta(t, 22.364769, ben.get("/me/page").at("ratings").([]any)[0].(map[string]any)["mu"], 1e-6)
	assert.Contains(t, ada.shown("/me/page").Find("#r-"+strings.TrimPrefix(path, "/games/")).Text(), "rating 3.4")

	ben.pageOf(map[string]any{"rated": false})
	assert.Empty(t, ben.get("/me/page").at("ratings"))
	assert.Len(t, ada.get("/me/page").at("ratings"), 1, "what others have won stays")
}

func TestWhyAGameIsNotRated(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from [2]string
		more map[string]any
		want string
	}{
		"one address":     {[2]string{"192.0.2.1", "192.0.2.1"}, nil, "same_place"},
		"one house":       {[2]string{"2001:db8::1", "2001:db8::2"}, nil, "same_place"},
		"two houses":      {[2]string{"2001:db8::1", "2001:db8:0:1::1"}, nil, ""},
		"computer player": {apart, map[string]any{"players": 3, "bots": []string{"easy"}, "bot_pause": 60000}, "computers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openPages(t)
			ada, ben := s.player("Ada"), s.player("Ben")
			ada.pageOf(map[string]any{"rated": true})
			ben.pageOf(map[string]any{"rated": true})
			if c.want == "computers" {
				want := map[string]any{"edition": "us-classic", "rulebook": "us", "options": map[string]any{"house.resign_bankrupt": true}}
				maps.Copy(want, c.more)
				a := ada.post("/games", want, "X-Forwarded-For", c.from[0])
				require.Equal(t, http.StatusCreated, a.status, a.text())
				path := a.header.Get("Location")
				require.Less(t, ben.post(path+"/seats", nil, "X-Forwarded-For", c.from[1]).status, 300)
				require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)
				for _, p := range []*client{ada, ben} {
					require.Equal(t, http.StatusOK, p.post(path+"/moves", map[string]any{"move": "resign"}).status)
				}
				require.NoError(t, s.people.Catch(t.Context(), s.tables))
			} else {
				path := duel(t, s, ada, ben, c.from, c.more)
				if c.want == "same_place" {
					assert.Equal(t, []any{[]any{0.0, 1.0}}, ada.get(path).at("table", "together"), "the table is told")
				}
			}
			one := ada.get("/me/page").at("results").([]any)[0].(map[string]any)
			if c.want == "" {
				assert.Nil(t, one["unrated"])
				return
			}
			assert.Equal(t, c.want, one["unrated"])
		})
	}
}

// TestOneBrowserIsRecognised lets one person take two seats under two names.
func TestOneBrowserIsRecognised(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	b := s.browser()
	a := b.post("/games", url.Values{"edition": {"us-classic"}, "name": {"Ada"}, "players": {"3"}}, "X-Forwarded-For", "192.0.2.1")
	require.Equal(t, http.StatusSeeOther, a.status)
	path := a.header.Get("Location")
	require.Equal(t, http.StatusSeeOther, b.post("/me/sign-out", url.Values{}).status)
	require.Equal(t, http.StatusSeeOther, b.post(path+"/seats", url.Values{"name": {"Ben"}}, "X-Forwarded-For", "198.51.100.7").status)
	require.Less(t, s.player("Cem").post(path+"/seats", nil, "X-Forwarded-For", "203.0.113.5").status, 300)
	assert.Equal(t, []any{[]any{0.0, 1.0}}, b.get(path, "Accept", "application/json").at("table", "together"))
	assert.Contains(t, b.shown(path).Find(".room").Text(), "Ada and Ben took their seats from one browser or one address")
}

// TestTheLobbySaysWhoKeepsTheirTime shows it of those who show their page.
func TestTheLobbySaysWhoKeepsTheirTime(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := ada.create(map[string]any{"edition": "us-classic", "rulebook": "us", "players": 2, "pace": "live", "options": map[string]any{"house.resign_bankrupt": true}})
	require.Less(t, ben.post(path+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)
	for n := 0; n < 60 || ben.post(path+"/moves", map[string]any{"move": "resign"}).status != http.StatusOK; {
		moved := false
		for _, c := range []*client{ada, ben} {
			for _, m := range c.get(path).at("moves").([]any) {
				name := m.(map[string]any)["move"].(string)
				if name == "roll" || name == "decline" || name == "pass" || name == "end_turn" || name == "pay_debt" || name == "choose_tax" {
					move := map[string]any{"move": name}
					if name == "choose_tax" {
						move["option"] = "flat"
					}
					if c.post(path+"/moves", move).status == http.StatusOK {
						moved = true
						n++
						break
					}
				}
			}
		}
		require.True(t, moved, ada.get(path).text())
	}
	require.NoError(t, s.people.Catch(t.Context(), s.tables))
	percent := ada.get("/me/page").num("time", "percent")
	assert.Equal(t, 100, percent)
	assert.Zero(t, ada.get("/me/page").num("time", "late"))

	open := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	kept := func() any {
		for _, x := range s.program().get("/").at("open").([]any) {
			if card := x.(map[string]any); card["game"] == strings.TrimPrefix(open, "/games/") {
				return card["times_kept"]
			}
		}
		return "no card"
	}
	assert.Nil(t, kept())
	ada.pageOf(map[string]any{"open": "everyone"})
	assert.Equal(t, []any{map[string]any{"seat": 0.0, "percent": 100.0}}, kept())
	link := s.browser().shown("/").Find("#tb-" + strings.TrimPrefix(open, "/games/") + " .note a")
	assert.Equal(t, "Ada decides in time: 100%", link.Text())
	assert.Contains(t, s.browser().shown(link.AttrOr("href", "")).Find("h1").Text(), "Ada ", "and leads to her page")
}

// TestResultsComeInParts looks through more games than one page has.
func TestResultsComeInParts(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	seen := map[string]bool{}
	for range 27 {
		duel(t, s, ada, ben, apart, nil)
	}
	path := "/me/page"
	for parts := 0; path != ""; parts++ {
		require.Less(t, parts, 3)
		a := ada.get(path)
		for _, r := range a.at("results").([]any) {
			seen[r.(map[string]any)["game"].(string)] = true
		}
		page := ada.shown(path)
		next := page.Find("#l-next").AttrOr("href", "")
		assert.Equal(t, parts > 0, page.Find("#l-first").Length() == 1)
		assert.Equal(t, parts == 0, page.Find("#act").Length() == 1, "the summary stands on the first part")
		if path = next; path != "" {
			assert.Contains(t, a.header.Get("Link"), `rel="next"`)
		}
	}
	assert.Len(t, seen, 27)
}

// TestMyDataHasMyResults takes everything along, and leaves.
func TestMyDataHasMyResults(t *testing.T) {
	t.Parallel()
	s := openPages(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	ada.pageOf(map[string]any{"open": "everyone", "rated": true})
	ben.pageOf(map[string]any{"rated": true})
	duel(t, s, ada, ben, apart, nil)
	d := ada.get("/me/account/export")
	require.Equal(t, http.StatusOK, d.status, d.text())
	assert.Len(t, d.at("page", "results"), 1)
	assert.Len(t, d.at("page", "ratings"), 1)
	assert.Equal(t, "everyone", d.str("page", "open"))
	assert.Len(t, d.at("page", "rating_switched"), 1)
	at, err := time.Parse(time.RFC3339, d.at("page", "rating_switched").([]any)[0].(string))
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now(), at, time.Minute)
}
