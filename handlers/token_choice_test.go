package handlers_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// marks are the tokens and colours of a table, by seat.
func marks(a *answer) (list []string) {
	seats, _ := a.at("table", "seats").([]any)
	for _, one := range seats {
		seat, _ := one.(map[string]any)
		list = append(list, seat["token"].(string)+" "+seat["colour"].(string))
	}
	return list
}

// Everybody in the waiting room chooses among the tokens and colours that no other
// person has, and is known by them for the whole game, on every page and after a restart.
func TestPlayersChooseTheirTokens(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.db")
	var mine, game string
	t.Run("choosing", func(t *testing.T) {
		s := openOn(t, path)
		ada, ben, cleo := s.player("Ada"), s.player("Ben"), s.player("Cleo")
		game = ada.create(map[string]any{"edition": "us-classic", "players": 4, "bots": 1})
		require.Less(t, ben.post(game+"/seats", nil).status, 300)
		assert.Equal(t, []string{"boat teal", "cup wine", "key ochre"}, marks(ada.get(game)), "as ever while nobody chooses")

		chosen := ada.put(game+"/seats/0/token", map[string]any{"token": "cup", "colour": "grey"})
		require.Equal(t, http.StatusOK, chosen.status, chosen.text())
		seats, _ := chosen.at("state", "table", "seats").([]any)
		require.Len(t, seats, 3)
		assert.Equal(t, []string{"cup grey", "boat wine", "key ochre"}, marks(ada.get(game)), "a computer gives way")
		assert.Equal(t, http.StatusOK, ada.put(game+"/seats/0/token", map[string]any{"colour": "violet"}).status)
		assert.Equal(t, []string{"cup violet", "boat wine", "key ochre"}, marks(ada.get(game)), "what is left out stays")

		before := ben.get(game).text()
		for name, c := range map[string]struct {
			who    *client
			seat   string
			body   map[string]any
			status int
			code   string
		}{
			"taken token":      {ben, "2", map[string]any{"token": "cup", "colour": "blue"}, http.StatusConflict, "token_taken"},
			"taken colour":     {ben, "2", map[string]any{"token": "moon", "colour": "violet"}, http.StatusConflict, "colour_taken"},
			"of somebody else": {ben, "0", map[string]any{"token": "moon"}, http.StatusForbidden, "no_seat"},
			"of a computer":    {ada, "1", map[string]any{"token": "moon"}, http.StatusForbidden, "no_seat"},
			"a watcher's":      {cleo, "2", map[string]any{"token": "moon"}, http.StatusForbidden, "no_seat"},
			"no such token":    {ben, "2", map[string]any{"token": "hat"}, http.StatusBadRequest, "mistyped"},
			"no such colour":   {ben, "2", map[string]any{"colour": "#fff"}, http.StatusBadRequest, "mistyped"},
			"nothing":          {ben, "2", map[string]any{}, http.StatusBadRequest, "missing"},
			"no such seat":     {ben, "3", map[string]any{"token": "moon"}, http.StatusNotFound, "not_found"},
		} {
			t.Run(name, func(t *testing.T) {
				wantProblem(t, c.who.put(game+"/seats/"+c.seat+"/token", c.body), c.status, c.code)
				assert.Equal(t, before, ben.get(game).text(), "nothing has changed")
			})
		}
		require.Less(t, cleo.post(game+"/seats", nil).status, 300)
		assert.Equal(t, []string{"cup violet", "boat wine", "key ochre", "leaf teal"}, marks(ada.get(game)), "who comes later gets what is left")
		require.Equal(t, http.StatusOK, ben.put(game+"/seats/2/token", map[string]any{"token": "star"}).status)
		require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, game+"/seats/2", nil).status)
		assert.Equal(t, []string{"cup violet", "boat wine", "leaf teal"}, marks(ada.get(game)), "those who move up keep what they had")
		require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
		wantProblem(t, ada.put(game+"/seats/0/token", map[string]any{"token": "moon"}), http.StatusConflict, "started")
		mine = ada.token
	})
	s := openOn(t, path)
	ada := s.program()
	ada.token = mine
	assert.Equal(t, []string{"cup violet", "boat wine", "leaf teal"}, marks(ada.get(game)), "after a restart")
	for _, at := range []struct{ path, token string }{
		{game, "#board .tok.p4 use[href='#t-cup']"},
		{game, "#pl0 .tok.p4 use[href='#t-cup']"},
		{game, "#pl2 .tok.p1 use[href='#t-leaf']"},
		{game, "#purses .tok.p4 use[href='#t-cup']"},
		{game + "/embed", "#board .tok.p4 use[href='#t-cup']"},
		{game + "/books", ".tok.p4 use[href='#t-cup']"},
	} {
		page := ada.get(at.path, "Accept", "text/html").page()
		assert.Positive(t, page.Find(at.token).Length(), "%s of %s", at.token, at.path)
		assert.Zero(t, page.Find(".tok.p3").Length(), "nobody has ochre: %s", at.path)
	}
}

// The form works without script. Of two who want the same token the second is told,
// and has what they had.
func TestTokensAreChosenWithoutScript(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3, "bots": 1})
	ben := s.browser()
	require.Equal(t, http.StatusSeeOther, ben.post("/players", url.Values{"name": {"Ben"}}).status)
	require.Equal(t, http.StatusSeeOther, ben.post(game+"/seats", url.Values{}).status)
	form := ben.shown(game).Find("form.looks")
	require.Equal(t, game+"/seats/2/token", form.AttrOr("action", ""))
	assert.Equal(t, "key", form.Find("[name=token][checked]").AttrOr("value", ""), "the usual one of the seat")
	assert.Equal(t, 1, form.Find("[name=token][disabled]").Length(), "only Ada's is taken")
	assert.Contains(t, form.Find("label[for=token-boat]").Text(), "taken by Ada")
	assert.Contains(t, s.browser().get(game, "Accept-Language", "de").page().Text(), "Plätze")
	assert.Zero(t, s.browser().shown(game).Find("form.looks").Length(), "who does not sit here has no token")

	require.Equal(t, http.StatusOK, ada.post(game+"/seats/0/token", url.Values{"token": {"moon"}}).status)
	refused := ben.post(game+"/seats/2/token", url.Values{"token": {"moon"}, "colour": {"blue"}})
	require.Equal(t, http.StatusConflict, refused.status)
	page := refused.page()
	assert.Contains(t, page.Find("#problem").Text(), "Another player has this token.")
	assert.Zero(t, page.Find("[name=token][checked]").Length(), "nothing taken is chosen")
	assert.Equal(t, "blue", page.Find("[name=colour][checked]").AttrOr("value", ""), "what was chosen besides is kept")
	assert.Equal(t, []string{"moon teal", "cup wine", "key ochre"}, marks(ada.get(game)))

	require.Equal(t, http.StatusSeeOther, ben.post(game+"/seats/2/token", url.Values{"token": {"fish"}, "colour": {"blue"}}).status)
	assert.Equal(t, 1, ben.shown(game).Find("#seat2 .tok.p8 use[href='#t-fish']").Length())
}
