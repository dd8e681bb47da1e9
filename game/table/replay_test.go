package table_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// TestEveryPositionOfAGame: looking back tells exactly what the live table was,
// in whatever order one looks, warm or cold, and leaves the live table alone.
func TestEveryPositionOfAGame(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	id := r.open(table.NewGame{}, ada, r.person("Ben"), r.person("Cem"))
	_, err := r.Past(ctx, id, 0)
	require.ErrorIs(t, err, table.ErrNoPosition, "in the lobby nothing has happened")
	_, err = r.Figures(ctx, id)
	require.ErrorIs(t, err, table.ErrNoPosition)
	turns, err := r.Turns(ctx, id)
	require.NoError(t, err)
	assert.Empty(t, turns)

	_, err = r.Start(ctx, id, ada)
	require.NoError(t, err)
	want := map[uint32]game.State{}
	for range 1700 { // enough events for the marks to be thinned out
		snap := r.auto(id, 1)
		want[snap.Seq()] = *snap.State
	}
	live, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	require.Greater(t, live.Seq(), uint32(4300))
	seats := slices.Clone(live.Seats)
	for _, service := range []*table.Service{r.Service, serve(t, r.store, table.Config{})} {
		for seq := live.Seq(); seq > 0; seq -= min(seq, 1+seq%13) { // backwards is the hard way
			past, err := service.Past(ctx, id, seq)
			require.NoError(t, err)
			assert.Equal(t, seq, past.State.Seq)
			if s, ok := want[seq]; ok {
				assert.True(t, s == *past.State, "event %d", seq)
			}
		}
		again, err := service.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.True(t, *live.State == *again.State)
		assert.Equal(t, seats, again.Seats)
		_, err = service.Past(ctx, id, live.Seq()+1)
		require.ErrorIs(t, err, table.ErrNoPosition)
		_, err = service.Past(ctx, id, 0)
		require.ErrorIs(t, err, table.ErrNoPosition, "before the first event the table was a lobby")
		turns, err := service.Turns(ctx, id)
		require.NoError(t, err)
		require.Len(t, turns, int(live.State.Turn.Number))
		for i, turn := range turns {
			past, err := service.Past(ctx, id, turn)
			require.NoError(t, err)
			assert.EqualValues(t, i+1, past.State.Turn.Number)
			before, err := service.Past(ctx, id, turn-1)
			require.NoError(t, err)
			assert.EqualValues(t, i, before.State.Turn.Number)
		}
		f, err := service.Figures(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, live.Seq(), f.Seq)
		assert.Equal(t, int(live.State.Turn.Number), f.Turns)
	}
	_, err = r.Past(ctx, "nowhere", 1)
	require.ErrorIs(t, err, storage.ErrNotFound)
}

// TestPastMovesOn: what is kept of the past goes on with the game.
func TestPastMovesOn(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{}, ada, ben)
	for range 60 {
		snap := r.auto(id, 1)
		past, err := r.Past(ctx, id, snap.Seq())
		require.NoError(t, err)
		assert.True(t, *snap.State == *past.State)
		turns, err := r.Turns(ctx, id)
		require.NoError(t, err)
		assert.Len(t, turns, int(snap.State.Turn.Number))
	}
}

// TestVisits: a player has missed the events after their last visit, until they
// move or stay away again; it survives a restart.
func TestVisits(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	r := newRoom(t, table.Config{Now: clock})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{}, ada, ben)
	other, _ := r.begin(table.NewGame{}, ada, ben)
	look := func(s *table.Service, p account.PlayerID, id string, seq uint32, moved bool) table.Absence {
		a, err := s.Visit(ctx, id, p, seq, moved)
		require.NoError(t, err)
		return a
	}
	assert.Zero(t, look(r.Service, ada, id, 5, false), "on a first visit nothing was missed")
	assert.Zero(t, look(r.Service, ada, id, 8, false), "and not while it lasts")
	first := now
	now = now.Add(time.Hour)
	assert.Equal(t, table.Absence{Seq: 8, At: first}, look(r.Service, ada, id, 20, false))
	assert.Equal(t, table.Absence{Seq: 8, At: first}, look(r.Service, ada, id, 21, false), "the other tab, and every reload")
	assert.Equal(t, table.Absence{Seq: 8, At: first}, look(r.Service, ada, id, 0, false), "looking at something older")
	assert.Zero(t, look(r.Service, ada, other, 3, false), "every table for itself")
	assert.Zero(t, look(r.Service, ben, id, 3, false), "and every player")
	assert.Zero(t, look(r.Service, "", id, 3, false), "a stranger is not remembered")
	assert.Zero(t, look(r.Service, ada, id, 30, true), "after their own move nothing is new")
	assert.Zero(t, look(r.Service, ada, id, 33, false), "nor is what others do then")
	leave := r.Stay(id, ben)
	now = now.Add(5 * time.Hour)
	assert.Zero(t, look(r.Service, ben, id, 9, false), "with the table open nobody goes away")
	leave()
	now = now.Add(time.Hour)
	assert.Zero(t, look(r.Service, ada, id, 34, true))
	back := r.Stay(id, ben)
	assert.EqualValues(t, 9, look(r.Service, ben, id, 12, false).Seq, "who comes back by a stream was away before")
	back()
	r.Stay(id, "")()
	r.Close()
	again := serve(t, r.store, table.Config{Now: clock})
	now = now.Add(time.Minute)
	assert.Zero(t, look(again, ada, id, 40, false), "a restart of the server sends nobody away")
	assert.Zero(t, look(again, ada, id, 41, false))
	again.Close()
	again = serve(t, r.store, table.Config{Now: clock})
	left := now
	now = now.Add(24 * time.Hour)
	assert.Equal(t, table.Absence{Seq: 41, At: left}, look(again, ada, id, 44, false))
	assert.EqualValues(t, 3, look(again, ada, other, 9, false).Seq)
}
