package handlers_test

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// What a request says of the host it came to is repeated nowhere once the server
// knows its name: no cache and no mail hands an address of somebody else's on.
func TestTheNameOfAnotherHostIsNotRepeated(t *testing.T) {
	t.Parallel()
	public, err := url.Parse("https://play.example.org")
	require.NoError(t, err)
	s := open(t, func(c *handlers.Config) { c.PublicURL = public })
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	forged := []string{"X-Forwarded-Host", "evil.example", "X-Forwarded-Proto", "http", "X-Forwarded-For", "203.0.113.9", "Forwarded", "host=evil.example;proto=http", "X-Host", "evil.example", "X-Original-URL", "/admin", "X-Rewrite-URL", "/admin"}
	for _, path := range []string{"/", "/login", "/players", "/games", game, game + "/events", "/api", "/problems", "/nowhere", "/openapi.json"} {
		for _, accept := range []string{"text/html", "*/*"} {
			req := ada.request(t.Context(), http.MethodGet, path, nil, append([]string{"Accept", accept}, forged...)...)
			req.Host = "evil.example"
			res, err := ada.http.Do(req)
			require.NoError(t, err)
			var b strings.Builder
			require.NoError(t, res.Write(&b))
			res.Body.Close()
			assert.NotContains(t, b.String(), "evil.example", "%s as %s", path, accept)
			assert.NotEqual(t, http.StatusInternalServerError, res.StatusCode)
		}
	}
	link := ada.post("/me/link", nil, forged...).str("url")
	assert.True(t, strings.HasPrefix(link, "https://play.example.org/in/"), link)
}

// A connection stays what it is: nothing is upgraded, no method is disguised.
func TestConnectionsAndMethodsStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, up := range []string{
		"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n",
		"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n", "Connection: Upgrade\r\nUpgrade: TLS/1.2\r\n",
	} {
		got := w.raw(t, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"+up+"\r\n")
		assert.Regexp(t, `^HTTP/1\.1 200 `, clip(got), up)
	}
	assert.Regexp(t, `^HTTP/1\.1 4\d\d `, clip(w.raw(t, "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")))
	assert.Regexp(t, `^HTTP/1\.1 (400|404|421) `, clip(w.raw(t, "GET http://evil.example/metrics2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")), "no proxy for anybody")
	before := w.belongings()
	seat := w.game + "/seats/" + w.ids[":seat"]
	for _, disguise := range [][]string{{"X-HTTP-Method-Override", "DELETE"}, {"X-HTTP-Method", "DELETE"}, {"X-Method-Override", "DELETE"}} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			a := w.ada.try(method, seat, nil, disguise...)
			assert.Equal(t, http.StatusMethodNotAllowed, a.status, "%s %v", method, disguise)
		}
	}
	assert.Equal(t, http.StatusMethodNotAllowed, w.ada.try(http.MethodPost, seat+"?_method=DELETE", url.Values{"_method": {"DELETE"}}).status)
	w.unharmed(t, before, "disguised methods")
}

// A stream begins at a number or not at all.
func TestPlacesInStreamsCannotBeForged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{w.game + "/events", "/me/events"} {
		for _, place := range []string{"-1", "99999999999999999999", "1e9", "0x10", "1 2", "x: y", "data: evil", "٣", "+1", "1.0"} {
			req := w.ada.request(t.Context(), http.MethodGet, path, nil, "Accept", "text/event-stream", "Last-Event-ID", place)
			res, err := w.ada.http.Do(req)
			require.NoError(t, err)
			buf := make([]byte, 512)
			n, _ := res.Body.Read(buf)
			res.Body.Close()
			assert.NotContains(t, string(buf[:n]), "evil")
			assert.Less(t, res.StatusCode, 500, "%s from %q", path, place)
		}
	}
}

