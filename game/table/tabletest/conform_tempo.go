package tabletest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// tempoReadsBack: times go with a move, with a change of the table, or alone.
func tempoReadsBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	_, _, err := s.Tempo(ctx, g.ID)
	require.ErrorIs(t, err, storage.ErrNotFound)

	due := t0.Add(time.Hour)
	c := NextMove(g.ID, 0, 2)
	c.Tempo = &timecontrol.State{Seats: []timecontrol.SeatTime{{Clock: timecontrol.Clock{Bank: 60, Asked: t0}, Ask: 7, Lapsed: 3}}, Pauses: []timecontrol.Span{{From: t0}}}
	c.DueAt = due
	c.Summary.Status = game.Playing
	require.NoError(t, s.Append(ctx, c))
	got, at, err := s.Tempo(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, c.Tempo, got)
	assert.Equal(t, due, at)
	list, err := s.Due(ctx)
	require.NoError(t, err)
	assert.Equal(t, []table.Due{{Game: g.ID, At: due}}, list)

	c = NextMove(g.ID, 2, 1)
	c.Summary.Status = game.Playing
	require.NoError(t, s.Append(ctx, c))
	again, at, err := s.Tempo(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, got, again, "a move without times leaves them")
	assert.Equal(t, due, at)

	require.NoError(t, s.SaveTempo(ctx, g.ID, 0, &timecontrol.State{}, time.Time{}))
	got, at, err = s.Tempo(ctx, g.ID)
	require.NoError(t, err)
	assert.Empty(t, got.Seats)
	assert.True(t, at.IsZero())
	list, err = s.Due(ctx)
	require.NoError(t, err)
	assert.Empty(t, list)
	require.NoError(t, s.DeleteGame(ctx, g.ID))
	_, _, err = s.Tempo(ctx, g.ID)
	require.ErrorIs(t, err, storage.ErrNotFound)
}

// booksReadBack: orders go with a move or alone.
func booksReadBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	books, err := s.Books(ctx, g.ID)
	require.NoError(t, err)
	assert.Empty(t, books)

	one := orders.Book{Keep: 50, Last: 2, Orders: []orders.Order{{ID: 2, Kind: orders.Bid, Limit: 300, Spaces: 1<<39 | 1<<1, List: []game.Space{5, 6}, Until: t0, Given: t0}}}
	require.NoError(t, s.SaveBook(ctx, g.ID, 0, 1, &one))
	c := NextMove(g.ID, 0, 1)
	two := orders.Book{Last: 1, Orders: []orders.Order{{ID: 1, Kind: orders.Roll, Visit: true, Turn: 4, Given: t0}}}
	c.Books = []table.SeatBook{{Seat: 0, Book: &two}}
	c.Moves[0].Origin = table.ByOrder
	require.NoError(t, s.Append(ctx, c))
	books, err = s.Books(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, table.Books{two, one}, books)
	moves, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, table.ByOrder, moves[0].Origin)
}
