package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers"
)

const secret = "vier Hotels im Regen"

// cookieOf is the session cookie that an answer sets.
func cookieOf(t *testing.T, a *answer) string {
	t.Helper()
	for _, line := range a.header.Values("Set-Cookie") {
		if strings.HasPrefix(line, "bh=") {
			value, _, _ := strings.Cut(line, ";")
			return value
		}
	}
	t.Fatalf("no cookie is set: %d %s", a.status, a.text())
	return ""
}

// signedUp is a program by cookie, with a password.
func (s *site) signedUp(name, login string) *client {
	s.t.Helper()
	c := s.player(name)
	c.token = ""
	a := c.post("/me/account/password", map[string]any{"login": login, "password": secret})
	require.Equal(s.t, http.StatusOK, a.status, a.text())
	return c
}

// linkIn is the path of the link in a mail.
func (s *site) linkIn(m mail) string {
	s.t.Helper()
	_, path, found := strings.Cut(m.text, s.url)
	require.True(s.t, found, m.text)
	path, _, _ = strings.Cut(path, "\n")
	return path
}

// mail is the next mail that the server sends.
func (s *site) mail() mail {
	s.t.Helper()
	select {
	case m := <-s.mails:
		return m
	case <-time.After(time.Minute):
		require.Fail(s.t, "no mail has come")
		return mail{}
	}
}

// reachable is signedUp with an address that is confirmed.
func (s *site) reachable(name, login, address string) *client {
	s.t.Helper()
	c := s.player(name)
	c.token = ""
	a := c.post("/me/account/password", map[string]any{"login": login, "mail": address, "password": secret})
	require.Equal(s.t, http.StatusOK, a.status, a.text())
	m := s.mail()
	require.Equal(s.t, address, m.to)
	a = c.post(s.linkIn(m), nil)
	require.Equal(s.t, http.StatusOK, a.status, a.text())
	return c
}

// clock is a time that tests move.
func clock(start time.Time) (func(*handlers.Config), *time.Time) {
	now := start
	return func(c *handlers.Config) { c.Now = func() time.Time { return now } }, &now
}

func TestAGuestTakesAPassword(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	first := cookieOf(t, b.post("/players", url.Values{"name": {"Ada"}}))
	page := b.get("/me/account")
	require.Equal(t, http.StatusOK, page.status)
	assert.Equal(t, "no-store", page.header.Get("Cache-Control"))
	form := page.page().Find("#f-password")
	require.Equal(t, 1, form.Length())
	for bad, code := range map[string]string{"short": "8", "password1": "8"} {
		a := b.post("/me/account/password", url.Values{"login": {"ada"}, "password": {bad}})
		require.Equal(t, http.StatusUnprocessableEntity, a.status)
		assert.Contains(t, a.page().Find("#problem").Text(), code)
		assert.Equal(t, "ada", a.page().Find("#in-login").AttrOr("value", ""), "what was typed is kept")
		assert.NotContains(t, a.text(), bad, "but for the password")
	}
	a := b.post("/me/account/password", url.Values{"login": {"Ada.Byron"}, "password": {secret}})
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	second := cookieOf(t, a)
	assert.NotEqual(t, first, second, "a cookie of before is worth nothing")
	to, place, _ := strings.Cut(a.header.Get("Location"), "#")
	assert.Equal(t, "Saved. You can sign in with it anywhere now.", s.program().get(to, "Cookie", second, "Accept", "text/html").page().Find("#"+place).Text())
	wantProblem(t, s.program().get("/me/account", "Cookie", first), http.StatusUnauthorized, "unauthorized")
	own := s.program().get("/me/account", "Cookie", second)
	assert.Equal(t, "Ada.Byron", own.str("login"))
	assert.Equal(t, true, own.at("proved"))

	laptop := s.program()
	in := laptop.post("/login", map[string]any{"login": "ada.byron", "password": secret})
	require.Equal(t, http.StatusCreated, in.status, in.text())
	assert.Equal(t, own.str("id"), in.str("id"))
	assert.Equal(t, "Ada", s.program().get("/me", "Authorization", "Bearer "+in.str("token")).str("name"))
	assert.Len(t, laptop.get("/me/account").at("sessions"), 2)
	wantProblem(t, s.signedUp("Ben", "ben").post("/me/account/password", map[string]any{"login": "ADA.byron", "password": secret}), http.StatusConflict, "login_taken")
}

