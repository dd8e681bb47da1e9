package handlers_test

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// A link to a new password is sent only to a confirmed address.
func TestAnAddressIsConfirmedByItsOwner(t *testing.T) {
	t.Parallel()
	set, now := clock(time.Now())
	s := open(t, set)
	ada, eve := s.player("Ada"), s.reachable("Eve", "eve", "eve@example.org")
	ada.token = ""
	wantProblem(t, ada.post("/me/account/mail", nil), http.StatusNotFound, "no_address")
	a := ada.post("/me/account/password", map[string]any{"login": "ada", "mail": "Ada@Example.org", "password": secret})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Nil(t, a.at("mail_confirmed_at"))
	m := s.mail()
	assert.Equal(t, "Ada@Example.org", m.to)
	old := s.linkIn(m)
	ask := func() {
		require.Equal(t, http.StatusAccepted, s.program().post("/login/recover", map[string]any{"login": "ada"}).status)
		require.Equal(t, http.StatusAccepted, s.program().post("/login/recover", map[string]any{"login": "eve"}).status)
	}
	ask()
	assert.Equal(t, "eve@example.org", s.mail().to)
	assert.Empty(t, s.mails, "nothing goes to an address that nobody confirmed")

	page := ada.get("/me/account", "Accept", "text/html").page()
	assert.Contains(t, page.Find("#mail-state").Text(), "not confirmed")
	sent := ada.post("/me/account/mail", url.Values{}, "Accept", "text/html")
	require.Equal(t, http.StatusAccepted, sent.status)
	assert.Contains(t, sent.page().Find("#mail-state").Text(), "on its way")
	link := s.linkIn(s.mail())
	assert.NotEqual(t, old, link)

	// With another session the link has no effect, and neither has looking at it.
	wantProblem(t, ada.post(old, nil), http.StatusNotFound, "unknown_recovery")
	wantProblem(t, eve.post(link, nil), http.StatusConflict, "other_account")
	wantProblem(t, s.program().post(link, nil), http.StatusUnauthorized, "unauthorized")
	stranger := s.browser().get(link)
	require.Equal(t, http.StatusSeeOther, stranger.status)
	assert.Equal(t, "/login?next="+url.QueryEscape(link), stranger.header.Get("Location"))
	look := ada.get(link, "Accept", "text/html")
	require.Equal(t, http.StatusOK, look.status)
	assert.Contains(t, look.text(), "Ada@Example.org")
	assert.Equal(t, "noindex", look.header.Get("X-Robots-Tag"))
	assert.Equal(t, "no-store", look.header.Get("Cache-Control"))
	assert.Equal(t, "Ada@Example.org", ada.get(link).str("mail"))
	assert.Nil(t, ada.get("/me/account").at("mail_confirmed_at"))
	wantProblem(t, ada.get(old), http.StatusNotFound, "unknown_recovery")
	for _, other := range []*client{eve, s.player("Nan")} {
		wantProblem(t, other.get(link), http.StatusConflict, "other_account")
		page := other.get(link, "Accept", "text/html").page()
		assert.Equal(t, "This link belongs to another account", page.Find("#act-h").Text())
		assert.Equal(t, "/login?next="+url.QueryEscape(link), page.Find("#act .go").AttrOr("href", ""))
		assert.NotContains(t, strings.ToLower(page.Find("main").Text()), "ada")
	}

	*now = now.Add(account.MailLife)
	wantProblem(t, ada.post(link, nil), http.StatusNotFound, "unknown_recovery")
	again := ada.post("/me/account/mail", nil)
	require.Equal(t, http.StatusAccepted, again.status)
	assert.Equal(t, "Ada@Example.org", again.str("mail"))
	link = s.linkIn(s.mail())
	done := ada.post(link, url.Values{}, "Accept", "text/html")
	require.Equal(t, http.StatusSeeOther, done.status, done.text())
	for _, twice := range []*answer{ada.post(link, url.Values{}, "Accept", "text/html"), ada.get(link, "Accept", "text/html")} {
		require.Equal(t, http.StatusSeeOther, twice.status, "pressed twice")
		assert.Equal(t, "/me/account", twice.header.Get("Location"))
	}
	wantProblem(t, ada.post(link, nil), http.StatusNotFound, "unknown_recovery")
	assert.NotNil(t, ada.get("/me/account").at("mail_confirmed_at"))
	assert.Contains(t, ada.get("/me/account", "Accept", "text/html").page().Find("#mail-state").Text(), "is confirmed")
	wantProblem(t, ada.post("/me/account/mail", nil), http.StatusNotFound, "no_address")
	ask()
	assert.ElementsMatch(t, []string{"Ada@Example.org", "eve@example.org"}, []string{s.mail().to, s.mail().to})

	// Another address has to be confirmed anew, and the one before is told of it.
	require.Equal(t, http.StatusOK, ada.post("/me/account/confirm", map[string]any{"password": secret}).status)
	a = ada.post("/me/account/password", map[string]any{"login": "ada", "mail": "ada@elsewhere.example"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Nil(t, a.at("mail_confirmed_at"))
	assert.ElementsMatch(t, []string{"Ada@Example.org", "ada@elsewhere.example"}, []string{s.mail().to, s.mail().to})
}

// A player who gives a new address is told that a mail with a link is on its way there.
func TestThePageSaysWhereAConfirmationWent(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	ada.token = ""
	save := func(login string) *answer {
		t.Helper()
		saved := ada.post("/me/account/password", url.Values{"login": {login}, "mail": {"ada@example.org"}, "password": {secret}}, "Accept", "text/html")
		require.Equal(t, http.StatusSeeOther, saved.status, saved.text())
		to, at, _ := strings.Cut(saved.header.Get("Location"), "#")
		assert.Equal(t, "done", at)
		return ada.get(to, "Accept", "text/html")
	}
	page := save("ada").page()
	assert.Equal(t, "ada@example.org", s.mail().to)
	assert.Contains(t, page.Find("#mail-state").Text(), "A mail to ada@example.org is on its way.")
	assert.Contains(t, page.Find("#done").Text(), "confirm the address")

	page = save("ada2").page()
	assert.Empty(t, s.mails, "the address is the same")
	assert.Contains(t, page.Find("#mail-state").Text(), "not confirmed")
	assert.Equal(t, 1, page.Find("#m-mail").Length())
}

// Nobody makes the server write to a stranger again and again.
func TestConfirmationsAreFew(t *testing.T) {
	t.Parallel()
	s := open(t)
	said := 0
	for i, login := range []string{"eve1", "eve2", "eve3", "eve4", "eve5"} {
		c := s.player("Eve" + itoa(i))
		c.token = ""
		require.Equal(t, http.StatusOK, c.post("/me/account/password", map[string]any{"login": login, "mail": "victim@example.org", "password": secret}).status)
		if again := c.post("/me/account/mail", nil); again.status == http.StatusTooManyRequests {
			said++
			assert.NotEmpty(t, again.header.Get("Retry-After"))
			page := c.post("/me/account/mail", url.Values{}, "Accept", "text/html")
			assert.Equal(t, http.StatusTooManyRequests, page.status)
			assert.NotEmpty(t, page.page().Find("#problem").Text())
		}
	}
	assert.GreaterOrEqual(t, said, 3)
	for range 3 {
		assert.Equal(t, "victim@example.org", s.mail().to)
	}
	assert.Empty(t, s.mails, "not more than three for one address at once, whoever asks")
}

// A player who has lost only their password may keep the rest, and is told what that is.
func TestRecoveryTellsOfTheOtherWays(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.reachable("Ada", "ada", "ada@example.org")
	token := s.program().post("/login", map[string]any{"login": "ada", "password": secret}).str("token")
	link := ada.post("/me/link", nil).str("path")
	recovery := func() string {
		require.Equal(t, http.StatusAccepted, s.program().post("/login/recover", map[string]any{"login": "ADA"}).status)
		return s.linkIn(s.mail())
	}
	path := recovery()
	ways := s.program().get(path)
	assert.Equal(t, true, ways.at("link"))
	assert.GreaterOrEqual(t, ways.num("tokens"), 1)
	b := s.browser()
	page := b.get(path).page()
	assert.Equal(t, 1, page.Find("#in-keep").Length())
	assert.Equal(t, 0, page.Find("#in-keep[checked]").Length(), "nothing is kept unless one says so")
	saved := b.post(path, url.Values{"password": {"sieben Bahnhöfe"}, "keep": {"true"}})
	require.Equal(t, http.StatusSeeOther, saved.status)
	to, _, _ := strings.Cut(saved.header.Get("Location"), "#")
	assert.Contains(t, b.get(to).page().Find("#done").Text(), "Your new password is saved")
	used := s.browser().get(path)
	require.Equal(t, http.StatusNotFound, used.status)
	assert.Equal(t, "Ask for a new link", used.page().Find(`a.go[href="/login/recover"]`).Text())
	m := s.mail()
	assert.Contains(t, m.text, "the secret link")
	wantProblem(t, ada.get("/me"), http.StatusUnauthorized, "unauthorized") // sessions always end
	assert.Equal(t, http.StatusOK, s.program().get("/me", "Authorization", "Bearer "+token).status)
	assert.Equal(t, http.StatusOK, s.program().get(link).status)

	require.Equal(t, http.StatusCreated, s.program().post(recovery(), map[string]any{"password": "acht Bahnhöfe"}).status)
	m = s.mail()
	assert.NotContains(t, m.text, "the secret link")
	wantProblem(t, s.program().get("/me", "Authorization", "Bearer "+token), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, s.program().get(link), http.StatusNotFound, "unknown_link")
	assert.Equal(t, 0, strings.Count(m.text, "{{"))
}

// noPlayers is a store that cannot read players for a while.
type noPlayers struct {
	tabletest.Store
	now *atomic.Bool
}

func (d noPlayers) Player(ctx context.Context, id account.PlayerID) (account.Player, error) {
	if d.now.Load() {
		return account.Player{}, storage.ErrBusy
	}
	return d.Store.Player(ctx, id)
}

// A new password whose owner could not be told of it is not set, and its link stays good.
func TestARecoveryThatFailsCanBeRepeated(t *testing.T) {
	t.Parallel()
	var broken atomic.Bool
	s := openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(d tabletest.Store) tabletest.Store { return noPlayers{d, &broken} })
	s.reachable("Ada", "ada", "ada@example.org")
	require.Equal(t, http.StatusAccepted, s.program().post("/login/recover", map[string]any{"login": "ada"}).status)
	path, body := s.linkIn(s.mail()), map[string]any{"password": "sieben Bahnhöfe"}
	broken.Store(true)
	wantProblem(t, s.program().post(path, body), http.StatusServiceUnavailable, "busy")
	broken.Store(false)
	assert.Equal(t, http.StatusCreated, s.program().post("/login", map[string]any{"login": "ada", "password": secret}).status)
	require.Equal(t, http.StatusCreated, s.program().post(path, body).status)
	assert.Equal(t, "ada@example.org", s.mail().to)
}
