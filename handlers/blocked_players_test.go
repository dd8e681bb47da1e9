package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Who is sent away and blocked comes back to no table of the owner's, until she
// thinks better of it.
func TestBlockedPeopleStayAway(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cem := s.player("Ada"), s.player("Ben"), s.player("Cem")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	for _, c := range []*client{ben, cem} {
		require.Equal(t, http.StatusCreated, c.post(game+"/seats", nil).status)
	}
	assert.Equal(t, 2, ada.get(game, "Accept", "text/html").page().Find(`button[name=block]`).Length(), "nobody blocks herself")
	assert.Zero(t, ben.get(game, "Accept", "text/html").page().Find(`button[name=block]`).Length())
	block := url.Values{"block": {"1"}}
	wantProblem(t, ben.post(game+"/seats/2/leave", block), http.StatusForbidden, "not_host")
	wantProblem(t, ada.post(game+"/seats/0/leave", block), http.StatusForbidden, "not_host")
	wantProblem(t, ada.post(game+"/seats/1/leave", url.Values{"block": {"1"}, "rev": {"1"}}), http.StatusConflict, "stale")
	wantProblem(t, ada.send(http.MethodDelete, game+"/seats/1", map[string]any{"blok": true}), http.StatusBadRequest, "foreign")
	require.Len(t, ada.get(game).at("table", "seats"), 3, "nothing has changed so far")

	require.Equal(t, http.StatusOK, ada.post(game+"/seats/1/leave", block).status)
	wantProblem(t, ben.post(game+"/seats", nil), http.StatusForbidden, "unwelcome")
	page := ben.post(game+"/seats", url.Values{}, "Accept", "text/html")
	assert.Equal(t, http.StatusForbidden, page.status)
	assert.Contains(t, page.text(), "You cannot sit down at the tables of this person.")
	assert.Zero(t, page.page().Find("#m-join").Length(), "and is not offered the seat once more")
	other := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	wantProblem(t, ben.post(other+"/seats", nil), http.StatusForbidden, "unwelcome")
	assert.Equal(t, http.StatusOK, ben.get(other).status, "he may look on")
	require.Equal(t, http.StatusCreated, cem.post(other+"/seats", nil).status)
	hers := ben.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Equal(t, http.StatusCreated, ada.post(hers+"/seats", nil).status, "she may go to his")

	mutes, _ := ada.get("/me/mutes").at("mutes").([]any)
	require.Len(t, mutes, 1)
	id, _ := mutes[0].(map[string]any)["mute"].(string)
	list := s.readerAs(ada).open("/me/mutes")
	require.Less(t, ada.send(http.MethodDelete, "/me/mutes/"+id, nil).status, 300)
	list.press("#m-un-" + id) // on a page that was open before
	assert.Equal(t, http.StatusOK, list.last.status)
	wantProblem(t, ada.send(http.MethodDelete, "/me/mutes/"+id, nil), http.StatusNotFound, "unknown_mute")
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
}
