package handlers_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// withCookie is a browser that is signed in, for requests that other sites make
// it send.
func (w *world) withCookie(t *testing.T) *client {
	t.Helper()
	b := w.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Dora"}}).status)
	return b
}

// No other site makes a browser change anything, on any route.
func TestNoRouteIsOpenToOtherSites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dora := w.withCookie(t)
	for _, x := range w.targets(true) {
		for _, headers := range [][]string{
			{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"},
			{"Sec-Fetch-Site", "same-site", "Origin", "http://evil." + strings.TrimPrefix(w.url, "http://")},
			{"Origin", "https://evil.example"},
			{"Origin", "null"},
		} {
			a := dora.try(x.method, x.path, url.Values{"name": {"x"}}, headers...)
			if x.method == http.MethodPost && crossing[x.route] != "" {
				continue
			}
			assert.Equal(t, http.StatusForbidden, a.status, "%s with %v", x, headers)
		}
	}
	assert.Contains(t, dora.get("/me").text(), "Dora", "she is who she was")
}

// crossing are routes that programs of other sites call on purpose.
var crossing = map[string]string{}

// A cookie that was planted before signing in is worth nothing afterwards.
func TestPlantedSessionsAreWorthNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	planted := "PLANTEDPLANTEDPLANTEDPLANTED"
	victim, thief := s.browser(), s.browser()
	a := victim.post("/players", url.Values{"name": {"Ada"}}, "Cookie", "bh="+planted)
	require.Equal(t, http.StatusSeeOther, a.status)
	assert.NotContains(t, strings.Join(a.header.Values("Set-Cookie"), ";"), planted)
	assert.NotContains(t, thief.try(http.MethodGet, "/me", nil, "Cookie", "bh="+planted).text(), "Ada")

	// Nor is one that was there before signing in anew, or after signing out.
	old := cookie(t, a)
	again := victim.post("/players", url.Values{"name": {"Bea"}})
	fresh := cookie(t, again)
	assert.NotEqual(t, old, fresh)
	assert.NotContains(t, thief.try(http.MethodGet, "/", nil, "Cookie", "bh="+old).text(), "Bea")
	require.Equal(t, http.StatusSeeOther, victim.post("/me/sign-out", nil).status)
	assert.NotEqual(t, http.StatusOK, thief.try(http.MethodGet, "/me", nil, "Cookie", "bh="+fresh).status)
}

func cookie(t *testing.T, a *answer) string {
	t.Helper()
	for _, line := range a.header.Values("Set-Cookie") {
		c, err := http.ParseSetCookie(line)
		require.NoError(t, err)
		if c.Name == "bh" {
			assert.True(t, c.HttpOnly)
			assert.Equal(t, http.SameSiteLaxMode, c.SameSite)
			return c.Value
		}
	}
	t.Fatal("no cookie")
	return ""
}

// A token counts as bearer and nowhere else, and each kind of secret only for
// what it is.
func TestTokensInWrongPlaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	session := cookie(t, w.browser().post("/players", url.Values{"name": {"Dora"}}))
	token, link := w.secrets["token"], w.secrets["link"]
	for _, path := range []string{"/me?token=" + token, "/me?access_token=" + token, "/me?authorization=Bearer+" + token} {
		assert.Contains(t, []int{http.StatusBadRequest, http.StatusUnauthorized}, w.guest.try(http.MethodGet, path, nil).status, path)
	}
	for _, headers := range [][]string{
		{"Cookie", "bh=" + token}, {"Cookie", "token=" + token}, {"X-Api-Key", token}, {"X-Auth-Token", token}, {"Proxy-Authorization", "Bearer " + token},
		{"Authorization", "Basic " + token}, {"Authorization", token}, {"Authorization", "Bearer"}, {"Authorization", "Bearer " + link},
		{"Authorization", "Bearer " + session}, {"Authorization", "Bearer " + token + " " + token}, {"Authorization", "Bearer " + strings.ToLower(token)},
	} {
		assert.Equal(t, http.StatusUnauthorized, w.guest.try(http.MethodGet, "/me", nil, headers...).status, "%v", headers)
	}
	assert.Equal(t, http.StatusUnauthorized, w.guest.try(http.MethodPost, w.game+"/orders", url.Values{"token": {token}, "kind": {"bid"}}).status)
	assert.Equal(t, http.StatusNotFound, w.guest.try(http.MethodPost, "/in/"+token, nil).status, "a token is no link")
	assert.Equal(t, http.StatusUnauthorized, w.withCookie(t).try(http.MethodGet, "/me", nil, "Authorization", "Bearer bh_none").status, "a wrong token does not fall back to the cookie")
}

