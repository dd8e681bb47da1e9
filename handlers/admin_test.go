package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

const password = "correct horse battery"

// withOperator lets a server have an operator.
func withOperator(c *handlers.Config) { c.AdminPassword = password }

// operatorIn is a browser in which the operator has signed in.
func operatorIn(s *site) *client {
	s.t.Helper()
	b := s.browser()
	a := b.post("/admin/login", url.Values{"password": {password}})
	require.Equal(s.t, http.StatusSeeOther, a.status, a.text())
	return b
}

// chief is a program with the operator's password.
func chief(s *site) *client {
	c := s.program()
	c.token = password
	return c
}

var adminPages = []string{"/admin", "/admin/tables", "/admin/stuck", "/admin/people", "/admin/reports", "/admin/bans", "/admin/acts"}

func TestWithoutAPasswordThereAreNoOperatorPages(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range adminPages {
		wantProblem(t, s.program().get(path), http.StatusNotFound, "not_found")
		wantProblem(t, chief(s).get(path), http.StatusNotFound, "not_found")
	}
	wantProblem(t, s.program().post("/admin/login", map[string]any{"password": ""}), http.StatusNotFound, "not_found")
}

func TestOnlyTheOperatorSeesHisPages(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada := s.player("Ada")
	for _, path := range adminPages {
		for _, c := range []*client{s.program(), ada} {
			refused := c.get(path)
			wantProblem(t, refused, http.StatusUnauthorized, "unauthorized")
			assert.Contains(t, refused.str("detail"), "the operator's password", path)
		}
		a := s.browser().get(path)
		if path != "/admin" {
			assert.Equal(t, "/admin", a.header.Get("Location"))
		}
		assert.NotContains(t, a.text(), "Ada")
	}
	for _, path := range []string{"/admin/tables/aaaaaaaaaa/close", "/admin/people/x/sign-out", "/admin/reports/x", "/admin/bans", "/admin/bans/x/lift", "/admin/announcement", "/admin/logout"} {
		wantProblem(t, ada.post(path, map[string]any{}), http.StatusUnauthorized, "unauthorized")
	}
	b := operatorIn(s)
	for _, path := range adminPages {
		for _, lang := range []string{"de", "en"} {
			b.lang = lang
			a := b.get(path)
			assert.Equal(t, http.StatusOK, a.status, path)
			assert.Equal(t, "no-store", a.header.Get("Cache-Control"))
			assert.Equal(t, "noindex", a.header.Get("X-Robots-Tag"))
			assert.Equal(t, 1, a.page().Find("h1").Length())
		}
		assert.Equal(t, http.StatusOK, chief(s).get(path).status, path)
	}
}

