package handlers_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// stingy makes every limit but those that are given generous.
func stingy(change func(*web.Limits)) func(*handlers.Config) {
	return func(c *handlers.Config) {
		c.Limits = web.Limits{Requests: 1e6, Creations: 1e6, Burst: 1e6, Moves: 1e6, Local: true}
		now := time.Now()
		c.Now = func() time.Time { return now } // so that nothing comes back meanwhile
		change(&c.Limits)
	}
}

// refused sends until it is refused and checks that the answer says when to come back.
func refused(t *testing.T, most int, send func() *answer) *answer {
	t.Helper()
	for range most + 1 {
		a := send()
		if a.status != http.StatusTooManyRequests {
			continue
		}
		assert.Positive(t, mustInt(a.header.Get("Retry-After")))
		return a
	}
	t.Fatalf("not refused after %d times", most)
	return nil
}

func TestRequestsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Requests = 1 }))
	c, b := s.program(), s.browser()
	wantProblem(t, refused(t, 20, func() *answer { return c.get("/") }), http.StatusTooManyRequests, "too_many")
	page := b.get("/games")
	assert.Equal(t, http.StatusTooManyRequests, page.status)
	assert.Equal(t, 1, page.page().Find("h1").Length(), "people get a page")
	assert.NotEmpty(t, page.header.Get("Content-Security-Policy"))
	assert.Equal(t, http.StatusOK, c.get("/healthz").status, "monitoring goes on")
}

func TestMovesOfAPlayerAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Moves = 1 }))
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	roll := map[string]any{"move": "roll"}
	refused(t, 20, func() *answer { return ada.post(game+"/moves", roll) })
	assert.NotEqual(t, http.StatusTooManyRequests, ben.post(game+"/moves", roll).status, "the other one plays on")
	assert.Equal(t, http.StatusOK, ada.get(game).status)
}

// Strangers cannot use up what a table takes.
func TestATableIsNotShutByStrangers(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Moves = 10 }))
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	for i := range 4 {
		eve := s.player(fmt.Sprintf("Eve %d", i))
		for range 18 { // of the 40 that a table takes at once
			require.Equal(t, http.StatusForbidden, eve.post(game+"/start", nil).status)
		}
	}
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
}

// Private notes of people who only watch count for themselves alone: they shut
// neither the chat nor the votes nor the orders of a table.
func TestATableIsNotShutByNotesOfStrangers(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { // with the limits that a server has unless it is told others
		c.Limits.Local = true
		now := time.Now()
		c.Now = func() time.Time { return now }
	})
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for i := range 3 {
		eve := s.player(fmt.Sprintf("Eve %d", i))
		refused(t, 220, func() *answer {
			a := eve.put(game+"/notes", map[string]any{"text": "nothing"})
			require.Contains(t, []int{http.StatusOK, http.StatusTooManyRequests}, a.status)
			return a
		})
	}
	assert.Equal(t, http.StatusCreated, ada.post(game+"/chat", map[string]any{"text": "hello"}).status)
	assert.Equal(t, http.StatusNotFound, ben.post(game+"/pace/votes", map[string]any{"what": "pace", "vote": "yes"}).status, "it is looked at: there is no vote")
	assert.Equal(t, http.StatusCreated, ben.post(game+"/orders", map[string]any{"kind": "claim_rents", "days": 7}).status)
	assert.Equal(t, http.StatusOK, ben.put(game+"/notes", map[string]any{"text": "mine"}).status)
}

// Coming and going wakes everybody at the table.
func TestChangesOfATableAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Moves = 10 }))
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 4})
	guests := []*client{s.player("Ben"), s.player("Cem"), s.player("Eve")}
	n := 0
	a := refused(t, 50, func() *answer {
		n++
		who := guests[n/2%3]
		if n%2 == 0 {
			return who.post(game+"/seats", nil)
		}
		return who.post(game+"/seats/1/leave", nil)
	})
	wantProblem(t, a, http.StatusTooManyRequests, "too_many")
	assert.Equal(t, http.StatusOK, s.player("Dora").get(game).status)
}

func TestTradesAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Moves = 20 }))
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	offer := map[string]any{"move": "propose_trade", "to": 1 - ada.get(game).num("seat"), "give": map[string]any{"cash": 1}, "want": map[string]any{"cash": 2}}
	refused(t, 90, func() *answer { return ada.post(game+"/moves", offer) })
	page := ada.post(game+"/moves", offer, "Accept", "text/html")
	assert.Equal(t, http.StatusTooManyRequests, page.status)
	assert.NotEmpty(t, page.header.Get("Retry-After"))
}

// What a player can undo and do again for nothing does not let the log of a table
// grow without end, with the limits of a server that was told nothing.
func TestLoopsAtATableAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) {
		now := time.Now()
		c.Now = func() time.Time { return now }
	})
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seat := ada.get(game).num("seat")
	leave := false
	a := refused(t, 210, func() *answer {
		if leave = !leave; leave {
			return ada.post(game+"/moves", map[string]any{"move": "resign"})
		}
		return ada.post(fmt.Sprintf("%s/seats/%d/return", game, seat), nil)
	})
	wantProblem(t, a, http.StatusTooManyRequests, "too_many")
	assert.Equal(t, http.StatusTooManyRequests, ada.post(game+"/moves", map[string]any{"move": "propose_trade", "to": 1 - seat, "give": map[string]any{"cash": 1}, "want": map[string]any{"jail_cards": []string{"chance"}}}).status)
	other := running(ada, ben)
	assert.Equal(t, http.StatusOK, ada.post(other+"/moves", map[string]any{"move": "resign"}).status, "another table is another count")
}

func TestUploadsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Creations, l.Burst = 60, 12 }))
	ada := s.player("Ada")
	refused(t, 3, func() *answer { return ada.post("/editions", `{}`) })
	refused(t, 0, func() *answer {
		return ada.post("/games", map[string]any{"edition": "us-classic", "scenario": map[string]any{"players": []any{}}})
	})
}

// Guessing tokens and links ends soon. Others at the same address are not
// hindered, whether their token has been seen lately or not.
func TestGuessesAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Creations, l.Burst = 60, 40 }))
	ada, eve := s.player("Ada"), s.program()
	require.Equal(t, http.StatusOK, ada.get("/me").status)
	link := ada.post("/me/link", nil).str("path")
	robot, _ := ada.narrow("read")
	for i := range 10 {
		want := http.StatusUnauthorized
		if i%2 == 0 {
			assert.Equal(t, want, eve.get("/me", "Authorization", fmt.Sprintf("Bearer bh_GUESS%d", i)).status)
			continue
		}
		assert.Equal(t, http.StatusNotFound, eve.post(fmt.Sprintf("/in/bh_GUESS%d", i), nil).status)
	}
	assert.Equal(t, http.StatusTooManyRequests, eve.get("/me", "Authorization", "Bearer bh_GUESS").status)
	assert.Equal(t, http.StatusTooManyRequests, eve.post("/in/bh_GUESS", nil).status)
	assert.Equal(t, http.StatusOK, ada.get("/me").status, "her token is known")
	assert.Equal(t, http.StatusOK, robot.get("/me").status, "a token that nobody has shown yet")
	assert.Equal(t, http.StatusCreated, s.program().post(link, nil).status, "a link")
}

func TestConnectionsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Conns = 4 }))
	address := strings.TrimPrefix(s.url, "http://")
	ask := func(c net.Conn) error {
		if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			return err
		}
		_, err := io.ReadFull(c, make([]byte, 12))
		return err
	}
	var open []net.Conn
	for range 4 {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer c.Close()
		require.NoError(t, ask(c))
		open = append(open, c)
	}
	fifth, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer fifth.Close()
	require.Error(t, ask(fifth), "it is closed before anything is read")
	open[0].Close()
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return false
		}
		defer c.Close()
		return ask(c) == nil
	}, waitLong, waitShort, "a closed one makes room")
}

// Behind a trusted proxy its forwarded address counts, and no client can
// choose one by sending the header itself.
func TestBehindAProxyEachVisitorHasHisShare(t *testing.T) {
	t.Parallel()
	_, loopback, err := net.ParseCIDR("127.0.0.0/8")
	require.NoError(t, err)
	s := open(t, stingy(func(l *web.Limits) { l.Requests, l.Conns = 1, 1 }), func(c *handlers.Config) { c.Proxies = []*net.IPNet{loopback} })
	c := s.program()
	from := func(forwarded string) *answer { return c.get("/", "X-Forwarded-For", forwarded) }
	refused(t, 20, func() *answer { return from("192.0.2.1") })
	assert.Equal(t, http.StatusTooManyRequests, from("198.51.100.7, 192.0.2.1").status, "what the visitor says himself does not count")
	assert.Equal(t, http.StatusOK, from("192.0.2.2").status)
	refused(t, 20, func() *answer { return from("2001:db8:1:2::1") })
	assert.Equal(t, http.StatusTooManyRequests, from("2001:db8:1:2:ffff::1").status, "one household")
	assert.Equal(t, http.StatusOK, from("2001:db8:1:3::1").status)
}

