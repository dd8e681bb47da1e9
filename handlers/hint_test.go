package handlers_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// One who plays against computers asks what one would do, makes that move, and can
// switch it off at their table.
func TestAskingAComputer(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, eve := s.player("Ada"), s.player("Eve")
	path := ada.create(map[string]any{"bots": []string{"default"}, "bot_pause": 0, "scenario": map[string]any{
		"name": "a last deed", "edition": "us-classic", "rulebook": "us", "dice": [][]int{{1, 2}},
		"players": []any{
			map[string]any{"name": "Ada", "space": 16, "cash": 1500, "deeds": []any{map[string]any{"space": 16}, map[string]any{"space": 18}}},
			map[string]any{"name": "Bo", "space": 3, "cash": 300},
		},
	}})
	asked := ada.get(path + "/hint")
	require.Equal(t, http.StatusOK, asked.status, asked.text())
	assert.Equal(t, map[string]any{"move": "roll"}, asked.at("move"))
	assert.Equal(t, "It would choose “Roll”.", asked.str("text"))
	require.Equal(t, http.StatusOK, ada.post(path+"/moves", asked.at("move")).status)

	asked = ada.get(path + "/hint")
	assert.Equal(t, map[string]any{"move": "buy"}, asked.at("move"))
	assert.Equal(t, "It would choose “Buy”: New York Avenue for $200.", asked.str("text"))
	assert.Equal(t, "completes Orange.", asked.str("reason", "text"))
	assert.Equal(t, "Er würde „Kaufen“ wählen: New York Avenue für 200 $.", ada.get(path+"/hint", "Accept-Language", "de").str("text"))
	page := ada.get(path+"/hint", "Accept", html).page().Find("main").Text()
	assert.Contains(t, page, "It would choose “Buy”: New York Avenue for $200.")
	assert.Contains(t, page, "Reason: completes Orange.")
	assert.Equal(t, 1, ada.get(path, "Accept", html).page().Find(`#help a[href="`+path+`/hint"]`).Length())
	before := ada.get(path).num("seq")
	ada.get(path + "/hint")
	assert.Equal(t, before, ada.get(path).num("seq"), "asking changes nothing")

	wantProblem(t, eve.get(path+"/hint"), http.StatusForbidden, "no_seat")
	assert.Zero(t, eve.get(path, "Accept", html).page().Find(`a[href="`+path+`/hint"]`).Length())
	wantProblem(t, eve.post(path+"/hint", map[string]any{"hints": false}), http.StatusForbidden, "not_host")
	for _, body := range []string{`{}`, `{"hints": null}`} {
		wantProblem(t, ada.post(path+"/hint", body), http.StatusBadRequest, "missing")
	}
	assert.Equal(t, http.StatusOK, ada.get(path+"/hint").status, "nothing has been switched off")
	assert.Equal(t, false, ada.post(path+"/hint", map[string]any{"hints": false}).at("hints"))
	wantProblem(t, ada.get(path+"/hint"), http.StatusConflict, "no_hints")
	off := ada.get(path+"/hint", "Accept", html).page()
	assert.Contains(t, off.Find("main").Text(), "its owner has switched that off")
	assert.NotContains(t, off.Find("main").Text(), "New York")
	assert.Zero(t, ada.get(path, "Accept", html).page().Find(`a[href="`+path+`/hint"]`).Length())
	require.Equal(t, http.StatusSeeOther, ada.post(path+"/hint", url.Values{"hints": {"true"}}, "Accept", html).status)
	assert.Equal(t, http.StatusOK, ada.get(path+"/hint").status)
}

// Where people play among themselves nobody can ask, whatever the owner says, nor by
// correspondence; with a computer at the table of an evening they can.
func TestPeopleAmongThemselvesAskNoComputer(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	path := running(ada, ben)
	wantProblem(t, ada.get(path+"/hint"), http.StatusConflict, "no_hints")
	assert.Equal(t, false, ada.post(path+"/hint", map[string]any{"hints": true}).at("hints"))
	page := ada.get(path+"/hint", "Accept", html).page()
	assert.Contains(t, page.Find("main").Text(), "people play among themselves")
	assert.Zero(t, page.Find("#f-hint").Length())
	for pace, status := range map[string]int{"correspondence": http.StatusConflict, "evening": http.StatusOK} {
		mixed := ada.create(map[string]any{"edition": "us-classic", "players": 3, "pace": pace, "bots": []string{"default"}, "bot_pause": 60000})
		require.Equal(t, http.StatusCreated, ben.post(mixed+"/seats", json.RawMessage(`{}`)).status)
		wantProblem(t, ada.get(mixed+"/hint"), http.StatusConflict, "not_started")
		require.Equal(t, http.StatusOK, ada.post(mixed+"/start", json.RawMessage(`{}`)).status)
		assert.Equal(t, status, ada.get(mixed+"/hint").status, pace)
	}
}

// The player who opens a table says whether hints are given there, on the form and in a
// program; without a word they are.
func TestATableIsOpenedWithoutHints(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	quick := func(more map[string]any) string {
		want := map[string]any{"quick": true, "edition": "us-classic", "bot_pause": 60000}
		maps.Copy(want, more)
		return ada.create(want)
	}
	for name, more := range map[string]map[string]any{"nothing said": {}, "true": {"hints": true}} {
		assert.Equal(t, http.StatusOK, ada.get(quick(more)+"/hint").status, name)
	}
	path := quick(map[string]any{"hints": false})
	wantProblem(t, ada.get(path+"/hint"), http.StatusConflict, "no_hints")
	require.Equal(t, true, ada.post(path+"/hint", map[string]any{"hints": true}).at("hints"), "the owner changes their mind")
	assert.Equal(t, http.StatusOK, ada.get(path+"/hint").status)
	wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic", "hints": "no"}), http.StatusBadRequest, "mistyped")

	form := url.Values{"edition": {"us-classic"}, "quick": {"1"}, "bot_pause": {"60000"}}
	opened := func(hints ...string) string {
		form["hints"] = hints
		if len(hints) == 0 {
			delete(form, "hints")
		}
		made := ada.post("/games", form, "Accept", html)
		require.Equal(t, http.StatusSeeOther, made.status, made.text())
		return made.header.Get("Location")
	}
	assert.Equal(t, http.StatusOK, ada.get(opened()+"/hint").status, "a form without the box")
	assert.Equal(t, http.StatusOK, ada.get(opened("true", "false")+"/hint").status, "the box is ticked")
	wantProblem(t, ada.get(opened("false")+"/hint"), http.StatusConflict, "no_hints")

	page := ada.get("/games/new?edition=us-classic", "Accept", html).page()
	assert.Equal(t, 1, page.Find("#in-hints[checked]").Length(), "hints are on where nothing is said")
	again := url.Values{"change": {"1"}, "edition": {"us-classic"}, "hints": {"false"}}
	assert.Zero(t, ada.post("/games", again, "Accept", html).page().Find("#in-hints[checked]").Length(), "it stays as it was left")
}
