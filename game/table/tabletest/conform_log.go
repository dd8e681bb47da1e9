package tabletest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
)

func movesReadBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	first, second, third := NextMove(g.ID, 0, 3), NextMove(g.ID, 3, 1), NextMove(g.ID, 4, 2)
	second.Moves[0].Luck = json.RawMessage(`{"rolls":2}`)
	second.Moves = append(second.Moves, third.Moves...)
	second.Summary = third.Summary
	require.NoError(t, s.Append(ctx, first))
	require.NoError(t, s.Append(ctx, second))

	want := slices.Concat(first.Moves, second.Moves)
	got, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	got, err = s.Moves(ctx, g.ID, 2, 0)
	require.NoError(t, err)
	assert.Equal(t, want, got, "event 3 belongs to the first move")
	got, err = s.Moves(ctx, g.ID, 3, 1)
	require.NoError(t, err)
	assert.Equal(t, want[1:2], got)
	after, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, second.Summary, after.Summary)
}

func appendConflicts(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 2)))
	assert.ErrorIs(t, s.Append(ctx, NextMove(g.ID, 0, 2)), storage.ErrConflict, "the same again")
	assert.ErrorIs(t, s.Append(ctx, NextMove(g.ID, 1, 1)), storage.ErrConflict, "behind")
	assert.ErrorIs(t, s.Append(ctx, NextMove(g.ID, 3, 1)), storage.ErrConflict, "ahead")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 2, 1)))
}

func failedAppend(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 2)))
	require.Error(t, s.Append(ctx, NextMove(g.ID, 7, 2)))
	moves, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Len(t, moves, 1)
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.EqualValues(t, 2, got.Seq)
}

func racingAppends(t *testing.T, s Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	const racers = 16
	errs := make([]error, racers)
	var wg sync.WaitGroup
	for i := range racers {
		wg.Go(func() { errs[i] = s.Append(context.Background(), NextMove(g.ID, 0, 1+i%3)) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			assert.ErrorIs(t, err, storage.ErrConflict)
		}
	}
	assert.Equal(t, 1, won)
	moves, err := s.Moves(context.Background(), g.ID, 0, 0)
	require.NoError(t, err)
	assert.Len(t, moves, 1)
}

func manyGames(t *testing.T, s Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	const games, each = 8, 20
	var wg sync.WaitGroup
	for i := range games {
		g := NewGame(t, s, fmt.Sprintf("game00000%d", i), "p1")
		wg.Go(func() {
			for n := range uint32(each) {
				assert.NoError(t, s.Append(context.Background(), NextMove(g.ID, 2*n, 2)))
			}
		})
	}
	wg.Wait()
	for i := range games {
		moves, err := s.Moves(context.Background(), fmt.Sprintf("game00000%d", i), 0, 0)
		require.NoError(t, err)
		require.Len(t, moves, each)
		for n, m := range moves {
			assert.EqualValues(t, 2*n+1, m.First)
		}
	}
}
