package tabletest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// unstamped is a game as every store returns it.
func unstamped(g *table.Game) *table.Game {
	plain := *g
	plain.Stamp = 0
	return &plain
}

// stampsRise checks the stores that stamp their games: each kind of write counts, and
// who has not read the last one cannot write.
func stampsRise(t *testing.T, s Store) {
	t.Helper()
	ctx := t.Context()
	NewPlayer(t, s, "p1")
	id := NewGame(t, s, "game000001", "p1").ID
	g, _, err := s.Game(ctx, id)
	require.NoError(t, err)
	if g.Stamp == 0 {
		return // one server alone writes here
	}
	assert.EqualValues(t, 1, g.Stamp)
	seen := g.Stamp
	for name, write := range map[string]func() error{
		"moves":  func() error { return s.Append(ctx, NextMove(id, 0, 1)) },
		"times":  func() error { return s.SaveTempo(ctx, id, seen, &timecontrol.State{}, time.Time{}) },
		"orders": func() error { return s.SaveBook(ctx, id, seen, 0, &orders.Book{}) },
		"seats": func() error {
			g, _, err := s.Game(ctx, id)
			require.NoError(t, err)
			g.Rev++
			return s.SaveGame(ctx, g)
		},
	} {
		require.NoError(t, write(), name)
		after, _, err := s.Game(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, seen+1, after.Stamp, name)
		seen = after.Stamp
	}
	late := NextMove(id, 1, 1)
	late.Stamp = seen - 1
	require.ErrorIs(t, s.Append(ctx, late), storage.ErrConflict)
	old, _, err := s.Game(ctx, id)
	require.NoError(t, err)
	old.Rev, old.Stamp = old.Rev+1, seen-1
	require.ErrorIs(t, s.SaveGame(ctx, old), storage.ErrConflict)
	require.ErrorIs(t, s.SaveTempo(ctx, id, seen-1, &timecontrol.State{}, time.Time{}), storage.ErrConflict)
	require.ErrorIs(t, s.SaveBook(ctx, id, seen-1, 0, &orders.Book{}), storage.ErrConflict)
	late.Stamp = seen
	require.NoError(t, s.Append(ctx, late))
}
