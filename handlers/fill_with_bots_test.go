package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A player alone at a table is one press from a game.
func TestATableIsFilledUpAndStarted(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, eve := s.player("Ada"), s.player("Eve")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 4})
	wantProblem(t, eve.post(game+"/start", map[string]any{"fill": true}), http.StatusForbidden, "not_host")
	assert.Equal(t, "lobby", ada.get(game).str("status"))
	assert.Len(t, ada.get(game).at("table", "seats"), 1, "and nobody has sat down")

	r := s.readerAs(ada).open(game).press("#m-start")
	assert.Equal(t, 1, r.doc.Find("#board-h").Length(), "the game is on")
	state := ada.get(game)
	require.Equal(t, "playing", state.str("status"))
	assert.Len(t, state.at("players"), 4)
	assert.GreaterOrEqual(t, ada.post(game+"/start", map[string]any{"fill": true}).status, 400, "not twice")
	assert.Len(t, ada.get(game).at("players"), 4)

	other := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	require.Equal(t, http.StatusOK, ada.post(other+"/start", map[string]any{"fill": true}).status)
	wantProblem(t, ada.post(other+"/start", map[string]any{"fill": "perhaps"}), http.StatusBadRequest, "mistyped")
}

// At a table with seats for all who may come computers take as many as a game needs, not all.
func TestATableWithManySeatsIsNotFilledUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic"})
	require.Len(t, ada.get(game, "Accept", "text/html").page().Find(".seats li").Nodes, 8)
	r := s.readerAs(ada).open(game)
	assert.Contains(t, r.doc.Find("#m-start").Text(), "Start with 3 computers")
	r.press("#m-start")
	assert.Len(t, ada.get(game).at("players"), 4)

	other := ada.create(map[string]any{"edition": "us-classic", "players": 6})
	for _, players := range []int{1, 0, -1} {
		p := ada.post(other+"/start", map[string]any{"fill": true, "players": players})
		wantProblem(t, p, http.StatusUnprocessableEntity, "count")
		assert.Contains(t, p.str("detail"), "2 to 8")
	}
	wantProblem(t, ada.post(other+"/start", map[string]any{"fill": true, "players": "all"}), http.StatusBadRequest, "mistyped")
	wantProblem(t, ada.post(other+"/start", url.Values{"fill": {"1"}, "players": {"all"}}), http.StatusBadRequest, "mistyped")
	assert.Len(t, ada.get(other).at("table", "seats"), 1, "and nobody has sat down")
	require.Equal(t, http.StatusOK, ada.post(other+"/start", map[string]any{"fill": true, "players": 5}).status)
	assert.Len(t, ada.get(other).at("players"), 5)
	small := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	require.Equal(t, http.StatusOK, ada.post(small+"/start", map[string]any{"fill": true, "players": 5}).status)
	assert.Len(t, ada.get(small).at("players"), 3, "no more than there are seats")
}

// An empty server has a next step for everybody who comes.
func TestTheEmptyLobbyLeadsSomewhere(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := s.reader().open("/")
	assert.Equal(t, 1, r.doc.Find("#f-quick button.go").Length(), "one press to a game")
	assert.Equal(t, 4, r.doc.Find(".how li").Length(), "how a turn goes")
	for _, step := range r.doc.Find(".lobby .note a").EachIter() {
		assert.Equal(t, 1, r.doc.Find(step.AttrOr("href", "?")).Length())
	}
	r.press("#m-quick")
	assert.Equal(t, 1, r.doc.Find("#board-h").Length())
	assert.NotEmpty(t, r.doc.Find("#help p").Text(), "with a word about what to do")
}

// Starting a table needs no body, whatever kind of empty one is sent.
func TestAStartNeedsNoBody(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	for _, body := range []string{"", " \n", "{}"} {
		game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
		require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
		got := ada.post(game+"/start", body)
		require.Equal(t, http.StatusOK, got.status, "%q: %s", body, got.text())
	}
}

// The link of a waiting room promises a seat only while there is one.
func TestAFullRoomInvitesToWatch(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	note := func() string { return ada.get(game, "Accept", "text/html").page().Find(".invite .note").Text() }
	assert.Contains(t, note(), "can join")
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	assert.Contains(t, note(), "can watch")
}
