package tabletest

import (
	"context"
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

func gameReadsBack(t *testing.T, s Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	want := NewGame(t, s, "game000001", "p1")
	got, seed, err := s.Game(context.Background(), want.ID)
	require.NoError(t, err)
	assert.Equal(t, unstamped(want), unstamped(got))
	assert.Equal(t, [32]byte{1, 2, 3}, seed)
}

// A pause that was not chosen differs from one that was switched off.
func pauseReadsBack(t *testing.T, s Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	none, some := time.Duration(0), 250*time.Millisecond
	for _, pause := range []*time.Duration{nil, &none, &some, nil} {
		g.BotPause = pause
		g.Rev++
		require.NoError(t, s.SaveGame(context.Background(), g))
		got, _, err := s.Game(context.Background(), g.ID)
		require.NoError(t, err)
		assert.Equal(t, pause, got.BotPause)
	}
}

func takenID(t *testing.T, s Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	assert.ErrorIs(t, s.CreateGame(context.Background(), g, [32]byte{}, edition("hash-1", "")), storage.ErrConflict)
	_, seed, err := s.Game(context.Background(), g.ID)
	require.NoError(t, err)
	assert.Equal(t, [32]byte{1, 2, 3}, seed, "the first seed stays")
}

func unknownGame(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	_, _, err := s.Game(ctx, "nowhere000")
	assert.ErrorIs(t, err, storage.ErrNotFound)
	assert.ErrorIs(t, s.DeleteGame(ctx, "nowhere000"), storage.ErrNotFound)
	moves, err := s.Moves(ctx, "nowhere000", 0, 0)
	assert.NoError(t, err)
	assert.Empty(t, moves)
	assert.ErrorIs(t, s.Append(ctx, NextMove("nowhere000", 0, 1)), storage.ErrConflict)
}

func savingNeedsRevision(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	g := NewGame(t, s, "game000001", "p1")
	g.Seats = append(g.Seats, table.Seat{Player: "p2", Name: "Ben"})
	g.Title, g.Owner, g.Private, g.Rev = "", "p2", false, 2
	require.NoError(t, s.SaveGame(ctx, g))
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, unstamped(g), unstamped(got))

	late := *g
	late.Title = "late"
	assert.ErrorIs(t, s.SaveGame(ctx, &late), storage.ErrConflict, "revision 2 is there already")
	late.Rev = 4
	assert.ErrorIs(t, s.SaveGame(ctx, &late), storage.ErrConflict, "revision 3 was never there")
}

func listsFilter(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	NewGame(t, s, "private001", "p1")
	open := NewGame(t, s, "open000001", "p2")
	open.Private, open.Rev, open.UpdatedAt = false, 2, t0.Add(time.Minute)
	require.NoError(t, s.SaveGame(ctx, open))
	NewGame(t, s, "playing001", "p2")
	require.NoError(t, s.Append(ctx, NextMove("playing001", 0, 300)))
	for name, want := range map[string]struct {
		f   table.Filter
		ids []string
	}{
		"all, latest first": {table.Filter{}, []string{"open000001", "playing001", "private001"}},
		"limit":             {table.Filter{Limit: 1}, []string{"open000001"}},
		"public":            {table.Filter{Public: true}, []string{"open000001"}},
		"seat":              {table.Filter{Player: "p1"}, []string{"private001"}},
		"owner":             {table.Filter{Owner: "p2"}, []string{"open000001", "playing001"}},
		"status":            {table.Filter{Statuses: []game.Status{game.Playing, game.Finished}}, []string{"playing001"}},
		"bots due":          {table.Filter{BotsDue: true}, []string{"playing001"}},
		"clocked":           {table.Filter{Clocked: true}, []string{"playing001"}},
		"before":            {table.Filter{Before: t0.Add(time.Second)}, []string{"playing001", "private001"}},
		"visible":           {table.Filter{Public: true, Visible: "p1"}, []string{"open000001", "private001"}},
		"older":             {table.Filter{Older: &table.Spot{At: t0.Add(time.Minute), ID: "open000001"}, Limit: 1}, []string{"playing001"}},
		"newer":             {table.Filter{Newer: &table.Spot{At: t0, ID: "private001"}, Limit: 1}, []string{"playing001"}},
		"newer, all":        {table.Filter{Newer: &table.Spot{At: t0, ID: "private001"}}, []string{"open000001", "playing001"}},
		"between":           {table.Filter{Older: &table.Spot{At: t0, ID: "m"}}, []string{"playing001", "private001"}},
		"none":              {table.Filter{Player: "p3"}, nil},
	} {
		games, err := s.Games(ctx, want.f)
		require.NoError(t, err, name)
		var ids []string
		for _, g := range games {
			ids = append(ids, g.ID)
			assert.Len(t, g.Seats, 2, name)
		}
		assert.Equal(t, want.ids, ids, name)
	}
	n, err := s.Counts(ctx)
	require.NoError(t, err)
	assert.Equal(t, table.Counts{Lobby: 2, Playing: 1, Players: 2, Moves: 1}, n)
}

