package handlers_test

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// diary is a log of which the lines about security are read.
type diary struct{ journal }

func (d *diary) keep(c *handlers.Config) { c.Logger = slog.New(slog.NewJSONHandler(d, nil)) }

// security are the lines about security, and forgets what was written so far.
func (d *diary) security(t *testing.T) (lines []map[string]any, all string) {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	all = d.buf.String()
	for line := range strings.Lines(all) {
		var m map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &m))
		if m["msg"] == "security" {
			lines = append(lines, m)
		}
	}
	d.buf.Reset()
	return lines, all
}

// Every event that signs a player in or out, or changes how they sign in, is logged
// with the player and the request, and without a secret.
func TestWhatConcernsSecurityIsWrittenDown(t *testing.T) {
	t.Parallel()
	d := &diary{}
	s := open(t, d.keep)
	secrets := []string{secret, "sieben Bahnhöfe", "falsch geraten", "ada@example.org"}
	one := func(event, person, more string, a *answer) {
		t.Helper()
		lines, all := d.security(t)
		require.Len(t, lines, 1, "%s: %s", event, all)
		m := lines[0]
		assert.Equal(t, event, m["event"])
		if person == "" {
			assert.Nil(t, m["person"])
		} else {
			assert.Equal(t, person, m["person"], event)
		}
		if key, value, found := strings.Cut(more, "="); found {
			assert.Equal(t, value, m[key], event)
		}
		assert.Equal(t, a.header.Get("X-Request-Id"), m["id"], "the line can be found by the answer")
		if m["code"] != "cross_origin" { // that is refused before there is a route
			assert.NotEmpty(t, m["route"])
		}
		assert.NotEmpty(t, m["time"])
		assert.Nil(t, m["from"], "addresses only if that is wanted")
		for _, no := range secrets {
			assert.NotContains(t, all, no)
		}
	}
	ada := s.program()
	a := ada.post("/players", map[string]any{"name": "Ada"})
	id := a.str("id")
	secrets = append(secrets, a.str("token"))
	one("signed_in", id, "how=name", a)
	one("ways_changed", id, "what=password_set", ada.post("/me/account/password", map[string]any{"login": "ada", "mail": "ada@example.org", "password": secret}))
	confirm := s.linkIn(s.mail())
	secrets = append(secrets, confirm[strings.LastIndex(confirm, "/")+1:])
	one("ways_changed", id, "what=address_confirmed", ada.post(confirm, nil))
	link := ada.post("/me/link", nil)
	secrets = append(secrets, strings.TrimPrefix(link.str("path"), "/in/"))
	one("ways_changed", id, "what=link_made", link)
	token := ada.post("/me/tokens", map[string]any{"name": "bot", "scopes": []string{"read"}})
	secrets = append(secrets, token.str("token"))
	one("ways_changed", id, "what=token_made", token)
	one("ways_changed", id, "what=token_ended", ada.send(http.MethodDelete, "/me/tokens/"+token.str("id"), nil))

	b := s.browser()
	one("signed_in", id, "how=password", b.post("/login", url.Values{"login": {"ADA"}, "password": {secret}}))
	one("signed_out", id, "", b.post("/me/sign-out", nil))
	one("signed_in", id, "how=link", b.post(link.str("path"), nil))
	one("signed_out", id, "what=other_sessions", b.post("/me/account/sessions/revoke", nil))
	wrong := map[string]any{"login": "ada", "password": "falsch geraten"}
	one("sign_in_refused", "", "about="+id, s.program().post("/login", wrong))
	one("sign_in_refused", "", "code=wrong_login", s.browser().post("/login", url.Values{"login": {"nobody"}, "password": {"falsch geraten"}}))
	one("sign_in_refused", "", "code=unknown_link", s.program().post("/in/"+secrets[4]+"x", nil))
	one("refused", id, "code=prove", b.post("/me/account/delete", map[string]any{"name": "Ada"}, "Accept", "*/*"))
	one("refused", "", "code=unauthorized", s.program().get("/me"))
	one("suspicious", "", "code=cross_origin", b.post("/me/sign-out", nil, "Sec-Fetch-Site", "cross-site"))
	one("suspicious", "", "code=token_in_query", s.program().get("/?token=bh_nothing"))

	one("recovery_asked", "", "", s.program().post("/login/recover", map[string]any{"login": "ada@example.org"}))
	path := s.linkIn(s.mail())
	secrets = append(secrets, path[strings.LastIndex(path, "/")+1:])
	a = s.program().post(path, map[string]any{"password": "sieben Bahnhöfe"})
	one("signed_in", id, "how=recovery", a)
	for range 6 {
		s.program().post("/login", wrong)
	}
	d.security(t)
	one("limited", "", "code=too_many", s.program().post("/login", wrong))
}