// A recorded move does nothing the second time.
func TestRecordedRequestsDoNothingTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	move := map[string]any{"move": "roll", "seq": w.ada.get(w.game).num("seq")}
	require.Equal(t, http.StatusOK, w.ada.post(w.game+"/moves", move).status)
	before := w.belongings()
	for range 3 {
		assert.Equal(t, http.StatusConflict, w.ada.post(w.game+"/moves", move).status)
	}
	w.unharmed(t, before, "a replay")
}

// raw sends bytes and returns what comes back.
func (w *world) raw(t *testing.T, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(10*time.Second)))
	_, err = io.WriteString(c, request)
	require.NoError(t, err)
	data, _ := io.ReadAll(io.LimitReader(c, 1<<20)) // what came before the other side hung up
	return string(data)
}

func TestNoPathLeadsOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{
		"/static/../../../../etc/passwd", "/static/..%2f..%2f..%2fetc%2fpasswd", "/static/%2e%2e/%2e%2e/etc/passwd", "/static/..\\..\\etc\\passwd",
		"/static/%00", "/editions/..%2f..%2fgo.mod", "/editions/%2e%2e%2fgo.mod", "/editions/us-classic.json", "/editions/....//go.mod", "/rules/..%2f..%2fgo.mod",
		"/games/..%2f..%2fetc%2fpasswd", "/games/%00", "/editions/..%2flook.css", "/.git/config", "/bankhalter.db", "/debug/pprof/", "/static/", "//etc/passwd",
		"/editions/" + strings.Repeat("../", 40) + "etc/passwd", "/%c0%ae%c0%ae/etc/passwd",
	} {
		got := w.raw(t, "GET "+path+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		assert.Regexp(t, `^HTTP/1\.1 (4\d\d|301|308) `, clip(got), path)
		for _, leak := range []string{"root:", "module github.com", "SQLite format", "[core]"} {
			assert.NotContains(t, got, leak, path)
		}
	}
}

// An address with bytes that are no text names nothing, whatever the store makes of them.
func TestBytesThatAreNoTextNameNothing(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator, func(c *handlers.Config) { c.People = withPages })
	ada, boss := s.player("Ada"), chief(s)
	for _, id := range []string{"%00", "%ff", "a%00b"} {
		for path, code := range map[string]string{
			"/games/" + id: "unknown_game", "/editions/" + id: "unknown_edition", "/people/" + id: "unknown_person",
			"/rules/us?edition=" + id: "unknown_edition",
		} {
			wantProblem(t, ada.get(path), http.StatusNotFound, code)
		}
		assert.Equal(t, http.StatusOK, s.browser().get("/games/new?edition="+id).status)
		wantProblem(t, ada.send(http.MethodDelete, "/editions/"+id, nil), http.StatusNotFound, "unknown_edition")
		wantProblem(t, ada.send(http.MethodDelete, "/me/mutes/"+id, nil), http.StatusNotFound, "unknown_mute")
		wantProblem(t, boss.post("/admin/bans/"+id+"/lift", nil), http.StatusNotFound, "not_found")
		wantProblem(t, boss.post("/admin/people/"+id+"/sign-out", nil), http.StatusNotFound, "not_found")
		for _, path := range []string{"/admin/people?q=", "/admin/tables?q="} {
			assert.Equal(t, http.StatusOK, boss.get(path+id).status, path)
		}
	}
	wantProblem(t, ada.post("/games", map[string]any{"edition": "a\x00b"}), http.StatusUnprocessableEntity, "unknown_edition")
}