// Conditions of a request tell a stranger nothing that a plain look would not.
func TestConditionsTellStrangersNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	etag := w.ada.get(w.game).header.Get("ETag")
	require.NotEmpty(t, etag)
	unknown := "/games/" + strings.Repeat("a", len(w.game)-len("/games/"))
	for _, condition := range [][]string{{"If-None-Match", "*"}, {"If-None-Match", etag}, {"If-Match", "*"}, {"If-Match", etag}, {"If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT"}, {"Range", "bytes=0-0"}, {"If-Range", etag}} {
		for _, rest := range []string{"", "/events", "/export", "/books", "/proof"} {
			assert.Equal(t, http.StatusNotFound, w.guest.try(http.MethodGet, unknown+rest, nil, condition...).status, "%s with %v", rest, condition)
		}
		for _, rest := range []string{"/orders", "/notes", "/chat"} { // that are nobody else's
			a := w.eve.try(http.MethodGet, w.game+rest, nil, condition...)
			plain := w.eve.try(http.MethodGet, w.game+rest, nil)
			if condition[0] == "If-None-Match" && plain.status == http.StatusOK {
				continue // it is their own, and empty
			}
			assert.Equal(t, plain.status, a.status, "%s with %v", rest, condition)
		}
	}
}

// What is said twice is not said at all.
func TestMembersThatStandTwiceAreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	for path, body := range map[string]string{
		"/players":         `{"name": "Bob", "name": "Admin"}`,
		"/me/account/name": `{"name": "Bob", "NAME": "Admin"}`,
		"/login":           `{"login": "a", "password": "b", "login": "c"}`,
		"/games":           `{"edition": "us-classic", "options": {"short": true, "short": false}}`,
		"/me/tokens":       `{"name": "x", "scopes": ["read"], "scopes": ["account"]}`,
	} {
		wantProblem(t, ada.post(path, body), http.StatusBadRequest, "duplicate")
	}
	assert.Equal(t, "Ada", ada.get("/me").str("name"))
	assert.Equal(t, http.StatusOK, ada.post("/me/account/name", `{"name": "name"}`).status, "a value may be what a member is called")
}

