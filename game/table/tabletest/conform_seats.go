package tabletest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// standInsReadBack: a stand-in finds the table among their own, and is gone
// from it when they are deleted.
func standInsReadBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	for _, p := range []account.PlayerID{"ada", "eve", "guest"} {
		NewPlayer(t, s, p)
	}
	g := NewGame(t, s, "game000001", "ada")
	g.Rev, g.Status = 2, game.Playing
	g.Seats[0].Sub, g.Seats[0].SubName = "guest", "Gast"
	require.NoError(t, s.SaveGame(ctx, g))
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, g.Seats, got.Seats)
	assert.Equal(t, game.Seat(0), got.SeatOf("guest"))
	assert.Equal(t, game.Seat(0), got.SeatOf("ada"))
	assert.Equal(t, game.Nobody, got.HeldBy("ada"))

	of := func(p account.PlayerID) int {
		list, err := s.Games(ctx, table.Filter{Player: p})
		require.NoError(t, err)
		return len(list)
	}
	assert.Equal(t, []int{1, 1, 0}, []int{of("ada"), of("guest"), of("eve")})
	require.NoError(t, s.MergePlayer(ctx, "guest", "eve"))
	assert.Equal(t, []int{1, 1}, []int{of("ada"), of("eve")}, "he turned out to be somebody else")
	tomb := account.Player{ID: "tomb", Name: "Person 1", CreatedAt: t0}
	require.NoError(t, s.ErasePlayer(ctx, "eve", tomb, nil))
	got, _, err = s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Empty(t, got.Seats[0].Sub)
	assert.Equal(t, account.PlayerID("ada"), got.Seats[0].Player)
}
