package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/talk"
)

func TestANameIsEnough(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.program()
	a := c.post("/players", map[string]any{"name": "  Ada   L. "})
	require.Equal(t, http.StatusCreated, a.status)
	assert.Equal(t, "Ada L.", a.str("name"))
	assert.NotEmpty(t, a.str("id"))
	assert.Equal(t, "no-store", a.header.Get("Cache-Control"))
	me := s.program().get("/me", "Authorization", "Bearer "+a.str("token"))
	assert.Equal(t, a.str("id"), me.str("id"))
	assert.Equal(t, a.str("id"), c.get("/me").str("id"), "the cookie says the same")
	wantProblem(t, s.program().get("/me"), http.StatusUnauthorized, "unauthorized")
	assert.Contains(t, s.program().get("/me").header.Get("WWW-Authenticate"), "Bearer")
}

// A request with a token is the token's, never the cookie's.
func TestATokenNeverFallsBackToTheCookie(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.program()
	require.Equal(t, http.StatusCreated, c.post("/players", map[string]any{"name": "Ada"}).status)
	require.Equal(t, http.StatusOK, c.get("/me").status)
	for _, header := range []string{"Bearer bh_NONE", "Bearer", "Bearer ", "Token x"} {
		wantProblem(t, c.get("/me", "Authorization", header), http.StatusUnauthorized, "unauthorized")
		wantProblem(t, c.get("/", "Authorization", header), http.StatusUnauthorized, "unauthorized")
	}
	assert.Equal(t, `Bearer realm="bankhalter", error="invalid_token"`, c.get("/me", "Authorization", "Bearer bh_NONE").header.Get("WWW-Authenticate"))
	assert.Equal(t, `Bearer realm="bankhalter"`, s.program().get("/me").header.Get("WWW-Authenticate"), "no token was shown")
}

func TestTheSessionCookie(t *testing.T) {
	t.Parallel()
	s := open(t)
	cookie := s.browser().post("/players", url.Values{"name": {"Ada"}}).header.Get("Set-Cookie")
	assert.True(t, strings.HasPrefix(cookie, "bh="), cookie)
	assert.Contains(t, cookie, "HttpOnly")
	assert.Contains(t, cookie, "SameSite=Lax")
	assert.NotContains(t, cookie, "Secure", "text browsers drop secure cookies over http")

	secure := open(t, public(t, "https://play.example.org"))
	cookie = secure.browser().post("/players", url.Values{"name": {"Ada"}}).header.Get("Set-Cookie")
	assert.True(t, strings.HasPrefix(cookie, "__Host-bh="), cookie)
	for _, flag := range []string{"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} {
		assert.Contains(t, cookie, flag)
	}
	assert.NotContains(t, cookie, "Domain")
}

// A cookie that somebody planted before is worth nothing after signing in.
func TestSigningInMakesANewCookie(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	first := b.post("/players", url.Values{"name": {"Ada"}}).header.Get("Set-Cookie")
	second := b.post("/players", url.Values{"name": {"Ben"}}).header.Get("Set-Cookie")
	name := func(cookie string) string { value, _, _ := strings.Cut(cookie, ";"); return value }
	assert.NotEqual(t, name(first), name(second))
	wantProblem(t, s.program().get("/me", "Cookie", name(first)), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, "Ben", s.program().get("/me", "Cookie", name(second)).str("name"))
	wantProblem(t, s.program().get("/me", "Cookie", "bh=planted"), http.StatusUnauthorized, "unauthorized")
}

func TestSigningOut(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	cookie, _, _ := strings.Cut(b.post("/players", url.Values{"name": {"Ada"}}).header.Get("Set-Cookie"), ";")
	a := b.post("/me/sign-out", nil)
	require.Equal(t, http.StatusSeeOther, a.status)
	assert.Equal(t, "/", a.header.Get("Location"))
	wantProblem(t, s.program().get("/me", "Cookie", cookie), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, http.StatusMethodNotAllowed, b.get("/me/sign-out").status, "a link signs nobody out")
}

