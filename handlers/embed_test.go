package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The owner of a table lets pages of other sites show it; nobody else does, and in a
// frame there is nothing to press.
func TestATableIsFramedByLeaveOfItsOwner(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	policy := func(path string) string {
		a := s.browser().get(path)
		require.Equal(t, http.StatusOK, a.status, a.text())
		return a.header.Get("Content-Security-Policy")
	}
	assert.Contains(t, policy(game+"/embed"), "frame-ancestors 'none'", "as long as nobody has allowed it")
	wantProblem(t, ben.post(game+"/embed", map[string]any{"framed": true}), http.StatusForbidden, "not_host")
	wantProblem(t, s.program().post(game+"/embed", map[string]any{"framed": true}), http.StatusUnauthorized, "unauthorized")

	allowed := ada.post(game+"/embed", map[string]any{"framed": true})
	require.Equal(t, http.StatusOK, allowed.status, allowed.text())
	assert.Equal(t, true, allowed.at("framed"))
	for _, body := range []string{`{}`, `{"framed": null}`} {
		wantProblem(t, ada.post(game+"/embed", body), http.StatusBadRequest, "missing")
	}
	assert.Contains(t, allowed.str("html"), `<iframe src="`+s.url+game+`/embed?refresh=30"`)
	assert.Contains(t, policy(game+"/embed"), "frame-ancestors *")
	assert.Contains(t, policy(game+"/embed"), "script-src 'self'", "all else stays forbidden")
	assert.Contains(t, policy(game), "frame-ancestors 'none'", "no other page of the table")

	owner := ada.html()
	assert.Equal(t, 1, owner.get(game).page().Find(`#more a[href="`+game+`/embed"]`).Length())
	top := owner.get(game + "/embed").page()
	assert.Equal(t, 1, top.Find("#f-embed #m-embed").Length())
	assert.Contains(t, top.Find("code").Text(), "<iframe")
	framed := owner.get(game+"/embed", "Sec-Fetch-Dest", "iframe").page()
	assert.Zero(t, framed.Find("form, button, script").Length())
	assert.Equal(t, "_blank", framed.Find("base").AttrOr("target", ""))
	assert.Equal(t, 40, framed.Find("#board .sp").Length(), "the board is there")
	assert.Zero(t, framed.Find(".bygone").Length(), "and looks like one of now")
	assert.Contains(t, framed.Find("#players").Text(), "Ben")
	assert.Zero(t, s.browser().get(game+"/embed").page().Find("form").Length())

	require.Equal(t, http.StatusSeeOther, owner.post(game+"/embed", url.Values{"framed": {"false"}}).status)
	assert.Contains(t, policy(game+"/embed"), "frame-ancestors 'none'")
	room := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	assert.Equal(t, 1, owner.get(room+"/embed").page().Find("#m-open").Length(), "before the game, too")
	wantProblem(t, ada.get("/games/nothing000/embed"), http.StatusNotFound, "unknown_game")
}