// Guests are asked for nothing they were not asked for before.
func TestGuestsNeedNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.player("Ada")
	c.token = ""
	for _, path := range []string{"/me/link", "/me/account/name"} {
		a := c.post(path, map[string]any{"name": "Ada L."})
		assert.Less(t, a.status, 300, a.text())
	}
	assert.Equal(t, "Ada L.", c.get("/me").str("name"), "at once, though who asks is remembered")
	game := c.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Equal(t, http.StatusOK, c.post("/me/account/name", map[string]any{"name": "Augusta"}).status)
	assert.Contains(t, c.get(game).text(), "Ada L.", "the name at a table stays")
	a := c.post("/me/account/name", url.Values{"name": {"\u202ebad"}}, "Accept", "text/html")
	assert.Equal(t, http.StatusUnprocessableEntity, a.status)
	assert.Equal(t, 1, a.page().Find("#problem").Length())
}

// Trying logins reveals nothing.
func TestNobodyLearnsWhichLoginsThereAre(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.reachable("Ada", "ada@example.org", "ada@example.org")
	s.signedUp("Ben", "ben@example.org") // who never confirmed it
	assert.Equal(t, "ben@example.org", s.mail().to)
	wrong := s.program().post("/login", map[string]any{"login": "ada@example.org", "password": "falsch geraten"})
	nobody := s.program().post("/login", map[string]any{"login": "eve@example.org", "password": "falsch geraten"})
	wantProblem(t, wrong, http.StatusForbidden, "wrong_login")
	assert.Equal(t, wrong.text(), nobody.text())
	for _, half := range []struct {
		sent map[string]any
		lack string
	}{{map[string]any{"login": "ada@example.org"}, "password"}, {map[string]any{"password": "falsch geraten"}, "login"}} {
		a := s.program().post("/login", half.sent)
		wantProblem(t, a, http.StatusBadRequest, "missing")
		assert.Equal(t, half.lack, a.str("field"))
	}
	for _, face := range []string{"*/*", "text/html"} {
		known := s.program().post("/login/recover", url.Values{"login": {"ada@example.org"}}, "Accept", face)
		unknown := s.program().post("/login/recover", url.Values{"login": {"eve@example.org"}}, "Accept", face)
		assert.Equal(t, http.StatusAccepted, known.status)
		assert.Equal(t, known.text(), unknown.text())
		unconfirmed := s.program().post("/login/recover", url.Values{"login": {"ben@example.org"}}, "Accept", face)
		assert.Equal(t, known.text(), unconfirmed.text())
		assert.Equal(t, "ada@example.org", s.mail().to) // before she asks again, which would replace one that waits
	}
	assert.Empty(t, s.mails, "nothing goes to strangers")
}

func TestGuessingIsSlowedDown(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.signedUp("Ada", "ada")
	for range 6 {
		wantProblem(t, s.program().post("/login", map[string]any{"login": "ada", "password": "falsch geraten"}), http.StatusForbidden, "wrong_login")
	}
	a := s.program().post("/login", map[string]any{"login": "ada", "password": secret})
	wantProblem(t, a, http.StatusTooManyRequests, "too_many")
	assert.NotEmpty(t, a.header.Get("Retry-After"))
	page := s.browser().post("/login", url.Values{"login": {"ada"}, "password": {secret}})
	assert.Equal(t, http.StatusTooManyRequests, page.status)
	assert.NotContains(t, page.text(), secret)
}

