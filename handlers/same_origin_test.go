package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/static"
)

// A form on another site cannot play with a reader's cookie.
func TestOtherSitesCannotPlay(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ada"}}).status)
	host := strings.TrimPrefix(s.url, "http://")
	cases := []struct {
		name    string
		headers []string
		refused bool
	}{
		{"own page", []string{"Sec-Fetch-Site", "same-origin", "Origin", s.url}, false},
		{"address bar", []string{"Sec-Fetch-Site", "none"}, false},
		{"other site", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"}, true},
		{"neighbour", []string{"Sec-Fetch-Site", "same-site", "Origin", "http://x." + host}, true},
		{"old browser, other site", []string{"Origin", "https://evil.example"}, true},
		{"old browser, own page", []string{"Origin", s.url}, false},
		{"no origin to tell", []string{"Origin", "null"}, true},
		{"no browser", nil, false},
	}
	game := url.Values{"edition": {"us-classic"}, "players": {"2"}}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			a := b.post("/games", game, tc.headers...)
			if tc.refused {
				assert.Equal(t, http.StatusForbidden, a.status)
				assert.Contains(t, a.header.Get("Content-Type"), "text/html")
				wantProblem(t, b.post("/games", game, append(tc.headers, "Accept", "*/*")...), http.StatusForbidden, "cross_origin")
				return
			}
			assert.Equal(t, http.StatusSeeOther, a.status, a.text())
		})
	}
	for _, headers := range [][]string{{"Sec-Fetch-Site", "cross-site", "Origin", "https://mail.example"}} {
		assert.Equal(t, http.StatusOK, b.get("/", headers...).status, "a link from elsewhere may be followed")
	}
}

// A browser at the public address is at home, whatever the proxy says the host is.
func TestThePublicAddressIsHome(t *testing.T) {
	t.Parallel()
	s := open(t, public(t, "https://play.example.org"))
	b := s.browser()
	name := url.Values{"name": {"Ada"}}
	assert.Equal(t, http.StatusSeeOther, b.post("/players", name, "Origin", "https://play.example.org").status)
	assert.Equal(t, http.StatusForbidden, b.post("/players", name, "Origin", "http://play.example.org").status)
}

func public(t *testing.T, address string) func(*handlers.Config) {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	return func(c *handlers.Config) { c.PublicURL = u }
}

func TestPagesAreGuarded(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for _, a := range []*answer{
		ada.get("/", "Accept", "text/html"), ada.get(game, "Accept", "text/html"), ada.get("/games/none", "Accept", "text/html"),
		ada.get(game, "Accept", "text/html", "HX-Request", "true"), s.browser().post("/players", url.Values{"name": {""}}),
		ada.get(static.Path(static.Style)), ada.get("/editions/all/look.css"), ada.get("/openapi.json", "Accept", "text/html"),
		ada.get(game+"/export", "Accept", "text/html"), ada.get("/worker.js"),
	} {
		guarded(t, a)
		assert.Empty(t, a.header.Get("Access-Control-Allow-Credentials"))
		csp := a.header.Get("Content-Security-Policy")
		assert.Contains(t, csp, "script-src 'self'")
		assert.NotContains(t, csp, "unsafe")
		assert.Equal(t, "same-origin", a.header.Get("Referrer-Policy"), "no-referrer would make browsers hide their origin from us")
		assert.Equal(t, "same-origin", a.header.Get("Cross-Origin-Opener-Policy"))
		assert.Contains(t, a.header.Get("Permissions-Policy"), "camera=()")
	}
	secure := open(t, public(t, "https://play.example.org"))
	for _, accept := range []string{"*/*", "text/html"} {
		assert.NotEmpty(t, secure.program().get("/", "Accept", accept).header.Get("Strict-Transport-Security"))
	}
}