func TestTheOperatorsSession(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, withOperator, func(c *handlers.Config) { c.Now = func() time.Time { return now } })
	b := s.browser()
	a := b.post("/admin/login", url.Values{"password": {password}})
	cookie := a.header.Get("Set-Cookie")
	for _, want := range []string{"bh-admin=", "Path=/admin", "HttpOnly", "SameSite=Strict"} {
		assert.Contains(t, cookie, want)
	}
	inside := func() bool { return b.get("/admin/acts").status == http.StatusOK }
	assert.True(t, inside())
	now = now.Add(29 * time.Minute)
	assert.True(t, inside(), "it goes on by being used")
	now = now.Add(31 * time.Minute)
	assert.False(t, inside(), "but not by itself")
	require.Equal(t, http.StatusSeeOther, b.post("/admin/login", url.Values{"password": {password}}).status)
	for range 15 {
		now = now.Add(29 * time.Minute)
		inside()
	}
	now = now.Add(29 * time.Minute)
	assert.True(t, inside())
	now = now.Add(29 * time.Minute)
	assert.False(t, inside(), "it ends after a working day")
	require.Equal(t, http.StatusSeeOther, b.post("/admin/login", url.Values{"password": {password}}).status)
	assert.Equal(t, http.StatusForbidden, b.post("/admin/announcement", url.Values{}, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example").status)
	old := a.header.Get("Set-Cookie")
	require.Equal(t, http.StatusSeeOther, b.post("/admin/logout", url.Values{}).status)
	assert.False(t, inside())
	stale := s.browser().get("/admin/acts", "Cookie", strings.SplitN(old, ";", 2)[0])
	assert.NotEqual(t, http.StatusOK, stale.status)
}

func TestGuessingTheOperatorsPassword(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator, func(c *handlers.Config) { c.Limits = web.Limits{} })
	b := s.browser()
	refused := 0
	for range 20 {
		a := b.post("/admin/login", url.Values{"password": {"guess"}})
		if a.status == http.StatusTooManyRequests {
			assert.NotEmpty(t, a.header.Get("Retry-After"))
			refused++
			continue
		}
		assert.Equal(t, http.StatusUnauthorized, a.status)
		assert.Equal(t, 1, a.page().Find("input[name=password]").Length(), "the form is there again")
	}
	assert.GreaterOrEqual(t, refused, 5, "even on a server without limits")
	late := b.post("/admin/login", url.Values{"password": {password}})
	assert.Equal(t, http.StatusTooManyRequests, late.status, "the right one does not help now")
	assert.Regexp(t, `Please wait \d+ (minute|second)s?( \d+ seconds?)? and try again\.`, late.page().Find("#problem").Text())
	assert.Regexp(t, `Bitte warte \d+ (Minute|Sekunde)n?( \d+ Sekunden?)? und versuche es dann noch einmal\.`, b.post("/admin/login", url.Values{"password": {password}}, "Accept-Language", "de").page().Find("#problem").Text())
	wantProblem(t, chief(s).get("/admin"), http.StatusTooManyRequests, "too_many")
}

func TestTheOperatorClosesTables(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada, ben := s.player("Ada"), s.player("Ben")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 3, "title": "100% private_table", "private": true})
	game := running(ada, ben)
	boss := chief(s)
	found := func(query string) []any {
		a := boss.get("/admin/tables?" + query)
		require.Equal(t, http.StatusOK, a.status, a.text())
		return a.json()["tables"].([]any)
	}
	assert.Len(t, found(""), 2)
	assert.Len(t, found("status=lobby"), 1)
	assert.Len(t, found("q="+url.QueryEscape("% private_")), 1)
	assert.Empty(t, found("q="+url.QueryEscape("100_")), "no wild cards")
	assert.Len(t, found("q=Ben&sort=size"), 1)
	assert.Empty(t, found("idle=1"))
	wantProblem(t, boss.get("/admin/tables?status=lost"), http.StatusBadRequest, "mistyped")
	wantProblem(t, boss.get("/admin/tables?idle=x"), http.StatusBadRequest, "mistyped")

	b := operatorIn(s)
	page := b.get("/admin/tables")
	action := page.page().Find("#t-"+strings.TrimPrefix(game, "/games/")+" form").AttrOr("action", "")
	assert.Equal(t, http.StatusSeeOther, b.post(action, url.Values{"reason": {"asked for"}}).status)
	assert.Equal(t, "finished", ada.get(game).str("status"))
	assert.Equal(t, http.StatusNoContent, boss.post("/admin/tables/"+strings.TrimPrefix(lobby, "/games/")+"/close", map[string]any{}).status)
	assert.Equal(t, http.StatusNotFound, ada.get(lobby).status)
	wantProblem(t, boss.post("/admin/tables/"+strings.TrimPrefix(game, "/games/")+"/close", map[string]any{}), http.StatusConflict, "finished")
	wantProblem(t, boss.post("/admin/tables/aaaaaaaaaa/close", map[string]any{}), http.StatusNotFound, "unknown_game")
	wantProblem(t, boss.post("/admin/tables/aaaaaaaaaa/close", map[string]any{"why": "x"}), http.StatusBadRequest, "foreign")

	acts := boss.get("/admin/acts").json()["acts"].([]any)
	var did []string
	for _, one := range acts {
		did = append(did, one.(map[string]any)["what"].(string))
	}
	assert.Equal(t, []string{"close_failed", "close", "close_failed", "close", "close", "close", "login"}, did)
	assert.Equal(t, "asked for", acts[5].(map[string]any)["note"])
	assert.Equal(t, "127.0.0.1", acts[5].(map[string]any)["from"])
}