// Four programs play as fast as they can, by the limits that a server has that
// was told nothing, and are never told to wait.
func TestFastPlayMeetsNoLimit(t *testing.T) {
	t.Parallel()
	s := open(t)
	people := []*client{s.player("Ada"), s.player("Ben"), s.player("Cem"), s.player("Dora")}
	game := running(people[0], people[1:]...)
	began, moves, now := time.Now(), 0, people[0].get(game).json()
	for ; moves < 300 && now["status"] == "playing"; moves++ {
		who := people[int(now["waiting_for"].([]any)[0].(float64))]
		for _, move := range []string{"roll", "buy", "pass", "end_turn"} {
			req := who.request(t.Context(), http.MethodPost, game+"/moves", url.Values{"move": {move}})
			res, err := who.http.Do(req)
			require.NoError(t, err)
			var a struct{ State map[string]any }
			err = json.NewDecoder(res.Body).Decode(&a)
			res.Body.Close()
			require.NoError(t, err)
			require.NotEqual(t, http.StatusTooManyRequests, res.StatusCode)
			if res.StatusCode == http.StatusOK {
				now = a.State
				break
			}
		}
	}
	t.Logf("%d moves in %v", moves, time.Since(began).Round(time.Millisecond))
}

// Whatever changes something is counted for who makes it, also on routes that
// are new.
func TestEveryChangeIsCounted(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) { l.Moves = 0.05 }))
	game := s.player("Ada").create(map[string]any{"edition": "us-classic", "players": 4})
	for _, r := range s.server.Routes() {
		if r.Method == http.MethodGet || !strings.HasPrefix(r.Path, "/") || strings.HasPrefix(r.Path, "/admin") {
			continue // the operator signs in separately, which counts failures
		}
		eve, path := s.player("Eve"), filled(r.Path, game)
		first := eve.try(r.Method, path, nil)
		if second := eve.try(r.Method, path, nil); second.status != http.StatusTooManyRequests {
			assert.Equal(t, http.StatusUnauthorized, second.status, "%s %s: %d, then %d", r.Method, r.Path, first.status, second.status)
			assert.Contains(t, []int{http.StatusOK, http.StatusNoContent}, first.status, "%s %s: nobody has gone who could be counted", r.Method, r.Path)
		}
	}
}

// filled is the path of a route with a table in it.
func filled(route, game string) string {
	path := strings.Replace(route, "/games/:id", game, 1)
	for _, pair := range [][2]string{{":seat", "0"}, {":token", "bh_none"}} {
		path = strings.ReplaceAll(path, pair[0], pair[1])
	}
	return regexp.MustCompile(`:\w+`).ReplaceAllString(path, "1")
}

// try is send for requests that make no sense: they are not held against the
// description.
func (c *client) try(method, path string, body any, headers ...string) *answer {
	c.t.Helper()
	res, err := c.http.Do(c.request(c.t.Context(), method, path, body, headers...))
	require.NoError(c.t, err)
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	require.NoError(c.t, err)
	return &answer{c.t, res.StatusCode, res.Header, data}
}

// A program on the same machine may be as fast as it likes; who comes by a
// proxy nobody told of may not.
func TestProgramsOnTheSameMachineAreNotLimited(t *testing.T) {
	t.Parallel()
	s := open(t, stingy(func(l *web.Limits) {
		l.Requests, l.Creations, l.Burst, l.Moves, l.Conns, l.Local = 1, 1, 1, 1, 1, false
	}))
	c := s.program()
	for range 60 {
		require.Equal(t, http.StatusCreated, c.post("/players", map[string]any{"name": "Ada"}).status)
	}
	refused(t, 60, func() *answer {
		return c.post("/players", map[string]any{"name": "Ada"}, "X-Forwarded-For", "203.0.113.7")
	})
}
