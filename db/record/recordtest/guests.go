package recordtest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// Guests runs the promises of clearing away people who left nothing behind against a store.
func Guests(t *testing.T, s FindStore) {
	t.Helper()
	for _, id := range []account.PlayerID{"p1", "p2", "p3"} {
		tabletest.NewPlayer(t, s, id)
	}
	tabletest.NewGame(t, s, "game000001", "p1")
	later := time.Now().AddDate(1, 0, 0)
	drop := func(before time.Time, limit int, dry bool) int {
		n, err := s.DropGuests(t.Context(), before, limit, dry)
		require.NoError(t, err)
		return n
	}
	assert.Zero(t, drop(time.Unix(0, 0), 9, true), "those who came later")
	assert.Equal(t, 2, drop(later, 9, true), "but for the one who owns a table")
	assert.Equal(t, 1, drop(later, 1, true))
	assert.Equal(t, 2, drop(later, 9, true), "counting leaves them")
	assert.Equal(t, 1, drop(later, 1, false))
	assert.Equal(t, 1, drop(later, 9, false))
	assert.Zero(t, drop(later, 9, false))
	people, err := s.People(t.Context(), "", 9, 0)
	require.NoError(t, err)
	require.Len(t, people, 1)
	assert.EqualValues(t, "p1", people[0].ID)
}