// The secret link brings somebody back on another device. Looking at it, as
// mail scanners do, changes nothing.
func TestTheSecretLink(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	id := ada.get("/me").str("id")
	made := ada.post("/me/link", nil)
	require.Equal(t, http.StatusCreated, made.status)
	link := made.str("path")
	assert.Equal(t, s.url+link, made.str("url"))
	assert.Equal(t, "no-store", made.header.Get("Cache-Control"))

	phone := s.browser()
	for range 3 {
		look := phone.get(link)
		require.Equal(t, http.StatusOK, look.status)
		assert.Contains(t, look.page().Text(), "Ada")
		assert.Empty(t, look.header.Get("Set-Cookie"))
		assert.Equal(t, "no-store", look.header.Get("Cache-Control"))
		assert.Equal(t, "noindex", look.header.Get("X-Robots-Tag"))
		form := look.page().Find(`form[method=post][action="` + link + `"]`)
		assert.Equal(t, 1, form.Length())
	}
	require.Equal(t, http.StatusSeeOther, phone.post(link, url.Values{}).status)
	assert.Equal(t, id, phone.get("/me", "Accept", "*/*").str("id"))
	laptop := s.program()
	again := laptop.post(link, nil)
	require.Equal(t, http.StatusCreated, again.status, "it works until a new one is made")
	assert.Equal(t, id, s.program().get("/me", "Authorization", "Bearer "+again.str("token")).str("id"))

	require.Equal(t, http.StatusCreated, ada.post("/me/link", nil).status)
	wantProblem(t, s.program().get(link), http.StatusNotFound, "unknown_link")
	wantProblem(t, s.program().post(link, nil), http.StatusNotFound, "unknown_link")
	wantProblem(t, s.program().post("/in/"+ada.token, nil), http.StatusNotFound, "unknown_link")
	wantProblem(t, s.program().get("/me", "Authorization", "Bearer "+strings.TrimPrefix(link, "/in/")), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, s.program().post("/me/link", nil), http.StatusUnauthorized, "unauthorized")
}

// A visitor who is not signed in is asked for a name and comes back to where they were.
func TestABrowserWithoutANameIsAskedForOne(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	a := b.get("/me")
	require.Equal(t, http.StatusSeeOther, a.status)
	form := b.get(a.header.Get("Location"))
	require.Equal(t, http.StatusOK, form.status)
	next := form.page().Find("input[name=next]").AttrOr("value", "")
	assert.Equal(t, "/me", next)
	back := b.post("/players", url.Values{"name": {"Ada"}, "next": {next}})
	require.Equal(t, http.StatusSeeOther, back.status)
	assert.Equal(t, "/me", back.header.Get("Location"))
	assert.Contains(t, b.get("/me").page().Text(), "Ada")
	for _, evil := range []string{"https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "/\t/evil.example"} {
		a := b.post("/players", url.Values{"name": {"Ada"}, "next": {evil}})
		assert.Equal(t, "/", a.header.Get("Location"), evil)
	}
}

func TestTwoTabsAndTwoDevices(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover, same := toMove(game, ada, ben), s.browser()
	require.Equal(t, http.StatusSeeOther, same.post(mover.post("/me/link", nil).str("path"), url.Values{}).status)
	seen := itoa(mover.get(game).num("seq"))
	a := same.post(game+"/moves", url.Values{"move": {"roll"}, "seq": {seen}})
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	wantProblem(t, mover.post(game+"/moves", map[string]any{"move": "roll", "seq": mustInt(seen)}), http.StatusConflict, "stale")
}

