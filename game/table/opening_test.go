package table_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// TestLogFoldsOntoTheOpening: the opening and the log together are the state.
func TestLogFoldsOntoTheOpening(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	played, _ := r.begin(table.NewGame{}, ada, ben)
	r.auto(played, 30)
	tried := r.sandbox(ada, table.NewGame{}, middle).Meta.ID
	_, err := r.Play(ctx, tried, ada, game.Move(game.Roll, 0), table.Pre{})
	require.NoError(t, err)
	waiting := r.open(table.NewGame{}, ada, ben)
	for _, id := range []string{played, tried, waiting} {
		state, err := r.Opening(ctx, id)
		require.NoError(t, err)
		log, err := r.Log(ctx, id, 0, 0)
		require.NoError(t, err)
		for i := range log {
			state.Apply(&log[i].Event)
		}
		snap, err := r.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, forgotten(snap.State), forgotten(&state))
	}
	_, err = r.Opening(ctx, "none")
	assert.ErrorIs(t, err, storage.ErrNotFound)
}
