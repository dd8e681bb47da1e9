package handlers_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// In a sandbox no clock strikes the agreed hour, the step of the scenario does (R-END-2).
func TestTheHourOfASandboxIsStruckByHand(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	doc := map[string]any{
		"edition": "us-classic", "rulebook": "us", "options": map[string]any{"end_time": 60},
		"players": []any{map[string]any{"name": "P", "cash": 700}, map[string]any{"name": "Q"}},
	}
	hour := map[string]any{"time_up": true}
	game := ada.create(map[string]any{"scenario": doc})
	wantProblem(t, ben.post(game+"/moves", hour), http.StatusForbidden, "no_seat")
	wantProblem(t, ada.post(game+"/moves", hour, "If-Match", `"7"`), http.StatusPreconditionFailed, "older")
	wantProblem(t, ada.post(game+"/moves", map[string]any{"time_up": true, "player": 0}), http.StatusBadRequest, "missing")
	struck := ada.post(game+"/moves", hour, "If-Match", `"1"`)
	require.Equal(t, http.StatusOK, struck.status, struck.text())
	assert.Equal(t, "finished", struck.str("state", "status"))
	assert.Contains(t, struck.text(), `"type":"time_up"`)
	wantProblem(t, ada.post(game+"/moves", hour), http.StatusUnprocessableEntity, "phase")

	delete(doc, "options")
	timeless := ada.create(map[string]any{"scenario": doc})
	wantProblem(t, ada.post(timeless+"/moves", hour), http.StatusUnprocessableEntity, "config")
	real := ada.create(map[string]any{"edition": "us-classic", "rulebook": "us", "options": map[string]any{"end_time": 60}})
	wantProblem(t, ada.post(real+"/moves", hour), http.StatusBadRequest, "missing")
}

// Who says no number of seats keeps nobody out that the rulebook lets in (R-SETUP-2).
func TestATableWithoutANumberOfSeatsTakesAllThatMayPlay(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "sonic"})
	for _, name := range []string{"Ben", "Cleo", "Dora", "Eve", "Finn"} {
		require.Equal(t, http.StatusCreated, s.player(name).post(game+"/seats", nil).status, name)
	}
	wantProblem(t, s.player("Gus").post(game+"/seats", nil), http.StatusConflict, "full")
	two := ada.create(map[string]any{"edition": "sonic", "bots": 1})
	assert.Equal(t, http.StatusOK, ada.post(two+"/start", nil).status, "and it may start with fewer")
}

// Times of day on the table, in its chat and in its log name their zone, and say which
// moment they mean, so that the script can write them by the reader's clock.
func TestTimesOfDayNameTheirZone(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "rulebook": "us", "options": map[string]any{"end_time": 60}, "players": 2})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	require.Equal(t, http.StatusCreated, ada.post(game+"/chat", map[string]any{"text": "hello"}).status)
	for path, selector := range map[string]string{game: "#players .note time", game + "/chat": ".says time", game + "/events": ".ref time"} {
		at := ada.get(path, "Accept", "text/html").page().Find(selector).First()
		assert.Regexp(t, `^\d\d:\d\d UTC$`, at.Text(), path)
		assert.Equal(t, "time", at.AttrOr("data-at", ""), path)
		assert.NotEmpty(t, at.AttrOr("datetime", ""), path)
	}
}
