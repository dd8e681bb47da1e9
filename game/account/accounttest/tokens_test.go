package accounttest_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// A player who signs in again and again fills no place of the tokens they name, and keeps
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

// fullStore takes no more tokens.
type fullStore struct{ account.PlayerStore }

func (fullStore) AddToken(context.Context, account.Token) error { return storage.ErrFailed }

// A player who cannot get a new link keeps the one that they have.
func TestALinkOutlivesAFailure(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), tabletest.NewMemory()
	players := account.NewPlayers(store, account.PlayersConfig{})
	t.Cleanup(players.Close)
	ada, err := players.CreateVisitor(ctx, "Ada")
	require.NoError(t, err)
	first, err := players.ReplaceLink(ctx, ada.ID, 0, false)
	require.NoError(t, err)

	full := account.NewPlayers(fullStore{store}, account.PlayersConfig{})
	t.Cleanup(full.Close)
	_, err = full.ReplaceLink(ctx, ada.ID, 0, false)
	require.ErrorIs(t, err, storage.ErrFailed)
	_, err = players.PeekLink(ctx, first)
	require.NoError(t, err)

	second, err := players.ReplaceLink(ctx, ada.ID, 0, false)
	require.NoError(t, err)
	_, err = players.PeekLink(ctx, first)
	require.ErrorIs(t, err, storage.ErrNotFound)
	_, err = players.PeekLink(ctx, second)
	require.NoError(t, err)
}