func TestTheOperatorBansPeople(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	boss := chief(s)
	id := ada.get("/me").str("id")
	for name, bad := range map[string]struct {
		ban               map[string]any
		code, field, says string
	}{
		"no reason":     {map[string]any{"player": id}, "missing", "reason", "“reason” is missing."},
		"only blanks":   {map[string]any{"player": id, "reason": "  "}, "missing", "reason", "“reason” is missing."},
		"nobody":        {map[string]any{"reason": "x"}, "missing", "player", "`address`"},
		"no day":        {map[string]any{"player": id, "reason": "x", "days": 0}, "mistyped", "days", "from 1 to 3650"},
		"a novel":       {map[string]any{"player": id, "reason": strings.Repeat("x", 301)}, "mistyped", "reason", "at most 300"},
		"unseen":        {map[string]any{"player": id, "reason": "a\u202eb"}, "mistyped", "reason", "can be seen"},
		"no address":    {map[string]any{"address": "somewhere", "reason": "x"}, "mistyped", "address", "an address such as"},
		"no network":    {map[string]any{"address": "10.9.8.0/33", "reason": "x"}, "mistyped", "address", "or a network"},
		"the world":     {map[string]any{"address": "0.0.0.0/0", "reason": "x"}, "mistyped", "address", "or a network"},
		"two of a kind": {map[string]any{"address": "203.0.113.9", "player": id, "reason": "x"}, "mistyped", "address", "not both"},
	} {
		a := boss.post("/admin/bans", bad.ban)
		wantProblem(t, a, http.StatusBadRequest, bad.code)
		assert.Equal(t, bad.field, a.str("field"), name)
		assert.Contains(t, a.str("detail"), bad.says, name)
	}
	form := boss.post("/admin/bans", url.Values{"reason": {"x"}}, "Accept", "text/html").page().Find("#problem").Text()
	assert.Contains(t, form, "a player, an address or a network", "a form names no fields of programs")
	unknown := boss.post("/admin/bans", map[string]any{"player": "nobody", "reason": "x"})
	wantProblem(t, unknown, http.StatusUnprocessableEntity, "not_found")
	assert.Equal(t, "player", unknown.str("field"))
	assert.Contains(t, unknown.str("detail"), "“nobody”")
	wantProblem(t, boss.get("/admin/tables?sort=nope"), http.StatusBadRequest, "mistyped")
	a := boss.post("/admin/bans", map[string]any{"player": id, "reason": "rude <b>words</b>", "days": 3})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	ban := a.str("id")

	refused := ada.post("/games", map[string]any{"edition": "us-classic", "players": 2})
	wantProblem(t, refused, http.StatusForbidden, "banned")
	assert.Contains(t, refused.str("detail"), "rude <b>words</b>")
	assert.Contains(t, refused.str("detail"), " UTC")
	wantProblem(t, ada.post(game+"/start", map[string]any{}), http.StatusForbidden, "banned")
	assert.Equal(t, http.StatusOK, ada.get(game).status, "looking stays possible")
	wantProblem(t, ada.post("/me/account/name", map[string]any{"name": "Eve"}), http.StatusForbidden, "banned")
	assert.Equal(t, "Ada", ada.get("/me").str("name"))
	wantProblem(t, ada.post(game+"/seats", map[string]any{"name": "Eve"}), http.StatusForbidden, "banned")
	page := ada.post(game+"/start", url.Values{}, "Accept", "text/html")
	assert.Equal(t, http.StatusForbidden, page.status)
	assert.NotContains(t, page.text(), "<b>words")
	assert.Zero(t, page.page().Find("#ban").Length(), "the refusal says it already")
	for lang, banner := range map[string]string{
		"en": `^The operator of this server has banned you until [A-Z][a-z]+day, [A-Z][a-z]+ \d+, 20\d\d, \d\d:\d\d UTC\. Reason: rude <b>words</b>$`,
		"de": `^Der Betrieb dieses Servers hat dich bis [A-Z][a-z]+, \d+\. [A-Z]\p{L}+\.? 20\d\d, \d\d:\d\d UTC gesperrt\. Grund: rude <b>words</b>$`,
	} {
		for _, path := range []string{game, "/", "/me", "/rules"} {
			read := ada.get(path, "Accept", "text/html", "Accept-Language", lang).page()
			assert.Regexp(t, banner, read.Find("#ban").Text(), "%s in %s", path, lang)
			assert.Zero(t, read.Find("#f-quick, #f-open, [href='#new-h']").Length(), "what is refused is not offered")
			assert.Zero(t, s.browser().get(path).page().Find("#ban").Length(), path)
		}
	}

	assert.Equal(t, http.StatusNoContent, boss.post("/admin/bans/"+ban+"/lift", map[string]any{}).status)
	wantProblem(t, boss.post("/admin/bans/"+ban+"/lift", map[string]any{}), http.StatusNotFound, "not_found")
	assert.Equal(t, http.StatusCreated, ada.post("/games", map[string]any{"edition": "us-classic", "players": 2}).status)
	assert.Zero(t, ada.get(game, "Accept", "text/html").page().Find("#ban").Length())
}

