package tabletest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// visitsReadBack: the furthest event counts, one visit a player and game, and
// none outlives its player, its game or its time.
func visitsReadBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	NewGame(t, s, "game000001", "p1")
	NewGame(t, s, "game000002", "p1")
	_, err := s.Visit(ctx, "p1", "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	require.NoError(t, s.SaveLastSeen(ctx, nil))
	save := func(p account.PlayerID, id string, seq uint32, after time.Duration) {
		require.NoError(t, s.SaveLastSeen(ctx, []table.Visit{{Player: p, Game: id, Seq: seq, At: t0.Add(after)}}))
	}
	save("p1", "game000001", 9, time.Minute)
	save("p1", "game000001", 7, time.Hour)
	save("p1", "game000002", 3, 0)
	save("p2", "game000001", 4, 0)
	save("nobody", "game000001", 5, 0)
	save("p2", "game000009", 5, 0)
	seen, err := s.Visit(ctx, "p1", "game000001")
	require.NoError(t, err)
	assert.Equal(t, table.Visit{Player: "p1", Game: "game000001", Seq: 9, At: t0.Add(time.Hour)}, seen)
	_, err = s.Visit(ctx, "nobody", "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	_, err = s.Visit(ctx, "p2", "game000009")
	require.ErrorIs(t, err, storage.ErrNotFound)
	require.NoError(t, s.DeleteGame(ctx, "game000002"))
	_, err = s.Visit(ctx, "p1", "game000002")
	require.ErrorIs(t, err, storage.ErrNotFound)
	require.NoError(t, s.Sweep(ctx, t0.Add(table.VisitLife+time.Minute)))
	_, err = s.Visit(ctx, "p2", "game000001")
	require.ErrorIs(t, err, storage.ErrNotFound)
	_, err = s.Visit(ctx, "p1", "game000001")
	require.NoError(t, err)
}

// dayReadsBack: all visits and all times of a person in one go.
func dayReadsBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	g := NewGame(t, s, "game000001", "p1")
	NewGame(t, s, "game000002", "p2")
	require.NoError(t, s.SaveLastSeen(ctx, []table.Visit{{Player: "p1", Game: g.ID, Seq: 4, At: t0}, {Player: "p1", Game: "game000002", Seq: 2, At: t0}}))
	list, err := s.LastSeen(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, []table.Visit{{Player: "p1", Game: g.ID, Seq: 4, At: t0}, {Player: "p1", Game: "game000002", Seq: 2, At: t0}}, list)
	tempo := &timecontrol.State{Seats: []timecontrol.SeatTime{{Clock: timecontrol.Clock{Bank: 77}}}}
	require.NoError(t, s.SaveTempo(ctx, g.ID, 0, tempo, t0))
	require.NoError(t, s.SaveTempo(ctx, "game000002", 0, tempo, t0))
	all, err := s.Tempos(ctx, "p1")
	require.NoError(t, err)
	assert.Empty(t, all, "it has not begun")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 1)))
	all, err = s.Tempos(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, map[string]*timecontrol.State{g.ID: tempo}, all)
	st, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, game.Playing, st.Status)
}