// The way on after a form leads nowhere else.
func TestTheWayOnStaysHere(t *testing.T) {
	t.Parallel()
	s := open(t)
	base, err := url.Parse(s.url + "/players")
	require.NoError(t, err)
	for _, evil := range []string{
		"https://evil.example", "//evil.example", `/\evil.example`, `\\evil.example`, `/\/evil.example`, "/\tevil", "/\n/evil.example", "/%0d%0aLocation:%20//evil.example", "/%09/evil.example", "/.//evil.example",
		"///evil.example", "https:evil.example", "https:/evil.example", "javascript:alert(1)", "data:text/html,x", " //evil.example", "/x@evil.example", "@evil.example", "/\u2028/evil.example", "//evil.example%2f..",
	} {
		for _, header := range [][]string{nil, {"Referer", "https://evil.example/x"}, {"HX-Current-URL", "https://evil.example/x", "HX-Request", "true"}} {
			b := s.browser()
			a := b.post("/players", url.Values{"name": {"Ada"}, "next": {evil}}, header...)
			to := a.header.Get("Location") + a.header.Get("HX-Redirect")
			at, err := base.Parse(to)
			if assert.NoError(t, err, "%q", evil) {
				assert.Equal(t, base.Host, at.Host, "%q led to %q", evil, to)
				assert.Equal(t, "http", at.Scheme, "%q", evil)
				assert.False(t, strings.HasPrefix(to, "//") || strings.Contains(to, `\`), to)
			}
		}
	}
}

// Numbers that no field can hold are refused, and do not wrap round.
func TestNumbersDoNotWrap(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := running(ada, s.player("Ben"))
	for _, n := range []string{"9223372036854775808", "18446744073709551617", "4294967298", "-1", "1e400", "0x10", "1_0", "NaN", "Inf", "2.5", "99999999999999999999999"} {
		for _, x := range []struct {
			path   string
			fields url.Values
		}{
			{"/games", url.Values{"edition": {"us-classic"}, "players": {n}}}, {"/me/tokens", url.Values{"name": {"a"}, "scopes": {"read"}, "days": {n}}},
			{game + "/moves", url.Values{"move": {"bid"}, "amount": {n}}}, {game + "/moves", url.Values{"move": {"roll"}, "seq": {n}}},
			{game + "/moves", url.Values{"move": {"propose_trade"}, "to": {n}, "give_cash": {n}}}, {game + "/orders", url.Values{"kind": {"bid"}, "limit": {n}, "days": {"7"}}},
			{game + "/orders", url.Values{"kind": {"claim_rents"}, "days": {n}}}, {game + "/moves", url.Values{"move": {"mortgage"}, "space": {n}}},
		} {
			a := ada.try(http.MethodPost, x.path, x.fields)
			assert.True(t, a.status >= 400 && a.status < 500, "%s %v: %d", x.path, x.fields, a.status)
		}
		for _, query := range []string{"/games?limit=", game + "?at=", game + "/events?after=", game + "/events?limit=", game + "?deed="} {
			assert.Less(t, ada.try(http.MethodGet, query+n, nil).status, 500, query+n)
		}
	}
}

// A key that another player has used does not return their answer.
func TestKeysOfOthersAnswerNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, eve := s.player("Ada"), s.player("Eve")
	table := map[string]any{"edition": "us-classic", "players": 2, "private": true}
	made := ada.post("/games", table, key, "1")
	require.Equal(t, http.StatusCreated, made.status)
	stolen := eve.post("/games", table, key, "1")
	assert.Empty(t, stolen.header.Get("Idempotency-Replayed"))
	assert.NotEqual(t, made.str("game"), stolen.str("game"))

	// A new player gets a token as answer: nobody at the same address may guess the key.
	wantProblem(t, s.program().post("/players", map[string]any{"name": "Ada"}, key, "1"), http.StatusBadRequest, "bad_key")
	wantProblem(t, s.program().post("/games", map[string]any{"edition": "us-classic", "name": "Ada"}, key, "ada-at-noon"), http.StatusBadRequest, "bad_key")
	wantProblem(t, ada.post("/players", map[string]any{"name": "Ada"}, key, "1"), http.StatusBadRequest, "bad_key")
}

// A name is a name in tables, calendars and feeds, and no formula or line.
func TestNamesAreNamesInEveryFile(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, name := range []string{"=1+1", "+cmd|' /C calc'!A0", "@SUM(1)", "-2+3", "＝1"} {
		ada, ben := s.player(name), s.player("Ben")
		game := running(ada, ben)
		for range 3 {
			mover := toMove(game, ada, ben)
			mover.post(game+"/moves", roll())
		}
		for line := range strings.Lines(ada.get(game + "/books.csv").text()) {
			for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
				assert.NotRegexp(t, regexp.MustCompile(`^"?[=+@＝]`), cell)
			}
		}
	}
	for _, bad := range []string{"a\r\nBcc: x@y.example", "a\nEND:VCALENDAR", "a\x1b[2J", "a\u0085b", "a\u2028b"} {
		a := s.program().try(http.MethodPost, "/players", map[string]any{"name": bad})
		if a.status == http.StatusCreated {
			assert.NotRegexp(t, `[\x00-\x1f\x7f-\x9f\x{2028}\x{2029}]`, a.str("name"), "%q is one line", bad)
		} else {
			assert.Equal(t, http.StatusUnprocessableEntity, a.status, "%q", bad)
		}
	}
}

// atOnce lets many do the same at once and counts the statuses.
func atOnce(n int, do func(i int) int) map[int]int {
	var mu sync.Mutex
	count := map[int]int{}
	var all sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-begin
			status := do(i)
			mu.Lock()
			defer mu.Unlock()
			count[status]++
		})
	}
	close(begin)
	all.Wait()
	return count
}

