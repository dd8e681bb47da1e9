package handlers_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// rel is where a Link header of an answer leads, "" if there is none.
func (a *answer) rel(name string) string {
	for _, line := range a.header.Values("Link") {
		for _, m := range regexp.MustCompile(`<([^>]+)>; rel="([^"]+)"`).FindAllStringSubmatch(line, -1) {
			if m[2] == name {
				return m[1]
			}
		}
	}
	return ""
}

func ids(t *testing.T, a *answer) (list []string) {
	t.Helper()
	require.Equal(t, http.StatusOK, a.status, a.text())
	games, _ := a.at("games").([]any)
	for _, g := range games {
		list = append(list, g.(map[string]any)["game"].(string))
	}
	return list
}

func TestTheListOfGamesIsWalkedThereAndBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	for i := range 7 {
		ada.create(map[string]any{"edition": "us-classic", "private": i == 3})
	}
	ben.create(map[string]any{"edition": "us-classic", "private": true})
	all := ids(t, ada.get("/games"))
	require.Len(t, all, 7, "all that are listed, and one's own")
	assert.Len(t, ids(t, s.program().get("/games")), 6)

	var there []string
	page := ada.get("/games?limit=3")
	assert.Empty(t, page.rel("prev"))
	last := page
	for {
		there = append(there, ids(t, page)...)
		next := page.rel("next")
		if next == "" {
			break
		}
		page = ada.get(next)
		last = page
	}
	assert.Equal(t, all, there)
	assert.Equal(t, all[3:6], ids(t, ada.get(last.rel("prev"))))
	first := ada.get(ada.get(last.rel("prev")).rel("prev"))
	assert.Equal(t, all[:3], ids(t, first))
	assert.Empty(t, first.rel("prev"))
	assert.NotEmpty(t, first.rel("next"))
	assert.Equal(t, "/openapi.json", page.rel("service-desc"))
	assert.Equal(t, "/api", page.rel("service-doc"))
	for _, bad := range []string{"limit=0", "limit=101", "limit=x", "before=x", "after=5", "before=-"} {
		wantProblem(t, ada.get("/games?"+bad), http.StatusBadRequest, "mistyped")
	}
}

func TestTheLogIsWalkedThereAndBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3, "bots": 2})
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	end := ada.get(game).num("seq")
	seqs := func(a *answer) (list []int) {
		require.Equal(t, http.StatusOK, a.status, a.text())
		var events []struct{ Seq int }
		require.NoError(t, json.Unmarshal(a.body, &events))
		for _, e := range events {
			list = append(list, e.Seq)
		}
		return list
	}
	require.Greater(t, end, 4)
	first := ada.get(game + "/events?limit=2")
	assert.Equal(t, []int{1, 2}, seqs(first))
	assert.Empty(t, first.rel("prev"))
	second := ada.get(first.rel("next"))
	assert.Equal(t, []int{3, 4}, seqs(second))
	assert.Equal(t, []int{1, 2}, seqs(ada.get(second.rel("prev"))))
	assert.Equal(t, []int{1, 2, 3}, seqs(ada.get(game+"/events?before=4")))
	assert.Equal(t, []int{2, 3}, seqs(ada.get(game+"/events?before=4&limit=2")))
	assert.Empty(t, seqs(ada.get(game+"/events?before=1")))
	wantProblem(t, ada.get(game+"/events?limit=0"), http.StatusBadRequest, "mistyped")
	for _, n := range []string{"99", "-1", "99999999999999999999999", "-99999999999999999999999"} {
		for _, body := range []any{url.Values{"edition": {"us-classic"}, "players": {n}}, `{"edition": "us-classic", "players": ` + n + `}`} {
			huge := ada.post("/games", body)
			wantProblem(t, huge, http.StatusUnprocessableEntity, "count")
			assert.Contains(t, huge.str("detail"), "2 to 8")
			assert.Equal(t, "players", huge.str("field"))
		}
	}
	wantProblem(t, ada.post("/games", `{"edition": "us-classic", "players": 2.5}`), http.StatusBadRequest, "mistyped")
	for query, says := range map[string]string{
		"/games?mine=maybe": "“mine” can only be 1.", game + "?seen=abc": "“seen” should be true or false.", game + "/events?data=maybe": "“data” should be true or false.",
		"/me/events?follow=maybe": "“follow” should be true or false.", "/editions?own=maybe": "“own” should be true or false.",
		game + "?at=-1": "“at” should be the number of an event, 1 or more.",
	} {
		a := ada.get(query)
		wantProblem(t, a, http.StatusBadRequest, "mistyped")
		assert.Equal(t, says, a.str("detail"), query)
	}
	for _, query := range []string{"/games?mine=1", game + "?seen=false", game + "/events?data=1", "/me/events?follow=false", "/editions?own=0"} {
		assert.Equal(t, http.StatusOK, ada.get(query).status, query)
	}
	for _, query := range []string{"/?refresh=abc", "/games?mine=maybe", game + "?seen=abc"} {
		assert.Equal(t, http.StatusOK, ada.get(query, "Accept", "text/html").status, "people are shown the page: %s", query)
	}
	wantProblem(t, ada.get(game+"/events?before=x"), http.StatusBadRequest, "mistyped")
	assert.Equal(t, game+"/events", ada.get(game).rel("events"))
}

func TestTheLogAsALiveStreamOfLines(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Heartbeat = 20 * time.Millisecond })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seq := ada.get(game).num("seq")
	req := ada.request(t.Context(), http.MethodGet, game+"/events?follow=1&after=2", nil, "Accept", "application/x-ndjson")
	res, err := ada.http.Do(req)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, "application/x-ndjson", res.Header.Get("Content-Type"))
	in := bufio.NewScanner(res.Body)
	next, kept := 3, 0
	read := func(until func() bool) {
		for !until() && in.Scan() {
			if in.Text() == "" {
				kept++
				continue
			}
			var e struct{ Seq int }
			require.NoError(t, json.Unmarshal(in.Bytes(), &e), in.Text())
			require.Equal(t, next, e.Seq, "none is left out")
			next++
		}
	}
	read(func() bool { return next > seq })
	before := kept
	read(func() bool { return kept > before+1 })
	mover := toMove(game, ada, ben)
	now := mover.post(game+"/moves", map[string]any{"move": "roll"}).num("state", "seq")
	require.Greater(t, now, seq)
	read(func() bool { return next > now })

	for _, c := range []*client{ada, ben} {
		c.post(game+"/moves", map[string]any{"move": "resign"})
	}
	read(func() bool { return false })
	require.NoError(t, in.Err())
	require.Equal(t, "finished", ada.get(game).str("status"))
	assert.Equal(t, ada.get(game).num("seq")+1, next, "the stream ends with the game")
}

func TestAStreamEndsWithItsToken(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	robot, made := ada.narrow("read")
	res, err := robot.http.Do(robot.request(t.Context(), http.MethodGet, game+"/events?follow=1", nil))
	require.NoError(t, err)
	defer res.Body.Close()
	require.Equal(t, http.StatusNoContent, ada.send(http.MethodDelete, made.header.Get("Location"), nil).status)
	in := bufio.NewScanner(res.Body)
	for in.Scan() {
	}
	require.NoError(t, in.Err())
}