func TestTheOperatorBansAddresses(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := open(t, withOperator, func(c *handlers.Config) { c.Now = func() time.Time { return now } })
	boss, ada := chief(s), s.player("Ada")
	a := boss.post("/admin/bans", map[string]any{"address": "127.0.0.0/8", "reason": "flood"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	wantProblem(t, ada.get("/"), http.StatusForbidden, "banned")
	wantProblem(t, s.program().post("/players", map[string]any{"name": "Ben"}), http.StatusForbidden, "banned")
	assert.Equal(t, http.StatusForbidden, s.browser().get("/").status)
	assert.Equal(t, http.StatusOK, ada.get("/healthz").status)
	b := operatorIn(s)
	list := b.get("/admin/bans").page()
	assert.Contains(t, list.Text(), "127.0.0.0/8")
	assert.Equal(t, http.StatusSeeOther, b.post(list.Find(".admin-list form").AttrOr("action", ""), url.Values{}).status)
	assert.Equal(t, http.StatusOK, ada.get("/").status)
}

func TestTheAnnouncementStandsOnEveryPage(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	b := operatorIn(s)
	require.Equal(t, http.StatusSeeOther, b.post("/admin/announcement", url.Values{"text_de": {"Heute <b>Wartung</b>."}, "text_en": {"Maintenance today."}, "days": {"1"}}).status)
	said := func(path, lang string) string {
		c := s.browser()
		c.lang = lang
		return c.get(path).page().Find("#announcement p").Text()
	}
	for _, path := range []string{"/", game, "/rules", "/editions", "/players", "/nowhere"} {
		assert.Equal(t, "Heute <b>Wartung</b>.", said(path, "de"), path)
		assert.Equal(t, "Maintenance today.", said(path, "en"), path)
	}
	boss := chief(s)
	assert.Equal(t, "Maintenance today.", boss.get("/admin").json()["announcement"].(map[string]any)["en"])
	wantProblem(t, boss.post("/admin/announcement", map[string]any{"texts": map[string]any{"fr": "x"}}), http.StatusBadRequest, "mistyped")
	wantProblem(t, boss.post("/admin/announcement", map[string]any{"days": 3}), http.StatusBadRequest, "missing")
	wantProblem(t, boss.post("/admin/announcement", map[string]any{"texts": map[string]any{"en": strings.Repeat("x", 501)}}), http.StatusBadRequest, "mistyped")
	require.Equal(t, http.StatusNoContent, boss.post("/admin/announcement", map[string]any{"texts": map[string]any{"de": "Nur deutsch."}}).status)
	assert.Equal(t, "Nur deutsch.", said("/", "en"), "better than nothing")
	require.Equal(t, http.StatusNoContent, boss.post("/admin/announcement", map[string]any{"texts": map[string]any{}}).status)
	assert.Empty(t, said("/", "de"))
}

// A table that is open hears over its stream that the operator announces something, and
// that it is taken away; the next fetch brings it, and nothing of who reads it.
func TestAnOpenTableIsToldOfTheAnnouncement(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator, func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	ada := s.player("Ada")
	waiting, boss := ada.create(map[string]any{"edition": "us-classic", "players": 3}), chief(s)
	ben := s.player("Ben")
	for name, game := range map[string]string{"waiting": waiting, "running": running(ada, ben)} {
		for reader, c := range map[string]*client{"player": signedIn(s, ada), "watcher": s.browser()} {
			c.lang = "en"
			page := c.shown(game)
			require.Equal(t, 1, page.Find("#news").Length(), name)
			table := page.Find("#table")
			st := c.listen(game + "/events?after=" + table.AttrOr("data-seq", "") + "&rev=" + table.AttrOr("data-rev", "") + "&here=" + table.AttrOr("data-here", ""))
			have := haveOf(page)
			for _, text := range []string{"Maintenance <b>today</b>.", "Maintenance at eleven.", ""} {
				texts := map[string]any{}
				if text != "" {
					texts["en"] = text
				}
				require.Equal(t, http.StatusNoContent, boss.post("/admin/announcement", map[string]any{"texts": texts}).status)
				require.Equal(t, "presence", st.next().event, "%s, %s: %q", name, reader, text)
				a := c.get(game, fragmentHeaders(have)...)
				require.Equal(t, http.StatusOK, a.status)
				news := a.page().Find("hx-partial[hx-target='#news']")
				require.Equal(t, 1, news.Length(), "%s, %s: %q", name, reader, text)
				assert.Equal(t, text, news.Find("#announcement p").Text())
				html, err := news.Html()
				require.NoError(t, err)
				assert.NotContains(t, html, "Ada")
				if text == "" {
					assert.Empty(t, strings.TrimSpace(html), "taken away")
				}
				if have != "" {
					have = merged(have, haveOf(a.page()))
					again := c.get(game, fragmentHeaders(have)...)
					assert.True(t, again.status == http.StatusNoContent || again.page().Find("hx-partial[hx-target='#news']").Length() == 0, "the page has it")
				}
			}
			st.cancel()
		}
	}
}

func TestTheOperatorEndsSessions(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada := s.player("Ada")
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ben_1"}}).status)
	boss := chief(s)
	people := boss.get("/admin/people?q=ben_").json()["people"].([]any)
	require.Len(t, people, 1)
	ben := people[0].(map[string]any)
	assert.EqualValues(t, 1, ben["sessions"])
	for _, id := range []string{ben["id"].(string), ada.get("/me").str("id")} {
		assert.Equal(t, http.StatusNoContent, boss.post("/admin/people/"+id+"/sign-out", map[string]any{}).status)
	}
	wantProblem(t, ada.get("/me"), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, http.StatusSeeOther, b.get("/me").status)
	wantProblem(t, boss.post("/admin/people/nobody/sign-out", map[string]any{}), http.StatusNotFound, "not_found")
}

// Where games are not kept for ever, their last page says until when.
func TestTheResultSaysHowLongItIsKept(t *testing.T) {
	t.Parallel()
	for _, keep := range []time.Duration{0, 48 * time.Hour} {
		s := openAt(t, time.Date(2026, 11, 24, 20, 14, 0, 0, time.UTC), withOperator, func(c *handlers.Config) { c.KeepFinished = keep })
		ada, ben := s.player("Ada"), s.player("Ben")
		game := running(ada, ben)
		assert.Zero(t, ada.get(game, "Accept", "text/html").page().Find("#kept").Length())
		require.Equal(t, http.StatusNoContent, chief(s).post("/admin/tables/"+strings.TrimPrefix(game, "/games/")+"/close", map[string]any{}).status)
		said := ada.get(game, "Accept", "text/html").page().Find("#kept").Text()
		if keep == 0 {
			assert.Empty(t, said)
			continue
		}
		assert.Contains(t, said, "Nov 26, 2026, 20:14 UTC")
	}
}
