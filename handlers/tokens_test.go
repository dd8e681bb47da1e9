package handlers_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// narrow is a program with a token of the given scopes that belongs to c's player.
func (c *client) narrow(scopes ...string) (*client, *answer) {
	c.t.Helper()
	a := c.post("/me/tokens", map[string]any{"name": "Robot", "scopes": scopes})
	require.Equal(c.t, http.StatusCreated, a.status, a.text())
	n := c.program()
	n.token = a.str("token")
	return n, a
}

func TestATokenOpensWhatItsScopesSay(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "bots": 1})
	read, _ := ada.narrow("read")
	play, _ := ada.narrow("play")
	create, _ := ada.narrow("create")
	account, _ := ada.narrow("account")

	assert.Equal(t, http.StatusOK, read.get("/me").status)
	assert.Equal(t, http.StatusOK, read.get(game).status)
	assert.Equal(t, http.StatusOK, read.get("/rules").status, "open to everybody")
	refused := read.post(game+"/start", nil)
	wantProblem(t, refused, http.StatusForbidden, "scope")
	assert.Contains(t, refused.str("detail"), "play")
	assert.Contains(t, refused.header.Get("WWW-Authenticate"), `error="insufficient_scope", scope="play"`)

	wantProblem(t, play.get(game), http.StatusForbidden, "scope")
	assert.Equal(t, http.StatusOK, play.post(game+"/start", nil).status)
	wantProblem(t, play.post("/games", map[string]any{"edition": "us-classic"}), http.StatusForbidden, "scope")
	assert.Equal(t, http.StatusCreated, create.post("/games", map[string]any{"edition": "us-classic"}).status)
	wantProblem(t, create.post("/me/link", nil), http.StatusForbidden, "scope")
	wantProblem(t, account.post("/me/link", nil), http.StatusForbidden, "scope")
	assert.Equal(t, http.StatusOK, account.get("/me/tokens").status)
	wantProblem(t, account.get("/me"), http.StatusForbidden, "scope")
}

func TestATokenMakesNoneThatIsWiderOrLivesLonger(t *testing.T) {
	t.Parallel()
	now := time.Now().UTC().Truncate(time.Second)
	s := open(t, func(c *handlers.Config) { c.Now = func() time.Time { return now } })
	ada := s.player("Ada")
	account, _ := ada.narrow("account", "read")
	for _, scopes := range []string{"read play", "create", "account read play create"} {
		refused := account.post("/me/tokens", map[string]any{"name": "x", "scopes": scopes})
		wantProblem(t, refused, http.StatusForbidden, "scope")
		assert.NotEmpty(t, refused.header.Get("WWW-Authenticate"))
	}
	made := account.post("/me/tokens", map[string]any{"name": "x", "scopes": "read"})
	require.Equal(t, http.StatusCreated, made.status, made.text())
	assert.Nil(t, made.at("expires_at"))

	short := s.program()
	a := ada.post("/me/tokens", map[string]any{"name": "Short", "scopes": "read play create account", "days": 2})
	short.token = a.str("token")
	for range 2 { // looked up, and remembered
		refused := short.post("/me/tokens", map[string]any{"name": "x", "scopes": "read", "days": 3})
		wantProblem(t, refused, http.StatusForbidden, "token_life")
		assert.Contains(t, refused.str("detail"), now.AddDate(0, 0, 2).Format("2006-01-02 15:04 UTC"))
		wantProblem(t, short.post("/me/link", nil), http.StatusForbidden, "token_life")
	}
	assert.Equal(t, a.str("expires_at"), short.post("/me/tokens", map[string]any{"name": "x", "scopes": "read"}).str("expires_at"), "as long as it lives itself")
	list, _ := ada.get("/me/tokens").at("tokens").([]any)
	assert.Len(t, list, 5, "what was refused made none")
	now = now.Add(time.Hour)
	assert.Equal(t, now.AddDate(0, 0, 1).Format(time.RFC3339), short.post("/me/tokens", map[string]any{"name": "x", "scopes": "read", "days": 1}).str("expires_at"))
}

// A token lies around in files: where there is a password, it alone makes no
// further ones.
func TestTokensOfAProtectedAccountNeedAProof(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ada"}}).status)
	robot := s.program()
	robot.token = b.post("/me/tokens", url.Values{"name": {"Robot"}, "scopes": {"account"}}).page().Find("#my-token").Text()
	set := b.post("/me/account/password", url.Values{"login": {"ada"}, "password": {"correct horse battery"}})
	require.Less(t, set.status, http.StatusBadRequest, set.text())
	wantProblem(t, robot.post("/me/tokens", map[string]any{"name": "x", "scopes": "account"}), http.StatusForbidden, "prove")
	assert.Equal(t, http.StatusCreated, b.post("/me/tokens", url.Values{"name": {"x"}, "scopes": {"read"}}).status, "who has just shown the password")
}

// A password, a passkey, an address or a merge would open more than the token.
func TestANarrowTokenTakesNoAccountOver(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	robot, _ := ada.narrow("account")
	for path, body := range map[string]map[string]any{
		"/me/account/password":       {"login": "ada", "password": secret},
		"/me/account/passkeys/begin": {},
		"/me/account/merge":          {"guest_token": "bh_none"},
		"/me/account/delete":         {"name": "Ada", "tables": map[string]any{}},
		"/me/link":                   {},
	} {
		wantProblem(t, robot.post(path, body), http.StatusForbidden, "scope")
	}
	assert.Equal(t, http.StatusOK, ada.post("/me/account/password", map[string]any{"login": "ada", "password": secret}).status)
}