func TestANewPasswordByMail(t *testing.T) {
	t.Parallel()
	set, now := clock(time.Now())
	s := open(t, set)
	ada := s.reachable("Ada", "ada@example.org", "ada@example.org")
	token := ada.post("/login", map[string]any{"login": "ada@example.org", "password": secret}).str("token")
	link := ada.post("/me/link", nil).str("path")
	mailed := func() string {
		require.Equal(t, http.StatusAccepted, s.browser().post("/login/recover", url.Values{"login": {" ADA@example.org"}}).status)
		return s.linkIn(s.mail())
	}
	old := mailed()
	*now = now.Add(account.RecoveryLife)
	wantProblem(t, s.program().get(old), http.StatusNotFound, "unknown_recovery")
	replaced, path := mailed(), mailed()
	wantProblem(t, s.program().get(replaced), http.StatusNotFound, "unknown_recovery")
	for range 3 { // mail scanners look too
		page := s.browser().get(path)
		require.Equal(t, http.StatusOK, page.status)
		assert.Contains(t, page.page().Text(), "ada@example.org")
		kept := page.page().Find("#in-keep").Length() > 0
		assert.Equal(t, kept, strings.Contains(page.page().Text(), "All other ways of signing in end too"), "only if there are others")
		assert.Equal(t, "noindex", page.header.Get("X-Robots-Tag"))
	}
	b := s.browser()
	assert.Equal(t, http.StatusUnprocessableEntity, b.post(path, url.Values{"password": {"qwertzuiop"}}).status, "the link is still good then")
	planted := cookieOf(t, b.post("/players", url.Values{"name": {"Eve"}}))
	done := b.post(path, url.Values{"password": {"sieben Bahnhöfe"}})
	require.Equal(t, http.StatusSeeOther, done.status, done.text())
	assert.NotEqual(t, planted, cookieOf(t, done))
	assert.Equal(t, "Ada", b.get("/me/account", "Accept", "*/*").str("name"))

	wantProblem(t, s.program().post(path, map[string]any{"password": "noch ein Versuch"}), http.StatusNotFound, "unknown_recovery")
	wantProblem(t, ada.get("/me"), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, s.program().get("/me", "Authorization", "Bearer "+token), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, s.program().get(link), http.StatusNotFound, "unknown_link")
	wantProblem(t, s.program().post("/login", map[string]any{"login": "ada@example.org", "password": secret}), http.StatusForbidden, "wrong_login")
	assert.Equal(t, http.StatusCreated, s.program().post("/login", map[string]any{"login": "ada@example.org", "password": "sieben Bahnhöfe"}).status)
}

func TestWhatIsDangerousWantsTheProofAgain(t *testing.T) {
	t.Parallel()
	set, now := clock(time.Now())
	s := open(t, set)
	ada := s.signedUp("Ada", "ada")
	token := s.program().post("/login", map[string]any{"login": "ada", "password": secret}).str("token")
	require.Equal(t, http.StatusCreated, ada.post("/me/link", nil).status, "just proved")
	*now = now.Add(11 * time.Minute)
	dangerous := map[string]any{
		"/me/link": nil, "/me/account/password": map[string]any{"login": "eve", "password": "uebernommen!"},
		"/me/account/password/remove": nil, "/me/account/delete": map[string]any{"name": "Ada"},
		"/me/account/passkeys/begin": map[string]any{}, "/me/account/merge": map[string]any{},
	}
	for path, body := range dangerous {
		wantProblem(t, ada.post(path, body), http.StatusForbidden, "prove")
		wantProblem(t, s.program().post(path, body, "Authorization", "Bearer "+token), http.StatusForbidden, "prove")
		page := ada.post(path, url.Values{}, "Accept", "text/html")
		require.Equal(t, http.StatusSeeOther, page.status, path)
		assert.True(t, strings.HasPrefix(page.header.Get("Location"), "/me/account/confirm?next="), page.header.Get("Location"))
	}
	assert.Equal(t, "ada", ada.get("/me/account").str("login"), "nothing has changed")
	page := ada.get("/me/account/confirm?next=%2Fme%2Faccount%2Fdelete", "Accept", "text/html")
	assert.Equal(t, 1, page.page().Find("#f-confirm input[name=password]").Length())
	wantProblem(t, ada.post("/me/account/confirm", map[string]any{"password": "falsch geraten"}), http.StatusForbidden, "wrong_login")
	require.Equal(t, http.StatusForbidden, ada.post("/me/account/confirm", url.Values{"password": {"falsch"}}, "Accept", "text/html").status)
	done := ada.post("/me/account/confirm", url.Values{"password": {secret}, "next": {"/me/account/delete"}}, "Accept", "text/html")
	require.Equal(t, http.StatusSeeOther, done.status)
	assert.Equal(t, "/me/account/delete", done.header.Get("Location"))
	assert.Equal(t, http.StatusOK, ada.get("/me/account/delete").status)
	assert.Equal(t, http.StatusCreated, ada.post("/me/link", nil).status)
}