// guarded checks what every answer says.
func guarded(t *testing.T, a *answer) {
	t.Helper()
	csp := a.header.Get("Content-Security-Policy")
	assert.Contains(t, csp, "default-src 'none'")
	assert.Contains(t, csp, "frame-ancestors 'none'")
	assert.Equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
	assert.Equal(t, "same-origin", a.header.Get("Cross-Origin-Resource-Policy"))
	assert.Empty(t, a.header.Get("Strict-Transport-Security"), "plain http makes no promises")
}

// Scripts of other sites may read what everybody may, and act with a token.
func TestOtherSitesReadAndActWithTokens(t *testing.T) {
	t.Parallel()
	s := open(t)
	const origin = "https://widget.example"
	foreign := []string{"Origin", origin, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors"}
	allowed := func(a *answer) string {
		assert.Empty(t, a.header.Get("Access-Control-Allow-Credentials"))
		return a.header.Get("Access-Control-Allow-Origin")
	}
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)

	for _, path := range []string{"/games", "/editions/us-classic", game, game + "/events", game + "/export", "/openapi.json", "/games/none"} {
		a := s.program().get(path, foreign...)
		assert.Equal(t, "*", allowed(a), path)
		assert.Contains(t, a.header.Get("Access-Control-Expose-Headers"), "ETag")
	}
	st, _ := s.program().tryListen(game+"/events", foreign...)
	require.NotNil(t, st)
	assert.Equal(t, "*", st.header.Get("Access-Control-Allow-Origin"), "a stream")

	preflight := func(path, method, headers string) *answer {
		return s.program().send(http.MethodOptions, path, nil, append(foreign, "Access-Control-Request-Method", method, "Access-Control-Request-Headers", headers)...)
	}
	a := preflight(game+"/moves", http.MethodPost, "authorization,content-type")
	assert.Equal(t, http.StatusNoContent, a.status)
	assert.Equal(t, "*", allowed(a))
	assert.Contains(t, a.header.Get("Access-Control-Allow-Headers"), "Authorization")
	assert.Contains(t, a.header.Get("Access-Control-Allow-Methods"), "POST")
	a = mover.post(game+"/moves", roll(), foreign...)
	assert.Equal(t, http.StatusOK, a.status, "a token was given on purpose")
	assert.Equal(t, "*", allowed(a))

	assert.Empty(t, allowed(preflight(game+"/moves", http.MethodPost, "content-type")), "without a token nothing is done")
	assert.Empty(t, allowed(preflight("/admin", http.MethodGet, "authorization")))
	assert.Empty(t, allowed(s.program().get("/metrics", foreign...)))
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Cleo"}}).status)
	assert.Empty(t, allowed(b.get("/me", append(foreign, "Accept", "application/json")...)), "what a cookie opens is the reader's own")
	wantProblem(t, b.post("/games", url.Values{"edition": {"us-classic"}}, append(foreign, "Accept", "*/*")...), http.StatusForbidden, "cross_origin")
}

// A header that the description promises is of no use to a script that may not read it.
func TestOtherSitesReadTheHeadersThatAreDescribed(t *testing.T) {
	t.Parallel()
	exposed := open(t).program().get("/editions").header.Get("Access-Control-Expose-Headers")
	doc, err := spec()
	require.NoError(t, err)
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				for name := range response.Value.Headers {
					assert.Contains(t, strings.Split(exposed, ", "), name, "%s %s %s", method, path, status)
				}
			}
		}
	}
}

// JSON for programs is no document: nothing is loaded by it, so that its policy
// allows nothing, and what is said of windows and links would be said to nobody.
func TestDataAreGuarded(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for _, a := range []*answer{
		ada.get(game), ada.get("/games/none"), ada.post(game+"/moves", "{"), toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "roll"}),
	} {
		guarded(t, a)
		assert.Regexp(t, "^application/(problem[+])?json$", a.header.Get("Content-Type"))
		assert.NotContains(t, a.header.Get("Content-Security-Policy"), "self")
		for _, name := range []string{"Referrer-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
			assert.Empty(t, a.header.Get(name), name)
		}
	}
	assert.Equal(t, "noindex", ada.get(game).header.Get("X-Robots-Tag"), "tables may be private")
}

