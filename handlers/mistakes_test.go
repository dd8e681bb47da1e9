package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A finished game names the largest mistakes of each player, as JSON and on a page that the figures lead to.
func TestAFinishedGameNamesMistakes(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	wantProblem(t, ada.get(ada.create(map[string]any{"edition": "us-classic", "players": 2})+"/mistakes"), http.StatusConflict, "not_finished")
	// Now and then a game has no mistake that is large enough.
	var path string
	var found *answer
	var players []any
	for range 5 {
		path, _ = watched(t, ada, "us-classic", 4)
		found = ada.get(path + "/mistakes")
		require.Equal(t, http.StatusOK, found.status, found.text())
		assert.Equal(t, true, found.at("told"))
		players, _ = found.at("players").([]any)
		require.Len(t, players, 4)
		if slices.ContainsFunc(players, func(one any) bool {
			player, _ := one.(map[string]any)
			list, _ := player["mistakes"].([]any)
			return len(list) > 0
		}) {
			break
		}
	}
	page := ada.get(path+"/mistakes", "Accept", html).page()
	assert.Equal(t, 4, page.Find(".page h3").Length())
	all := 0
	for _, one := range players {
		player, _ := one.(map[string]any)
		list, _ := player["mistakes"].([]any)
		assert.LessOrEqual(t, len(list), 5)
		for _, x := range list {
			mistake, _ := x.(map[string]any)
			all++
			assert.GreaterOrEqual(t, mistake["cost"], 1.0)
			assert.Contains(t, page.Text(), mistake["text"])
			seq, _ := mistake["seq"].(float64)
			assert.Equal(t, 1, page.Find(fmt.Sprintf(`.page li a[href="%s?at=%d"]`, path, int(seq))).Length(), "the way to the moment")
		}
	}
	assert.Positive(t, all, "four computers have played")
	assert.Equal(t, all, page.Find(".page ol li").Length())
	assert.Equal(t, http.StatusNotModified, ada.get(path+"/mistakes", "If-None-Match", found.header.Get("ETag")).status)
	for _, from := range []string{"/stats", ""} {
		assert.Positive(t, ada.get(path+from, "Accept", html).page().Find(`a[href="`+path+`/mistakes"]`).Length(), "%q leads there", from)
	}
}
