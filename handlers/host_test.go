package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hosts reports whether this player holds the table.
func hosts(c *client, game string) bool { return c.get(game).at("table", "owner") == true }

// The host leaves a running game, and the next one deletes their profile.
func TestTheHostIsAlwaysSomebodyWhoIsThere(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, cleo, dora := s.player("Ada"), s.player("Ben"), s.player("Cleo"), s.player("Dora")
	game := running(ada, ben, cleo, dora)
	require.Equal(t, http.StatusOK, ben.post(game+"/moves", map[string]any{"move": "resign"}).status)
	assert.True(t, hosts(ada, game))
	require.Equal(t, http.StatusOK, ada.send(http.MethodDelete, game+"/seats/0", nil).status)
	assert.Equal(t, []bool{false, false, true, false}, []bool{hosts(ada, game), hosts(ben, game), hosts(cleo, game), hosts(dora, game)})
	require.Less(t, ada.post(game+"/seats", nil).status, 300)
	assert.False(t, hosts(ada, game), "who is back is a player like the others")
	a := cleo.post("/me/account/delete", map[string]any{"name": "Cleo", "tables": map[string]any{strings.TrimPrefix(game, "/games/"): "played"}})
	require.Less(t, a.status, 300, a.text())
	assert.True(t, hosts(dora, game), "Ada is back, but comes after Dora")
}