func deleting(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 2)))
	require.NoError(t, s.DeleteGame(ctx, g.ID))
	_, _, err := s.Game(ctx, g.ID)
	assert.ErrorIs(t, err, storage.ErrNotFound)
	moves, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Empty(t, moves)
	games, err := s.Games(ctx, table.Filter{Player: "p1"})
	require.NoError(t, err)
	assert.Empty(t, games)
}

func sealing(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	at := t0.Add(time.Hour)
	require.NoError(t, s.Seal(ctx, g.ID, at))
	require.ErrorIs(t, s.Seal(ctx, g.ID, at), table.ErrSealed)
	require.ErrorIs(t, s.Seal(ctx, "game000009", at), storage.ErrNotFound)
	g.Sealed, g.Status, g.Rev, g.UpdatedAt, g.EndedAt = true, game.Finished, g.Rev+1, at, at
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, unstamped(g), unstamped(got), "nothing else changes")

	over := NewGame(t, s, "game000002", "p1")
	over.Rev, over.Status, over.EndedAt, over.BotsDue = over.Rev+1, game.Finished, t0, true
	require.NoError(t, s.SaveGame(ctx, over))
	require.NoError(t, s.Seal(ctx, over.ID, at))
	got, _, err = s.Game(ctx, over.ID)
	require.NoError(t, err)
	assert.Equal(t, t0, got.EndedAt, "it was over before")
	assert.Equal(t, over.Rev+1, got.Rev)
	assert.False(t, got.BotsDue)
}

func editionsKeep(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	require.NoError(t, s.SaveEdition(ctx, edition("hash-9", "p1")))
	again := edition("hash-9", "")
	again.Title = "other"
	require.NoError(t, s.SaveEdition(ctx, again))
	got, err := s.Edition(ctx, "hash-9")
	require.NoError(t, err)
	assert.Equal(t, edition("hash-9", ""), got)
	list, err := s.Editions(ctx, "p1")
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "hash-9", list[0].Hash)
	assert.Empty(t, list[0].Body)
	_, err = s.Edition(ctx, "hash-0")
	assert.ErrorIs(t, err, storage.ErrNotFound)
}

func editionsInLists(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	hashes := func(p account.PlayerID) (list []string) {
		boards, err := s.Editions(ctx, p)
		require.NoError(t, err)
		for _, b := range boards {
			list = append(list, b.Hash)
		}
		return list
	}
	late := edition("hash-a", "p2")
	late.CreatedAt = t0.Add(time.Hour)
	require.NoError(t, s.SaveEdition(ctx, edition("hash-b", "p1")))
	require.NoError(t, s.SaveEdition(ctx, edition("hash-a", "p1")))
	require.NoError(t, s.SaveEdition(ctx, late))
	require.NoError(t, s.SaveEdition(ctx, edition("hash-b", "p2")))
	assert.Equal(t, []string{"hash-a", "hash-b"}, hashes("p1"))
	assert.Equal(t, []string{"hash-b", "hash-a"}, hashes("p2"), "in the order in which the player brought them")
	boards, err := s.Editions(ctx, "p2")
	require.NoError(t, err)
	assert.Equal(t, late.CreatedAt, boards[1].CreatedAt)

	assert.ErrorIs(t, s.DropEdition(ctx, "p1", "hash-0"), storage.ErrNotFound)
	require.NoError(t, s.DropEdition(ctx, "p1", "hash-a"))
	assert.ErrorIs(t, s.DropEdition(ctx, "p1", "hash-a"), storage.ErrNotFound, "it is off the list")
	assert.Equal(t, []string{"hash-b"}, hashes("p1"))
	assert.Equal(t, []string{"hash-b", "hash-a"}, hashes("p2"), "another list keeps it")
	require.NoError(t, s.DropEdition(ctx, "p2", "hash-a"))
	_, err = s.Edition(ctx, "hash-a")
	assert.ErrorIs(t, err, storage.ErrNotFound, "nobody has it")

	NewGame(t, s, "game000001", "p1") // on hash-1
	require.NoError(t, s.SaveEdition(ctx, edition("hash-1", "p2")))
	require.NoError(t, s.DropEdition(ctx, "p2", "hash-1"))
	assert.Empty(t, slices.DeleteFunc(hashes("p2"), func(h string) bool { return h != "hash-1" }))
	_, err = s.Edition(ctx, "hash-1")
	assert.NoError(t, err, "the table keeps it")
}
