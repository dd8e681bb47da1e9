package handlers_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/verify"
)

func TestAGuestIsTakenOver(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.signedUp("Ada", "ada")
	b := s.browser()
	guestCookie := cookieOf(t, b.post("/players", url.Values{"name": {"Gast"}}))
	ben := s.player("Ben")
	game := running(ben, &client{site: s, http: b.http, accept: "*/*", lang: "en"})
	in := b.post("/login", url.Values{"login": {"ada"}, "password": {secret}, "next": {"/rules"}})
	require.Equal(t, http.StatusSeeOther, in.status)
	require.Equal(t, "/me/account/merge", in.header.Get("Location"), "first it is said what would happen")
	page := b.get("/me/account/merge").page()
	assert.Equal(t, 1, page.Find("#f-merge").Length())
	assert.Equal(t, 1, page.Find(`a[href="`+game+`"]`).Length())
	assert.Contains(t, page.Text(), "Gast")
	assert.Contains(t, b.get("/me/account").page().Text(), "Gast")
	assert.Equal(t, "Ada", b.get("/me", "Accept", "*/*").str("name"))
	assert.Nil(t, b.get(game, "Accept", "*/*").at("seat"), "looking has changed nothing")

	done := b.post("/me/account/merge", url.Values{})
	require.Equal(t, http.StatusSeeOther, done.status, done.text())
	assert.NotNil(t, b.get(game, "Accept", "*/*").at("seat"))
	assert.Contains(t, ben.get(game).text(), "Gast", "the name at the table stays")
	wantProblem(t, s.program().get("/me", "Cookie", guestCookie), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, b.post("/me/account/merge", url.Values{}, "Accept", "*/*"), http.StatusConflict, "no_guest")
}

// A secret link asks a guest the same as a password does, and names them before: their seats
// would be lost with the session of this browser.
func TestALinkKeepsTheGuestBefore(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	link := ada.post("/me/link", nil).str("path")
	for _, plays := range []bool{true, false} {
		b := s.browser()
		require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Gast"}}).status)
		game := ""
		if plays {
			game = running(s.player("Ben"), &client{site: s, http: b.http, accept: "*/*", lang: "en"})
		}
		assert.Contains(t, b.get(link).page().Find("#link-now").Text(), "you cannot come back as Gast")
		in := b.post(link, url.Values{})
		require.Equal(t, http.StatusSeeOther, in.status, in.text())
		assert.Equal(t, "Ada", b.get("/me", "Accept", "*/*").str("name"))
		assert.Zero(t, b.get(link).page().Find("#link-now").Length(), "she is the one already")
		if !plays {
			assert.Equal(t, "/", in.header.Get("Location"))
			continue
		}
		require.Equal(t, "/me/account/merge", in.header.Get("Location"))
		require.Equal(t, http.StatusSeeOther, b.post("/me/account/merge", url.Values{}).status)
		assert.NotNil(t, b.get(game, "Accept", "*/*").at("seat"), "the seat is hers now")
	}
	assert.Zero(t, s.browser().get(link).page().Find("#link-now").Length(), "nobody is signed in")
}

// The ban of a guest is that of the player with whom they are merged, at once.
func TestTheBanOfAGuestIsTakenOver(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	guest, ada := s.player("Gast"), s.signedUp("Ada", "ada")
	require.Equal(t, http.StatusCreated, chief(s).post("/admin/bans", map[string]any{"player": guest.id(), "reason": "rude"}).status)
	require.Equal(t, http.StatusOK, ada.post("/me/account/merge", map[string]any{"guest_token": guest.token}).status)
	wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic"}), http.StatusForbidden, "banned")
}

func TestAProgramTakesAGuestOver(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.signedUp("Ada", "ada")
	guest, ben, eve := s.player("Gast"), s.player("Ben"), s.signedUp("Eve", "eve")
	shared := guest.create(map[string]any{"edition": "us-classic", "players": 3})
	ada := s.program()
	in := ada.post("/login", map[string]any{"login": "ada", "password": secret}, "Authorization", "Bearer "+guest.token)
	require.Equal(t, http.StatusCreated, in.status, in.text())
	assert.Equal(t, "Gast", in.str("guest", "name"))
	require.Equal(t, http.StatusCreated, ada.post(shared+"/seats", map[string]any{}).status)
	a := ada.post("/me/account/merge", map[string]any{"guest_token": guest.token})
	wantProblem(t, a, http.StatusConflict, "shared_tables")
	assert.Len(t, ada.get("/me/account/merge").at("shared"), 1)
	page := ada.post("/me/account/merge", url.Values{}, "Accept", "text/html")
	assert.Equal(t, http.StatusConflict, page.status)
	assert.Equal(t, 0, page.page().Find("#f-merge").Length())
	require.Equal(t, http.StatusOK, ada.post(shared+"/seats/1/leave", nil).status)

	evesToken := s.program().post("/login", map[string]any{"login": "eve", "password": secret}).str("token")
	narrow, _ := ben.narrow("play")
	account, _ := ben.narrow("account")
	short := ben.post("/me/tokens", map[string]any{"name": "Short", "scopes": "read play create account", "days": 1})
	require.Equal(t, http.StatusCreated, short.status, short.text())
	for what, token := range map[string]string{
		"an account": evesToken, "nobody": "bh_none", "narrow": narrow.token, "account alone": account.token, "short-lived": short.str("token"), "oneself": in.str("token"),
	} {
		a := ada.post("/me/account/merge", map[string]any{"guest_token": token})
		assert.Equal(t, "no_guest", a.str("code"), what)
	}
	assert.Equal(t, "Ben", ben.get("/me").str("name"))
	assert.Equal(t, http.StatusOK, eve.get("/me").status)
	done := ada.post("/me/account/merge", map[string]any{"guest_token": guest.token})
	require.Equal(t, http.StatusOK, done.status, done.text())
	assert.Equal(t, 0, ada.get(shared).num("seat"))
	wantProblem(t, guest.get("/me"), http.StatusUnauthorized, "unauthorized")
}