// Requests whose end could be read in two ways are refused.
func TestRequestsWithTwoEndsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	body := "name=x"
	for name, head := range map[string]string{
		"two lengths":          "Content-Length: 6\r\nContent-Length: 7\r\n",
		"odd chunking":         "Transfer-Encoding: chunked, identity\r\n",
		"chunked in disguise":  "Transfer-Encoding : chunked\r\n",
		"negative length":      "Content-Length: -6\r\n",
		"length in words":      "Content-Length: +6\r\n",
		"folded header":        "X-A: b\r\n c\r\nContent-Length : 6\r\n",
		"nul in a header":      "X-A: b\x00c\r\nContent-Length: 6\r\n",
		"no name":              ": b\r\nContent-Length: 6\r\n",
		"unknown coding":       "Transfer-Encoding: xchunked\r\n",
		"header without colon": "X-A\r\nContent-Length: 6\r\n",
	} {
		got := w.raw(t, "POST /players HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n"+head+"\r\n"+body)
		assert.Regexp(t, `^HTTP/1\.1 (400|501) `, clip(got), name)
	}
	got := w.raw(t, "GET / HTTP/1.1\r\nHost: x\r\nX-Long: "+strings.Repeat("a", 1<<16)+"\r\n\r\n")
	assert.Regexp(t, `^HTTP/1\.1 431 `, clip(got))
	assert.Regexp(t, `^HTTP/1\.1 400 `, clip(w.raw(t, "GET / HTTP/1.1\r\n\r\n")), "a host is needed")
	assert.Regexp(t, `^HTTP/1\.1 (405|501) `, clip(w.raw(t, "TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")))
}

// Nothing that is sent becomes a header of an answer.
func TestHeadersCannotBeSplit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	evil := "/x\r\nSet-Cookie: evil=1\r\nX-Evil: 1"
	var all []*answer
	for _, x := range w.targets(false) {
		query := url.Values{}
		for _, key := range []string{"lang", "next", "back", "at", "after", "edition", "rulebook", "refresh", "deed"} {
			query.Set(key, evil)
		}
		all = append(all, w.ada.try(x.method, x.path+"?"+query.Encode(), nil, "Accept", "text/html"))
	}
	b := w.browser()
	for _, next := range []string{evil, "//evil.example/", "https://evil.example/", "/\\evil.example", "\\\\evil.example", "/\tevil", "javascript:alert(1)", " //evil.example"} {
		a := b.post("/players", url.Values{"name": {"Eve"}, "next": {next}})
		all = append(all, a)
		to := a.header.Get("Location")
		assert.Regexp(t, `^/([^/\\].*)?$`, to, "%q leads away", next)
	}
	for _, a := range all {
		assert.Empty(t, a.header.Get("X-Evil"))
		assert.NotContains(t, strings.Join(a.header.Values("Set-Cookie"), ";"), "evil")
		for _, values := range a.header {
			assert.NotContains(t, strings.Join(values, ""), "\n")
		}
	}
}

// Bodies that are made to be expensive are refused soon, whatever the route.
func TestBombsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write(make([]byte, 1<<22))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	var parts bytes.Buffer
	form := multipart.NewWriter(&parts)
	for i := range 500 {
		require.NoError(t, form.WriteField(fmt.Sprintf("f%d", i), "x"))
	}
	require.NoError(t, form.Close())
	deep := func(open, shut string, n int) string { return strings.Repeat(open, n) + strings.Repeat(shut, n) }
	bombs := map[string]struct {
		body string
		head []string
	}{
		"packed":           {packed.String(), []string{"Content-Type", "application/json", "Content-Encoding", "gzip"}},
		"deep lists":       {deep("[", "]", 30000), []string{"Content-Type", "application/json"}},
		"deep objects":     {`{"edition":` + deep(`{"a":`, `}`, 9000), []string{"Content-Type", "application/json"}},
		"deep in a field":  {`{"options":` + deep("[", "]", 20000) + `}`, []string{"Content-Type", "application/json"}},
		"huge number":      {`{"players":1e999999999,"name":1e999999999,"limit":1e999999999,"seq":1e999999999}`, []string{"Content-Type", "application/json"}},
		"long number":      {`{"players":` + strings.Repeat("9", 60000) + `}`, []string{"Content-Type", "application/json"}},
		"many members":     {`{` + strings.Repeat(`"a":1,`, 9000) + `"b":1}`, []string{"Content-Type", "application/json"}},
		"broken letters":   {`{"name":"` + "\xff\xfe" + `"}`, []string{"Content-Type", "application/json"}},
		"half a pair":      {`{"name":"\ud800","move":"\ud800"}`, []string{"Content-Type", "application/json"}},
		"other charset":    {`{"name":"x"}`, []string{"Content-Type", "application/json; charset=utf-16"}},
		"many fields":      {strings.Repeat("a=1&", 15000), []string{"Content-Type", "application/x-www-form-urlencoded"}},
		"many parts":       {parts.String(), []string{"Content-Type", form.FormDataContentType()}},
		"endless boundary": {parts.String(), []string{"Content-Type", "multipart/form-data; boundary=" + strings.Repeat("x", 3000)}},
		"XML":              {`<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`, []string{"Content-Type", "application/xml"}},
		"too long":         {strings.Repeat("x", 1<<19), []string{"Content-Type", "application/json"}},
	}
	before := w.belongings()
	for _, x := range w.targets(true) {
		for name, b := range bombs {
			a := w.eve.try(x.method, x.path, raw(b.body), b.head...)
			if (bodiless[x.String()] != "" || free[x.String()] != "" && strings.HasPrefix(name, "many") || free[x.String()] != "" && name == "endless boundary") && a.status < 300 {
				continue // fields that mean nothing are none of one's own things
			}
			assert.True(t, a.status >= 400 && a.status < 500, "%s with %s: %d %s", x, name, a.status, clip(a.text()))
			assert.NotContains(t, a.text(), "goroutine")
		}
	}
	w.unharmed(t, before, "bombs")
	for path, header := range map[string]string{
		"Accept":          strings.Repeat("text/html;q=0.1,", 900),
		"Accept-Language": strings.Repeat("x-y-z-1-2-3,", 1000),
		"If-None-Match":   strings.Repeat(`"a",`, 3000),
		"Cookie":          strings.Repeat("a=b; ", 2500),
		"Last-Event-ID":   strings.Repeat("9", 9000),
		"X-Forwarded-For": strings.Repeat("1.2.3.4, ", 1500),
		"Range":           "bytes=" + strings.Repeat("0-0,", 3000),
	} {
		a := w.guest.try(http.MethodGet, w.game, nil, path, header)
		assert.Less(t, a.status, 500, path)
	}
}

