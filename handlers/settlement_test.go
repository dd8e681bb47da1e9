package handlers_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/strictjson"
)

// What a debtor offers its creditor is in the state for everybody, beside the name of
// what the caller is asked.
func TestTheStateShowsASettlement(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "german-classic", "rulebook": "standard",
		"players": []any{
			map[string]any{"name": "P", "cash": 10, "deeds": []any{map[string]any{"space": 1}}},
			map[string]any{"name": "Q"},
		},
		"debts": []any{map[string]any{"debtor": 0, "creditor": 1, "amount": 500, "reason": "rent"}},
	}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	give := map[string]any{"cash": 10, "deeds": []any{1}}
	offered := ada.post(game+"/moves", map[string]any{"move": "offer_settlement", "give": give, "credit": 300})
	require.Equal(t, http.StatusOK, offered.status, offered.text())
	for name, c := range map[string]*client{"debtor": ada, "creditor": ben, "watcher": s.program()} {
		a := c.get(game)
		_, err := strictjson.Parse(a.body, 99)
		require.NoError(t, err, "%s: each member once", name)
		assert.EqualValues(t, 1, a.at("settlement", "to"), name)
		assert.EqualValues(t, 300, a.at("settlement", "credit"), name)
		assert.Equal(t, []any{1.}, a.at("settlement", "give", "deeds"), name)
		if c.token != "" {
			assert.NotEmpty(t, a.str("offer"), name)
		}
	}
	require.Equal(t, http.StatusOK, ben.post(game+"/moves", map[string]any{"move": "reject_settlement"}).status)
	assert.Nil(t, ada.get(game).json()["settlement"])
}
