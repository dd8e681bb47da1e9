package handlers_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A finished game tells why its computer players moved as they did, as JSON and on a
// page that the result leads to; a running one does not give their plans away.
func TestAFinishedGameTellsReasons(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	wantProblem(t, ada.get(ada.create(map[string]any{"edition": "us-classic", "players": 2})+"/reasons"), http.StatusConflict, "not_finished")
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