func TestDevicesAreListedAndSignedOut(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.signedUp("Ada", "ada")
	phone, tablet := s.program(), s.program()
	agent := "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"
	for _, c := range []*client{phone, tablet} {
		require.Equal(t, http.StatusCreated, c.post("/login", map[string]any{"login": "ada", "password": secret}, "User-Agent", agent).status)
	}
	page := ada.get("/me/account", "Accept", "text/html").page()
	assert.Equal(t, 3, page.Find("[id^=session-]").Length())
	assert.Equal(t, 1, page.Find("[id^=session-] .badge").Length(), "this one is marked")
	assert.Contains(t, page.Text(), "Safari on iPhone")
	id := ""
	for _, one := range phone.get("/me/account").at("sessions").([]any) {
		if one.(map[string]any)["current"] == true {
			id = one.(map[string]any)["id"].(string)
		}
	}
	ben := s.signedUp("Ben", "ben")
	wantProblem(t, ben.send(http.MethodDelete, "/me/account/sessions/"+id, nil), http.StatusNotFound, "unknown_session")
	require.Equal(t, http.StatusNoContent, ada.send(http.MethodDelete, "/me/account/sessions/"+id, nil).status)
	wantProblem(t, phone.get("/me"), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, http.StatusOK, tablet.get("/me").status)
	require.Equal(t, http.StatusSeeOther, ada.post("/me/account/sessions/revoke", url.Values{}, "Accept", "text/html").status)
	wantProblem(t, tablet.get("/me"), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, http.StatusOK, ada.get("/me").status)
	link := ada.post("/me/link", nil).str("path")
	assert.NotNil(t, ada.get("/me/account").at("link"))
	require.Equal(t, http.StatusNoContent, ada.send(http.MethodDelete, "/me/link", nil).status)
	wantProblem(t, s.program().get(link), http.StatusNotFound, "unknown_link")
	assert.Nil(t, ada.get("/me/account").at("link"))
}

// The page of the account says at its place what a button has ended.
func TestWhatEndedIsSaid(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, phone := s.signedUp("Ada", "ada"), s.program()
	require.Equal(t, http.StatusCreated, phone.post("/login", map[string]any{"login": "ada", "password": secret}).status)
	require.Less(t, ada.post("/me/link", nil).status, 300)
	id := ada.get("/me/account", "Accept", "text/html").page().Find("[id^=end-]").First().AttrOr("id", "")
	for _, one := range []struct{ path, card, says string }{
		{"/me/account/sessions/" + strings.TrimPrefix(id, "end-") + "/revoke", "#se-h", "The device is signed out."},
		{"/me/account/sessions/revoke", "#se-h", "All other devices are signed out."},
		{"/me/link/revoke", "#lk-h", "The secret link is revoked."},
	} {
		done := ada.post(one.path, url.Values{}, "Accept", "text/html")
		require.Equal(t, http.StatusSeeOther, done.status, done.text())
		to, place, _ := strings.Cut(done.header.Get("Location"), "#")
		note := ada.get(to, "Accept", "text/html").page().Find("#" + place)
		assert.Equal(t, one.says, note.Text(), one.path)
		assert.Equal(t, 1, note.SiblingsFiltered(one.card).Length(), one.path)
	}
	wantProblem(t, phone.get("/me"), http.StatusUnauthorized, "unauthorized")
}

// Every page of accounts has its three faces.
func TestAccountsHaveThreeFaces(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.signedUp("Ada", "ada")
	for _, path := range []string{"/me/account", "/me/account/confirm", "/me/account/delete", "/login", "/login/recover"} {
		for accept, htmx := range map[string]string{"*/*": "", "text/html": "", "text/html;q=1": "true"} {
			a := ada.get(path, "Accept", accept, "HX-Request", htmx)
			require.Equal(t, http.StatusOK, a.status, path)
			assert.Equal(t, accept == "*/*", strings.HasPrefix(a.header.Get("Content-Type"), "application/json"), path)
		}
		german := ada.get(path, "Accept", "text/html", "Accept-Language", "de").page()
		assert.Equal(t, "de", german.Find("html").AttrOr("lang", ""))
	}
	login := s.browser().get("/players?next=%2Fgames%2Fnew").page().Find(`a[href^="/login"]`).AttrOr("href", "")
	assert.Equal(t, "/games/new", s.browser().get(login).page().Find("#f-login input[name=next]").AttrOr("value", ""))
	for _, evil := range []string{"https://evil.example", "//evil.example"} {
		a := s.browser().post("/login", url.Values{"login": {"ada"}, "password": {secret}, "next": {evil}})
		assert.Equal(t, "/", a.header.Get("Location"), evil)
	}
}