// Whatever many do at the same moment is done as often as it may be.
func TestRacesAreWonOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.reachable("Ada", "ada", "ada@example.org")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	many := make([]*client, 12)
	for i := range many {
		many[i] = s.player(fmt.Sprint("P", i))
	}
	joined := atOnce(12, func(i int) int { return many[i].try(http.MethodPost, game+"/seats", nil).status })
	assert.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 11}, joined)
	assert.Len(t, ada.get(game).at("table", "seats"), 2)
	twice := ada.create(map[string]any{"edition": "us-classic", "players": 8})
	sat := atOnce(8, func(int) int { return many[0].try(http.MethodPost, twice+"/seats", nil).status })
	assert.Zero(t, sat[http.StatusInternalServerError])
	assert.Len(t, ada.get(twice).at("table", "seats"), 2, "one person has one seat")

	require.Equal(t, http.StatusAccepted, s.program().post("/login/recover", map[string]any{"login": "ada"}).status)
	link := s.linkIn(s.mail())
	used := atOnce(6, func(i int) int {
		return s.program().try(http.MethodPost, link, map[string]any{"password": fmt.Sprint("sieben Bahnhöfe ", i)}).status
	})
	assert.Equal(t, 1, used[http.StatusCreated], "%v", used)

	// Deleting oneself twice, and while one moves, leaves a game that can be read.
	eve, ben := s.player("Eve"), s.player("Ben")
	path := running(eve, ben)
	body := map[string]any{"name": "Eve", "tables": map[string]any{strings.TrimPrefix(path, "/games/"): "played"}}
	ended := atOnce(9, func(i int) int {
		if i%3 == 0 {
			return eve.try(http.MethodPost, "/me/account/delete", body).status
		}
		return []*client{eve, ben}[i%2].try(http.MethodPost, path+"/moves", roll()).status
	})
	assert.Zero(t, ended[http.StatusInternalServerError], "%v", ended)
	assert.Equal(t, http.StatusUnauthorized, eve.get("/me").status)
	a := ben.get(path)
	require.Equal(t, http.StatusOK, a.status)
	assert.NotContains(t, a.text(), `"Eve"`)
}

// Nothing that people have sent comes back as a script or a page.
func TestUploadsAreNoScripts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	doc := w.ada.get("/editions/us-classic").json()
	doc["title"] = "alert(1)//"
	made := w.eve.post("/editions", doc)
	require.Equal(t, http.StatusCreated, made.status, made.text())
	for _, accept := range []string{"*/*", "text/javascript", "application/javascript", "image/svg+xml"} {
		for _, path := range []string{made.header.Get("Location"), w.game + "/export", w.game + "/books.csv", w.game + "/events"} {
			a := w.ada.try(http.MethodGet, path, nil, "Accept", accept, "Service-Worker", "script")
			assert.NotRegexp(t, `javascript|svg|xml`, a.header.Get("Content-Type"), path)
			assert.Equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
			assert.Empty(t, a.header.Get("Service-Worker-Allowed"))
		}
	}
}

// A page and a program that wait for each other's turn cannot hold the operator out.
func TestTheOperatorComesInWhileOthersGuess(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, withOperator, func(c *handlers.Config) {
		c.Now = func() time.Time { return now }
		c.Proxies = []*net.IPNet{{IP: net.IPv4(127, 0, 0, 0).To4(), Mask: net.CIDRMask(8, 32)}}
	})
	guesses := atOnce(20, func(i int) int {
		return s.program().try(http.MethodPost, "/admin/login", map[string]any{"password": fmt.Sprint("guess number ", i)}, "X-Forwarded-For", "203.0.113.9").status
	})
	assert.LessOrEqual(t, guesses[http.StatusUnauthorized], 10)
	assert.Equal(t, 20, guesses[http.StatusUnauthorized]+guesses[http.StatusTooManyRequests])
	wantProblem(t, s.program().post("/admin/login", map[string]any{"password": password}, "X-Forwarded-For", "203.0.113.9"), http.StatusTooManyRequests, "too_many")
	assert.Equal(t, http.StatusNoContent, s.program().post("/admin/login", map[string]any{"password": password}, "X-Forwarded-For", "198.51.100.7").status)
}
