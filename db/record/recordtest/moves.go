package recordtest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// MovesStore is an engine whose rows can be damaged.
type MovesStore interface {
	tabletest.Store
	record.Queries
}

// Moves runs the promise of a log with a row that cannot be read: the rows before it come
// with the error.
func Moves(t *testing.T, s MovesStore) {
	t.Helper()
	tabletest.NewPlayer(t, s, "p1")
	g := tabletest.NewGame(t, s, "game000001", "p1")
	first, second, third := tabletest.NextMove(g.ID, 0, 3), tabletest.NextMove(g.ID, 3, 1), tabletest.NextMove(g.ID, 4, 2)
	require.NoError(t, s.Append(t.Context(), first))
	require.NoError(t, s.Append(t.Context(), second))
	require.NoError(t, s.Append(t.Context(), third))
	require.NoError(t, s.WriteRows(t.Context(), "damage a move", func(tx record.Tx) error {
		_, err := tx.Exec("UPDATE moves SET seat = 300 WHERE game = ? AND seq = 6", g.ID) // no seat has this number
		return err
	}))

	got, err := s.Moves(t.Context(), g.ID, 0, 0)
	require.Error(t, err)
	assert.Equal(t, slices.Concat(first.Moves, second.Moves), got)
}