// What somebody leaves behind does not tell who it was, and still verifies.
func TestAPersonIsDeleted(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.signedUp("Ada Byron", "ada@example.org"), s.player("Ben")
	over, game := runningAt("open", ben, ada), runningAt("open", ben, ada)
	for range 6 { // so that there is a log to read
		for _, path := range []string{game, over} {
			mover := toMove(path, ada, ben)
			if mover.get(path).at("phase") == "roll" {
				mover.post(path+"/moves", roll())
			}
		}
	}
	_, err := s.tables.Abandon(t.Context(), strings.TrimPrefix(over, "/games/"), "")
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, ada.post("/me/link", nil).status)

	data := ada.get("/me/account/export")
	require.Equal(t, http.StatusOK, data.status)
	assert.Contains(t, data.header.Get("Content-Disposition"), "attachment")
	for _, want := range []string{"ada@example.org", "Ada Byron", game, over} {
		assert.Contains(t, data.text(), want)
	}
	assert.NotContains(t, data.text(), "argon2id")

	page := ada.get("/me/account/delete", "Accept", "text/html").page()
	assert.Contains(t, page.Text(), "the computer plays")
	id0 := strings.TrimPrefix(game, "/games/")
	assert.Equal(t, 1, page.Find(`#f-erase input[name="table-`+id0+`"][value=played][checked]`).Length(), "the running game is named")
	assert.Equal(t, 0, page.Find(`#f-erase input[value=voted]`).Length(), "an open table votes on nothing")
	wrong := ada.post("/me/account/delete", url.Values{"name": {"Ada"}}, "Accept", "text/html")
	require.Equal(t, http.StatusUnprocessableEntity, wrong.status)
	assert.Equal(t, "Ada", wrong.page().Find("#in-sure").AttrOr("value", ""), "what was typed is still there")
	assert.Equal(t, http.StatusOK, ada.get("/me").status)
	id := ada.get("/me").str("id")
	unlisted := ada.post("/me/account/delete", map[string]any{"name": "Ada Byron"})
	wantProblem(t, unlisted, http.StatusConflict, "unnamed_tables")
	assert.Equal(t, "tables", unlisted.str("field"))
	assert.Contains(t, unlisted.str("detail"), "`tables`")
	assert.Contains(t, unlisted.str("detail"), id0+": played.")
	for _, how := range []string{"voted", "alone", ""} {
		wrong := ada.post("/me/account/delete", map[string]any{"name": "Ada Byron", "tables": map[string]any{id0: how}})
		wantProblem(t, wrong, http.StatusUnprocessableEntity, "unnamed_tables")
		assert.Contains(t, wrong.str("detail"), "It takes one of these: "+id0+": played.", how)
	}
	unnamed := ada.post("/me/account/delete", url.Values{"name": {"Ada Byron"}}, "Accept", "text/html")
	require.Equal(t, http.StatusConflict, unnamed.status)
	assert.NotEmpty(t, unnamed.page().Find("#problem").Text())
	done := ada.post("/me/account/delete", map[string]any{"name": " Ada  Byron", "tables": map[string]any{id0: "played"}})
	require.Equal(t, http.StatusOK, done.status, done.text())
	pseudonym := done.str("pseudonym")

	wantProblem(t, ada.get("/me"), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, s.program().post("/login", map[string]any{"login": "ada@example.org", "password": secret}), http.StatusForbidden, "wrong_login")
	for _, path := range []string{game, over} {
		for _, what := range []string{"", "/export", "/events", "/stats", "/books"} {
			for _, accept := range []string{"*/*", "text/html"} {
				a := ben.get(path+what, "Accept", accept)
				if a.status != http.StatusOK {
					continue
				}
				assert.NotContains(t, a.text(), "Ada Byron", path+what)
				assert.NotContains(t, a.text(), id, path+what)
			}
		}
		assert.Contains(t, ben.get(path).text(), pseudonym)
		if path == game { // the whole log is told after the end
			_, err := s.tables.Abandon(t.Context(), strings.TrimPrefix(game, "/games/"), "")
			require.NoError(t, err)
		}
		f, err := export.Read(bytes.NewReader(ben.get(path + "/export").body))
		require.NoError(t, err)
		report, err := verify.Export(f)
		require.NoError(t, err)
		assert.True(t, report.OK(), "%+v", report)
	}
	again := s.signedUp("Ada Byron", "ada@example.org")
	assert.NotEqual(t, id, again.get("/me").str("id"), "the login is free again")
}
