package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A finished game tells why its computer players moved as they did, as JSON and on a
// page that the result leads to; one that has not begun has none.
func TestAFinishedGameTellsReasons(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	wantProblem(t, ada.get(ada.create(map[string]any{"edition": "us-classic", "players": 2})+"/reasons"), http.StatusConflict, "not_started")
	path, last := watched(t, ada, "us-classic", 3)
	found := ada.get(path + "/reasons")
	require.Equal(t, http.StatusOK, found.status, found.text())
	assert.Equal(t, true, found.at("told"))
	list, _ := found.at("reasons").([]any)
	require.NotEmpty(t, list)
	page := ada.get(path+"/reasons", "Accept", html).page()
	german := ada.get(path+"/reasons", "Accept", html, "Accept-Language", "de").page()
	assert.Equal(t, len(list), page.Find(".page li").Length())
	assert.Equal(t, len(list), german.Find(".page li").Length())
	before := 0.0
	for _, x := range list {
		one, _ := x.(map[string]any)
		seq, _ := one["seq"].(float64)
		assert.Greater(t, seq, before, "in order")
		before = seq
		reason, _ := one["reason"].(map[string]any)
		assert.NotEmpty(t, reason["points"])
		assert.Contains(t, page.Text(), reason["text"])
	}
	assert.LessOrEqual(t, int(before), last)
	assert.Equal(t, http.StatusNotModified, ada.get(path+"/reasons", "If-None-Match", found.header.Get("ETag")).status)
	assert.Equal(t, 1, ada.get(path, "Accept", html).page().Find(`main a[href="`+path+`/reasons"]`).Length())
}

// A person who offers a computer player too little reads why that is not enough, in the
// tape and as JSON; of what else it does while the game runs there is no reason to be had.
func TestARunningGameTellsWhyAnOfferWasTurnedDown(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	deed := func(sp int) map[string]any { return map[string]any{"space": sp} }
	path := ada.create(map[string]any{"bots": []string{"default"}, "bot_pause": 0, "scenario": map[string]any{
		"name": "a last deed", "edition": "us-classic", "rulebook": "us", "dice": [][]int{{2, 4}}, "options": map[string]any{"house.resign_bankrupt": true},
		"players": []any{
			map[string]any{"name": "Ada", "space": 5, "cash": 1500, "deeds": []any{deed(16), deed(18)}},
			map[string]any{"name": "Bo", "space": 3, "cash": 300, "deeds": []any{deed(19), deed(5)}},
		},
	}})
	for _, move := range []map[string]any{
		{"move": "roll"}, {"move": "buy"},
		{"move": "propose_trade", "to": 1, "give": map[string]any{"cash": 120}, "want": map[string]any{"deeds": []int{19}}},
	} {
		a := ada.post(path+"/moves", move)
		require.Equal(t, http.StatusOK, a.status, a.text())
	}
	tape := ada.get(path, "Accept", html).page().Find("#log").Text()
	assert.Contains(t, tape, "Bo rejects offer 1 and makes counter-offer 2. Reason: keeps you from completing Orange.")
	assert.Contains(t, ada.get(path, "Accept", html, "Accept-Language", "de").page().Find("#log").Text(), "Bo lehnt Angebot 1 ab und macht dafür Gegenangebot 2. Grund: verhindert, dass du Orange vollständig hast.")
	assert.Contains(t, s.player("Eve").get(path, "Accept", html).page().Find("#log").Text(), "Reason: keeps Ada from completing Orange.")
	found := ada.get(path + "/reasons")
	require.Equal(t, http.StatusOK, found.status, found.text())
	list, _ := found.at("reasons").([]any)
	require.Len(t, list, 1, "the counter-offer is a plan")
	one, _ := list[0].(map[string]any)
	assert.EqualValues(t, 1, one["seat"])
	assert.EqualValues(t, 1, one["turn"])
	counters := func() {
		t.Helper()
		told := ada.get(path+"/reasons", "Accept", html).page().Find(".page li")
		assert.Contains(t, told.Text(), "Bo rejects offer 1 and makes counter-offer 2.", "as the log says it")
		german := ada.get(path+"/reasons", "Accept", html, "Accept-Language", "de").page().Find(".page li")
		assert.Contains(t, german.Text(), "Bo lehnt Angebot 1 ab und macht dafür Gegenangebot 2.")
	}
	counters()
	assert.Equal(t, 1, ada.get(path+"/reasons", "Accept", html).page().Find(".page li").Length())
	_, texts := beatsOf(t, ada.get(path+"?after=0"))
	assert.True(t, slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, "Counter-offer 2: Bo offers you ") }), texts)
	require.Equal(t, http.StatusOK, ada.post(path+"/moves", map[string]any{"move": "resign"}).status)
	require.Equal(t, "finished", ada.get(path).str("status"))
	counters()
}