func TestTheLanguageIsRememberedAndChosen(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.lang = "de-CH,de;q=0.9"
	german := b.get("/")
	assert.Equal(t, "de", german.header.Get("Content-Language"))
	assert.Equal(t, "de", german.page().Find("html").AttrOr("lang", ""))
	chosen := b.get("/?lang=en")
	assert.Equal(t, "en", chosen.header.Get("Content-Language"))
	assert.Equal(t, "en", b.get("/").header.Get("Content-Language"), "a cookie remembers it")
	assert.Equal(t, "en", b.get("/?lang=xx").header.Get("Content-Language"))
	assert.Empty(t, b.get("/?lang=en").header.Get("Set-Cookie"), "it is set once")
}

// What was found out about one request is forgotten before the next, also where
// no route asks who comes.
func TestNobodyIsTakenForWhoCameBefore(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, nobody := s.player("Ada"), s.program()
	for range 20 {
		page := ada.get("/nowhere", "Accept", "text/html", "Accept-Language", "de")
		require.Equal(t, 1, page.page().Find(`nav a[href="/me"]`).Length(), "known people have a day")
		assert.Equal(t, "de", page.header.Get("Content-Language"))
		page = nobody.get("/nowhere", "Accept", "text/html", "Accept-Language", "en")
		require.Zero(t, page.page().Find(`nav a[href="/me"]`).Length())
		assert.Equal(t, "en", page.header.Get("Content-Language"))
		assert.Empty(t, ada.send(http.MethodHead, "/me", nil).body)
		assert.NotEmpty(t, ada.get("/me").body)
		wantProblem(t, nobody.post("/me/link", nil), http.StatusUnauthorized, "unauthorized")
	}
}

// A browser keeps a text that is too long, and says so: it does not cut it, as it does
// where a field has a greatest length.
func TestWhatIsPastedIsNotCut(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	room := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	for _, path := range []string{"/", "/players", "/games/new", "/editions", "/editions/us-classic/edit", room} {
		name := s.browser().get(path).page().Find("input[name=name]").First()
		require.Equal(t, 1, name.Length(), path)
		assert.Empty(t, name.AttrOr("maxlength", ""), path)
		assert.Equal(t, fmt.Sprintf(".{0,%d}", account.MaxName), name.AttrOr("pattern", ""), path)
		assert.Equal(t, "At most 24 characters", name.AttrOr("title", ""), path)
	}
	say := ada.shown(room + "/chat").Find("#in-say")
	assert.Equal(t, fmt.Sprintf(".{0,%d}", talk.MaxMessage), say.AttrOr("pattern", ""))
	assert.Empty(t, say.AttrOr("maxlength", "")+ada.shown(room+"/notes").Find("#in-note").AttrOr("maxlength", ""))
	note := ada.post(room+"/notes", url.Values{"text": {strings.Repeat("x", 4001)}, "seen": {"0"}}, "Accept", html)
	assert.Contains(t, note.page().Find(".problem").Text(), "at most 4000 characters")
	assert.Len(t, note.page().Find("#in-typed").Text(), 4001, "and it is there to be shortened")
}

// TestAPressOfSomebodySignedOutSaysSo: a table that was open in another tab does not send them to
// look for a free seat.
func TestAPressOfSomebodySignedOutSaysSo(t *testing.T) {
	t.Parallel()
	s := open(t)
	game := running(s.player("Ada"), s.player("Ben"))
	for lang, want := range map[string]string{"en": "You are not signed in here. If one of the seats is yours, sign in first.", "de": "Du bist hier nicht angemeldet. Wenn einer der Plätze deiner ist, melde dich zuerst an."} {
		b := s.browser()
		b.lang = lang
		for _, path := range []string{"/moves", "/seats/0/leave", "/start"} {
			a := b.post(game+path, url.Values{"move": {"roll"}})
			assert.Equal(t, http.StatusForbidden, a.status, path)
			assert.Contains(t, a.page().Find("#problem").Text(), want, path)
		}
	}
	assert.Contains(t, signedIn(s, s.player("Eve")).post(game+"/moves", url.Values{"move": {"roll"}}).page().Find("#problem").Text(), "You need a seat at this table for that")
}