// A wrong password of the operator is written down as such, once, whether a
// program shows it or a form and whatever is asked for with it; a stranger
// without any is not.
func TestWrongPasswordsOfTheOperatorAreWrittenDown(t *testing.T) {
	t.Parallel()
	d := &diary{}
	s := open(t, d.keep, withOperator)
	one := func(event, code string, a *answer) {
		t.Helper()
		lines, all := d.security(t)
		require.Len(t, lines, 1, all)
		assert.Equal(t, event, lines[0]["event"])
		assert.Equal(t, code, lines[0]["code"])
		assert.Equal(t, a.header.Get("X-Request-Id"), lines[0]["id"])
		assert.NotContains(t, all, "a wrong guess")
	}
	guess := s.program()
	guess.token = "a wrong guess"
	a := guess.get("/admin/tables")
	wantProblem(t, a, http.StatusUnauthorized, "unauthorized")
	one("sign_in_refused", "wrong_password", a)
	one("sign_in_refused", "wrong_password", guess.get("/admin", "Accept", "text/html"))
	one("sign_in_refused", "wrong_password", guess.get("/admin/tables", "Accept", "text/html"))
	one("sign_in_refused", "wrong_password", s.program().post("/admin/login", map[string]any{"password": "a wrong guess"}))
	one("sign_in_refused", "wrong_password", s.browser().post("/admin/login", url.Values{"password": {"a wrong guess"}}))
	one("refused", "unauthorized", s.program().get("/admin/tables"))
	for range 10 {
		s.browser().post("/admin/login", url.Values{"password": {"a wrong guess"}})
	}
	d.security(t)
	one("limited", "too_many", s.browser().post("/admin/login", url.Values{"password": {"a wrong guess"}}))
}

// Addresses are written if the operator wants it, and nobody can fill the log.
func TestRefusalsDoNotFillTheLog(t *testing.T) {
	t.Parallel()
	d := &diary{}
	now := time.Now()
	s := open(t, d.keep, func(c *handlers.Config) {
		c.LogAddresses, c.MetricsToken = true, ""
		c.Now = func() time.Time { return now } // or more lines may be written while the requests come
	})
	for range 60 {
		s.program().get("/me")
	}
	lines, _ := d.security(t)
	assert.Len(t, lines, 20)
	assert.Equal(t, "127.0.0.1", lines[0]["from"])
	assert.Contains(t, s.program().get("/metrics").text(), `bankhalter_security_events_total{event="refused"} 60`)
	s.program().post("/login", map[string]any{"login": "x\n\"event\":\"signed_in\"", "password": "12345678"})
	lines, all := d.security(t)
	require.Len(t, lines, 1, "one kind does not hide another")
	assert.Equal(t, "sign_in_refused", lines[0]["event"])
	assert.Equal(t, 2, strings.Count(all, "\n"), "a line is a line: this and that of the request")
}

// Who signs out leaves nothing in the browser.
func TestSigningOutTidiesTheBrowser(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.post("/players", url.Values{"name": {"Ada"}})
	assert.Contains(t, b.get("/me").page().Find("main").Text(), "Without a secret link, a password or a passkey you cannot come back")
	a := b.post("/me/sign-out", nil)
	assert.Equal(t, `"cache", "storage"`, a.header.Get("Clear-Site-Data"))
	b.post("/players", url.Values{"name": {"Ada"}})
	a = b.post("/me/account/delete", url.Values{"name": {"Ada"}})
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	assert.Equal(t, `"cache", "storage"`, a.header.Get("Clear-Site-Data"))
	assert.Empty(t, b.get("/").header.Get("Clear-Site-Data"))
}
