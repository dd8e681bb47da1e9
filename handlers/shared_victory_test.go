package handlers_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Players who share the first place have all won, in a mail and for the group of the table.
func TestASharedVictoryIsToldAsOne(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	toldByMail(t, p, ben, "ben@example.org")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "us-classic", "rulebook": "us", "options": map[string]any{"end_time": 60},
		"players": []any{map[string]any{"name": "P", "cash": 700}, map[string]any{"name": "Q", "cash": 700}},
	}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	a := ada.post(game+"/hook", map[string]any{"address": p.hooks.URL + "/group", "form": "slack", "lang": "en"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	require.Equal(t, http.StatusOK, ada.post(game+"/moves", map[string]any{"time_up": true}).status)
	p.pass(10 * time.Minute)
	assert.Contains(t, p.smtp.Last().Body, "You share first place with P.")
	said := p.hooks.said("/group")
	require.NotEmpty(t, said)
	assert.Contains(t, said[len(said)-1], "P and Ben win together.")
}
