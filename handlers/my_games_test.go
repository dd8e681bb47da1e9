package handlers_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

func TestMyDayHasThreeFaces(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 3, "title": "Later"})
	id := func(path string) string { return path[len("/games/"):] }
	first := toMove(game, ada, ben)
	other := map[*client]*client{ada: ben, ben: ada}[first]
	day := first.get("/me")
	assert.Equal(t, []any{id(game)}, day.at("awaited"))
	games, _ := day.at("games").([]any)
	one, _ := games[0].(map[string]any)
	assert.Equal(t, id(game), one["game"])
	assert.Equal(t, true, one["my_turn"])
	assert.NotNil(t, one["asked_at"])
	moves, _ := one["moves"].([]any)
	assert.Equal(t, first.get(game).at("moves"), any(moves), "what is listed there can be played")
	assert.Empty(t, other.get("/me").at("awaited"))
	assert.Equal(t, []any{id(lobby)}, ada.get("/me").at("lists", "waiting"))
	wantProblem(t, s.program().get("/me"), http.StatusUnauthorized, "unauthorized")

	b := signedIn(s, first)
	page := b.get("/me")
	doc := page.page()
	form := doc.Find("#tb-" + id(game) + " form").First()
	assert.Equal(t, game+"/moves", form.AttrOr("action", ""))
	assert.Equal(t, 1, doc.Find(".go").Length(), "one main button")
	assert.Equal(t, "/me/events", doc.Find("#day").AttrOr("data-feed", ""))
	fields := url.Values{}
	form.Find("input").Each(func(_ int, i *goquery.Selection) { fields.Set(i.AttrOr("name", ""), i.AttrOr("value", "")) })
	fields.Set("move", form.Find("button").AttrOr("value", ""))
	assert.Equal(t, "roll", fields.Get("move"))
	seq := first.get(game).num("seq")
	played := b.post(game+"/moves", fields)
	require.Equal(t, http.StatusSeeOther, played.status, played.text())
	assert.Equal(t, "/me", played.header.Get("Location"), "one comes back to where one was")
	assert.Greater(t, first.get(game).num("seq"), seq)
	twice := b.post(game+"/moves", fields)
	assert.Equal(t, http.StatusConflict, twice.status, "a double click does not play twice")
	for _, elsewhere := range []string{"https://evil.example/", "//evil.example", "/games/new"} {
		fields.Set("back", elsewhere)
		fields.Set("seq", itoa(first.get(game).num("seq")))
		if a := b.post(game+"/moves", fields); a.status == http.StatusSeeOther {
			assert.Equal(t, game, a.header.Get("Location"), "nobody is sent elsewhere")
		}
	}
	fragment := b.get("/me", "HX-Request", "true").page()
	assert.Equal(t, 1, fragment.Find("#day").Length())
	assert.Zero(t, fragment.Find("header").Length())
	assert.Equal(t, "/me", b.get(game).page().Find("nav a[href='/me']").AttrOr("href", ""), "from everywhere")
	assert.Equal(t, "/me", b.get("/").page().Find("nav a[href='/me']").AttrOr("href", ""))
}

func TestMyDayTellsWhatWasMissed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	first := toMove(game, ada, ben)
	other := map[*client]*client{ada: ben, ben: ada}[first]
	b := signedIn(s, other)
	require.Equal(t, http.StatusOK, b.get(game).status) // the player looks
	require.Equal(t, http.StatusOK, first.post(game+"/moves", map[string]any{"move": "roll"}).status)
	require.Equal(t, http.StatusCreated, first.post(game+"/chat", map[string]any{"text": "look at that"}).status)
	games, _ := other.get("/me").at("games").([]any)
	one, _ := games[0].(map[string]any)
	assert.Positive(t, one["missed"])
	assert.NotNil(t, one["looked_at"])
	assert.Equal(t, true, one["chat_news"])
	page := b.get("/me").page()
	assert.NotEmpty(t, page.Find(".news").Text())
	assert.Equal(t, game+"/chat", page.Find(".ways a").First().AttrOr("href", ""))
	require.Equal(t, http.StatusOK, b.get(game).status)
	games, _ = other.get("/me").at("games").([]any)
	one, _ = games[0].(map[string]any)
	assert.Zero(t, one["missed"])
	assert.Equal(t, false, one["chat_news"])
}

// place is one ping of /me/events.
type place struct {
	Type   string `json:"type"`
	Game   string `json:"game"`
	Seq    int    `json:"seq"`
	MyTurn bool   `json:"my_turn"`
	Cursor int    `json:"cursor"`
}

func (m message) place(t testing.TB) place {
	t.Helper()
	var p place
	require.NoError(t, json.Unmarshal([]byte(m.data), &p), m.data)
	assert.Equal(t, m.id, itoa(p.Cursor))
	assert.Equal(t, m.event, p.Type)
	return p
}