// Names, titles and boards cannot be bombs of characters.
func TestBombsOfCharactersAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for what, name := range map[string]string{
		"tower": "Z" + strings.Repeat("\u0334\u0322\u0315", 7), "turned": "a\u202eb", "isolated": "a\u2066b", "invisible": "\u200b\u2060\u00ad",
		"tags": "a\U000e0041", "filler": "\u3164", "mixed": "Аda", "noncharacter": "a\ufffe", "long": strings.Repeat("x", 60000), "nul": "a\x00b",
	} {
		a := w.guest.try(http.MethodPost, "/players", map[string]any{"name": name})
		assert.Equal(t, http.StatusUnprocessableEntity, a.status, what)
	}
	board := func(change func(map[string]any)) *answer {
		var doc map[string]any
		require.NoError(t, json.Unmarshal(w.ada.get("/editions/us-classic").body, &doc))
		change(doc)
		return w.eve.try(http.MethodPost, "/editions", doc)
	}
	for what, change := range map[string]func(map[string]any){
		"title":  func(d map[string]any) { d["title"] = strings.Repeat("x", 5000) },
		"tower":  func(d map[string]any) { d["title"] = "Z" + strings.Repeat("\u0334\u0322", 20) },
		"turned": func(d map[string]any) { d["title"] = "a\u202eb" },
		"number": func(d map[string]any) { d["currency"].(map[string]any)["scale"] = 1e15 },
		"spaces": func(d map[string]any) { d["spaces"] = make([]any, 5000) },
		"depth": func(d map[string]any) {
			d["note"] = json.RawMessage(strings.Repeat("[", 500) + strings.Repeat("]", 500))
		},
	} {
		a := board(change)
		assert.Equal(t, http.StatusUnprocessableEntity, a.status, "%s: %s", what, clip(a.text()))
	}
}

// What must have an end has one: slow readers and writers are cut off.
func TestTheServerHasPatienceWithLimits(t *testing.T) {
	t.Parallel()
	srv := newWorld(t).site.http.Config
	assert.LessOrEqual(t, srv.ReadHeaderTimeout, 5*time.Second)
	assert.LessOrEqual(t, srv.ReadTimeout, 30*time.Second)
	assert.LessOrEqual(t, srv.WriteTimeout, 30*time.Second)
	assert.LessOrEqual(t, srv.IdleTimeout, 2*time.Minute)
	assert.LessOrEqual(t, srv.MaxHeaderBytes, 16<<10)
	assert.NotNil(t, srv.ConnState, "connections are counted")
}