// Nothing inline: the content security policy would drop it.
func TestPagesHaveNothingInline(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	game := running(ada, ben)
	for _, path := range []string{"/", "/players", "/me", "/editions", "/editions/us-classic", "/games/new", lobby, game, "/nowhere"} {
		doc := ada.get(path, "Accept", "text/html").page()
		assert.Zero(t, doc.Find("[style], style, script:not([src])").Length(), path)
		for _, attribute := range []string{"onclick", "onload", "onsubmit", "onchange", "onerror"} {
			assert.Zero(t, doc.Find("["+attribute+"]").Length(), "%s %s", path, attribute)
		}
		for _, ref := range []string{"script[src]", "link[href]", "img[src]"} {
			for _, node := range doc.Find(ref).EachIter() {
				address := node.AttrOr("src", node.AttrOr("href", ""))
				assert.True(t, strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//"), "%s loads %s", path, address)
				assert.Equal(t, http.StatusOK, ada.get(address).status, address)
			}
		}
	}
}

func TestNamesWithMarkupAreText(t *testing.T) {
	t.Parallel()
	s := open(t)
	name := `<b>A&"'</b>`
	ada := s.player(name)
	assert.Equal(t, name, ada.get("/me").str("name"))
	title := `"><script src=x></script>`
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "title": title})
	for _, path := range []string{"/", "/me", game} {
		a := ada.get(path, "Accept", "text/html")
		require.Equal(t, http.StatusOK, a.status)
		assert.NotContains(t, a.text(), "<b>A", path)
		assert.NotContains(t, a.text(), "<script src=x", path)
		assert.Contains(t, a.page().Text(), name, path)
	}
	assert.Equal(t, title, ada.get(game).str("table", "title"))
}

func TestNamesThatAreNone(t *testing.T) {
	t.Parallel()
	s := open(t)
	c, b := s.program(), s.browser()
	for _, name := range []string{"", "   ", "\u200b", strings.Repeat("x", 100), "a\nb\x00", "a\u202eb"} {
		wantProblem(t, c.post("/players", map[string]any{"name": name}), http.StatusUnprocessableEntity, "bad_name")
		a := b.post("/players", url.Values{"name": {name}})
		assert.Equal(t, http.StatusUnprocessableEntity, a.status)
		assert.Equal(t, 1, a.page().Find("input[name=name]").Length(), "the form is there again")
	}
	wantProblem(t, c.post("/players", `{"name":5}`), http.StatusBadRequest, "mistyped")
	wantProblem(t, c.post("/players", `{"name":"Ada","admin":true}`), http.StatusBadRequest, "foreign")
	wantProblem(t, c.post("/players", `{}`), http.StatusUnprocessableEntity, "bad_name")
}

func TestCreationsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Limits.Creations, c.Limits.Burst = 1, 3 })
	c := s.program()
	for range 3 {
		require.Equal(t, http.StatusCreated, c.post("/players", map[string]any{"name": "Ada"}).status)
	}
	a := c.post("/players", map[string]any{"name": "Ada"})
	wantProblem(t, a, http.StatusTooManyRequests, "too_many")
	assert.NotEmpty(t, a.header.Get("Retry-After"))
	page := s.browser().post("/players", url.Values{"name": {"Ada"}})
	assert.Equal(t, http.StatusTooManyRequests, page.status)
	assert.NotEmpty(t, page.header.Get("Retry-After"))
	assert.Equal(t, http.StatusOK, c.get("/").status, "looking is free")
	forged := c.post("/players", map[string]any{"name": "Ada"}, "X-Forwarded-For", "203.0.113.9")
	assert.Equal(t, http.StatusTooManyRequests, forged.status, "nobody is believed to be somebody else's proxy")
}