// A player who sees a decision there sees their time as it runs from then on.
func TestMyDayShowsTheTimeThatRuns(t *testing.T) {
	t.Parallel()
	s := open(t)
	people := []*client{s.player("Ada"), s.player("Ben")}
	game := people[0].create(map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.Equal(t, http.StatusCreated, people[1].post(game+"/seats", map[string]any{}).status)
	for _, c := range people {
		c.post(game+"/start", nil)
	}
	deadline := func(c *client) any {
		games, _ := c.get("/me").at("games").([]any)
		require.Len(t, games, 1)
		return games[0].(map[string]any)["deadline"]
	}
	asked := s.program().get(game).num("turn", "player") // by a player who does not have to decide
	first, again := deadline(people[asked]), deadline(people[asked])
	assert.NotNil(t, first)
	assert.Equal(t, again, first)
}

func TestMyEventsTellOfAllTables(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	st := ben.listen("/me/events")
	watch := eve.listen("/me/events")
	game := running(ada, ben)
	id := game[len("/games/"):]
	var last place
	for last.Seq < ben.get(game).num("seq") {
		last = st.next().place(t)
		assert.Equal(t, id, last.Game)
	}
	first := toMove(game, ada, ben)
	assert.Equal(t, first == ben, last.MyTurn)
	require.Equal(t, http.StatusCreated, ada.post(game+"/chat", map[string]any{"text": "hi"}).status)
	assert.Equal(t, id, st.next().place(t).Game)
	watch.quiet(50 * time.Millisecond)

	again := ben.listen("/me/events", "Last-Event-ID", itoa(last.Cursor))
	assert.Equal(t, id, again.next().place(t).Game, "what was missed is told")
	if first == ben {
		assert.Equal(t, id, ben.listen("/me/events").next().place(t).Game, "the tables that wait come first")
	}
	future := first.listen("/me/events?after=9000000000000")
	assert.Equal(t, id, future.next().place(t).Game, "a cursor that nobody knows starts anew")

	once := ben.get("/me/events?after=" + itoa(last.Cursor))
	require.Equal(t, http.StatusOK, once.status)
	assert.Len(t, once.at("games"), 1)
	assert.Equal(t, http.StatusOK, ben.send(http.MethodHead, "/me/events", nil).status)
	head := ben.send(http.MethodHead, "/me/events", nil, "Accept", "text/event-stream")
	assert.Equal(t, "text/event-stream", head.header.Get("Content-Type"))
	wantProblem(t, ben.get("/me/events?after=x"), http.StatusBadRequest, "mistyped")
	wantProblem(t, s.program().get("/me/events"), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, "/me", signedIn(s, ben).get("/me/events").header.Get("Location"))
}

func TestMyEventsAsLines(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Heartbeat = 20 * time.Millisecond })
	ada := s.player("Ada")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req := ada.request(ctx, http.MethodGet, "/me/events?follow=true", nil)
	res, err := (&http.Client{}).Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, "application/x-ndjson", res.Header.Get("Content-Type"))
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	lines := bufio.NewScanner(res.Body)
	empty := 0
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			empty++
			continue
		}
		var p place
		require.NoError(t, json.Unmarshal(lines.Bytes(), &p))
		assert.Equal(t, game, "/games/"+p.Game)
		break
	}
	assert.Positive(t, empty)
}

func TestMyEventsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Limits.PerPlayer = 1 })
	ada := s.player("Ada")
	ada.listen("/me/events")
	_, refused := ada.tryListen("/me/events")
	require.NotNil(t, refused)
	assert.Equal(t, http.StatusTooManyRequests, refused.status)
}

// Who waits for a player with days off reads so in the lists of their games.
func TestListsOfMyGamesSayWhoIsOff(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := paced("correspondence", ada, ben)
	up, other := toMove(game, ada, ben), ada
	if up == ada {
		other = ben
	}
	card := func(list string) string { return p.readerAs(other).open(list).doc.Find(".tlist .card").Text() }
	lists := []string{"/me", "/"}
	for _, list := range lists {
		assert.NotContains(t, card(list), " is off", list)
	}
	require.Equal(t, http.StatusOK, up.post(game+"/pace/leave", map[string]any{"from": "2026-03-02", "to": "2026-03-06"}).status)
	for _, list := range lists {
		assert.Contains(t, card(list), "waiting for "+up.get("/me").str("name"), list)
		assert.Contains(t, card(list), up.get("/me").str("name")+" is off until the end of Friday, Mar 6", list)
	}
}

// Lists say that a table has a pause, or that its clocks stand because of the hour or the day.
func TestListsSayWhenClocksStand(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := paced(map[string]any{"kind": "correspondence", "zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_to": "07:00", "days_off": []string{"sat", "sun"}}, ada, ben)
	other := ada
	if toMove(game, ada, ben) == ada {
		other = ben
	}
	said := func(what string) {
		t.Helper()
		for name, of := range map[string]struct {
			who  *client
			list string
		}{"my games": {other, "/me"}, "my tables": {other, "/"}, "tables to watch": {p.player("Cleo"), "/"}} {
			card := p.readerAs(of.who).open(of.list).doc.Find(".tlist .card").Text()
			if what == "" {
				assert.NotContains(t, card, "clocks", name)
			} else {
				assert.Contains(t, card, "The clocks are stopped until "+what+".", name)
			}
		}
	}
	said("") // Monday, 10 in Berlin
	p.clock.pass(13 * time.Hour)
	said("Tuesday, Mar 3, 07:00 CET")
	p.clock.pass(4 * 24 * time.Hour)
	said("Monday, Mar 9, 07:00 CET")
	p.clock.pass(3*24*time.Hour + 10*time.Hour)
	said("")

	require.Equal(t, http.StatusOK, ada.post(game+"/pace", map[string]any{"what": "pause", "days": 1}).status)
	require.Equal(t, http.StatusOK, ben.post(game+"/pace/votes", map[string]any{"what": "pause", "vote": "yes"}).status)
	for _, list := range []string{"/me", "/"} {
		card := p.readerAs(ada).open(list).doc.Find(".tlist .card").Text()
		assert.Contains(t, card, "The table is paused", list)
		assert.NotContains(t, card, "The table is paused.", list)
		assert.NotContains(t, card, "The table is paused,", "that it waited before says nothing about the pause")
		assert.NotContains(t, card, "waiting for", list)
	}
}
