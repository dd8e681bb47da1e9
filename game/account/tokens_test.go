package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// Who signs in again and again fills no place of the tokens that they name, and keeps
// the token that is in use.
func TestSigningInFillsNoPlaces(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	players := account.NewPlayers(tabletest.NewMemory(), account.PlayersConfig{Now: func() time.Time { return now }})
	t.Cleanup(players.Close)
	ada, used, err := players.CreatePlayer(ctx, "Ada")
	require.NoError(t, err)
	var made []string
	for range 60 {
		now = now.Add(time.Hour)
		_, _, err := players.Grant(ctx, used)
		require.NoError(t, err, "the token that is in use")
		token, err := players.NewToken(ctx, ada.ID)
		require.NoError(t, err)
		made = append(made, token)
	}
	_, _, err = players.Grant(ctx, made[0])
	require.ErrorIs(t, err, storage.ErrNotFound, "the one that was not used for longest")
	_, _, err = players.Grant(ctx, made[len(made)-1])
	require.NoError(t, err)
	list, err := players.Tokens(ctx, ada.ID)
	require.NoError(t, err)
	assert.Len(t, list, 50)

	_, _, err = players.GiveToken(ctx, ada.ID, "Robot", account.ScopePlay, time.Time{})
	require.NoError(t, err, "a place for a token with a name")
	for range 49 {
		_, _, err = players.GiveToken(ctx, ada.ID, "Robot", account.ScopePlay, time.Time{})
		require.NoError(t, err)
	}
	_, _, err = players.GiveToken(ctx, ada.ID, "Robot", account.ScopePlay, time.Time{})
	require.ErrorIs(t, err, account.ErrTokens)
	_, err = players.NewToken(ctx, ada.ID)
	require.NoError(t, err, "signing in is never refused for it")
}