func TestTokensAreListedAndEnded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	s := open(t, func(c *handlers.Config) { c.Now = func() time.Time { return now } })
	ada := s.player("Ada")
	robot, made := ada.narrow("read", "play")
	assert.Equal(t, "/me/tokens/"+made.str("id"), made.header.Get("Location"))
	require.Equal(t, http.StatusOK, robot.get("/me").status)

	list, _ := ada.get("/me/tokens").at("tokens").([]any)
	require.Len(t, list, 2)
	first, second := list[0].(map[string]any), list[1].(map[string]any)
	assert.Equal(t, []any{"read", "play", "create", "account"}, first["scopes"], "the token of the name opens everything")
	assert.Equal(t, true, first["current"])
	assert.Equal(t, "Robot", second["name"])
	assert.Equal(t, []any{"read", "play"}, second["scopes"])
	assert.NotNil(t, second["used_at"])
	assert.NotContains(t, second, "token", "it is shown once")

	ben := s.player("Ben")
	wantProblem(t, ben.send(http.MethodDelete, made.header.Get("Location"), nil), http.StatusNotFound, "unknown_token")
	require.Equal(t, http.StatusNoContent, ada.send(http.MethodDelete, made.header.Get("Location"), nil).status)
	wantProblem(t, robot.get("/me"), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, ada.send(http.MethodDelete, made.header.Get("Location"), nil), http.StatusNotFound, "unknown_token")
	assert.Equal(t, http.StatusOK, ada.get("/me").status, "the others stay")
}

func TestATokenEndsWithItsTime(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	a := ada.post("/me/tokens", map[string]any{"name": "Short", "scopes": "read play", "days": 1})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	ends, err := time.Parse(time.RFC3339, a.str("expires_at"))
	require.NoError(t, err)
	assert.Equal(t, ends.Truncate(time.Millisecond), ends, "as the list of tokens has it")
	made, err := time.Parse(time.RFC3339, ada.get("/me/account/export").str("made_at"))
	require.NoError(t, err)
	assert.Equal(t, made.Truncate(time.Millisecond), made)
	assert.WithinDuration(t, time.Now().Add(24*time.Hour), ends, time.Minute)
	_, _, err = s.players.Grant(context.Background(), a.str("token"))
	require.NoError(t, err)
	for body, code := range map[string]int{
		`{"name":"x","scopes":["fly"]}`: 400, `{"name":"x","scopes":[]}`: 400, `{"name":"x"}`: 400, `{"name":"","scopes":["read"]}`: 422,
		`{"name":"x","scopes":["read"],"days":0}`: 400, `{"name":"x","scopes":["read"],"days":9999}`: 400, `{"name":"x","scopes":["read"],"admin":true}`: 400,
	} {
		assert.Equal(t, code, ada.post("/me/tokens", body).status, body)
	}
	list, _ := ada.get("/me/tokens").at("tokens").([]any)
	assert.Len(t, list, 2, "what was refused made none")
}

func TestTokensOnAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.get("/me/tokens").status)
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ada"}}).status)
	made := b.post("/me/tokens", url.Values{"name": {"Robot <b>"}, "scopes": {"read", "play"}, "days": {"30"}})
	require.Equal(t, http.StatusCreated, made.status, made.text())
	token := made.page().Find("#my-token").Text()
	require.NotEmpty(t, token)
	p := s.program()
	p.token = token
	assert.Equal(t, "Ada", p.get("/me").str("name"))

	page := b.get("/me/tokens")
	assert.Regexp(t, `expires [A-Z][a-z]{2} \d{1,2}, 20\d\d, \d\d:\d\d UTC`, page.page().Find(".tokens").Text())
	german := b.get("/me/tokens", "Accept-Language", "de").page().Find(".tokens").Text()
	assert.Regexp(t, `läuft am \d{1,2}\. \p{L}+\.? 20\d\d, \d\d:\d\d UTC ab`, german)
	assert.NotContains(t, page.text(), token)
	assert.Equal(t, 1, page.page().Find(".tokens li").Length(), "a browser that only plays has none of its own")
	action, _ := page.page().Find(".tokens li").Last().Find("form").Attr("action")
	require.Equal(t, http.StatusSeeOther, b.post(action, nil).status)
	wantProblem(t, p.get("/me"), http.StatusUnauthorized, "unauthorized")
	refused := b.post("/me/tokens", url.Values{"name": {"x"}})
	assert.Equal(t, http.StatusBadRequest, refused.status)
	assert.Contains(t, refused.page().Find("#problem").Text(), "Tick at least one thing that the token may do.")
	assert.Contains(t, s.player("Eve").post("/me/tokens", map[string]any{"name": "x", "scopes": []string{}}).str("detail"), "a list of read, play, create, account")
}

func TestATokenInAnAddressIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := open(t, func(c *handlers.Config) {
		c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	ada := s.player("Ada")
	token := ada.token
	ada.token = ""
	for _, query := range []string{"token=" + token, "access_token=x", "key=" + token, "API_KEY=y"} {
		wantProblem(t, s.program().get("/me?"+query), http.StatusBadRequest, "token_in_query")
	}
	page := s.browser().get("/games?token=" + token)
	assert.Equal(t, http.StatusBadRequest, page.status)
	assert.NotContains(t, page.text(), token)
	assert.NotContains(t, log.String(), token)
	assert.Equal(t, http.StatusOK, s.program().get("/me", "Authorization", "Bearer "+token).status)
	assert.NotContains(t, log.String(), token)
}

// What is on disk opens nothing: neither tokens nor what was answered with them.
func TestNoTokenIsOnDisk(t *testing.T) {
	onlyFile(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s := openOn(t, path)
	ada := s.player("Ada")
	robot, _ := ada.narrow("read")
	for _, file := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, token := range []string{ada.token, robot.token} {
			assert.False(t, strings.Contains(string(data), token), file)
		}
	}
}
