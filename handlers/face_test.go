package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each computer player that was given its name by the table has a face of its own in the
// waiting room; people, and computers that were given another name, have none.
func TestComputersHaveFaces(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	path := ada.create(map[string]any{"edition": "us-classic", "players": 8, "bots": 6})
	require.Less(t, ada.post(path+"/seats", url.Values{"bot": {"easy"}, "name": {"Zoe"}}, "Accept", html).status, http.StatusBadRequest)
	page := ada.get(path, "Accept", html).page()
	assert.Equal(t, 8, page.Find(".seats li h3").Length())
	faces, initials := map[string]bool{}, map[byte]bool{}
	for _, seat := range page.Find(".seats li h3").EachIter() {
		initials[strings.TrimSpace(seat.Text())[0]] = true
		if drawn, _ := seat.Find(".portrait").Html(); drawn != "" {
			faces[drawn] = true
		}
	}
	assert.Len(t, faces, 6)
	assert.Len(t, initials, 8, "everybody has a letter of their own")
}
