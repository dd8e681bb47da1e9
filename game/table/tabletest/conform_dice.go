package tabletest

import (
	"context"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
)

func secretsStay(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	first, err := s.Secret(ctx, "key", []byte{1, 2, 3})
	require.NoError(t, err)
	assert.Equal(t, []byte{1, 2, 3}, first)
	again, err := s.Secret(ctx, "key", []byte{4})
	require.NoError(t, err)
	assert.Equal(t, first, again, "what is there stays")
	other, err := s.Secret(ctx, "other", []byte{4})
	require.NoError(t, err)
	assert.Equal(t, []byte{4}, other)
	var wg sync.WaitGroup
	got := make([][]byte, 8)
	for i := range got {
		wg.Go(func() {
			value, err := s.Secret(ctx, "race", []byte{byte(i)})
			assert.NoError(t, err)
			got[i] = value
		})
	}
	wg.Wait()
	for _, g := range got {
		assert.Equal(t, got[0], g, "all get the same one")
	}
}

func numbersReadBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	anchor, link := fair.Hash{1, 2}, fair.Hash{3, 4}
	g.Luck, g.Server, g.Head = table.ByChain, fair.Hash{9}, json.RawMessage(`{"type":"proof.head"}`)
	g.Seats[0].Anchor, g.Seats[0].Link = &anchor, &link
	g.LinkBy, g.Rev = t0.Add(time.Minute), 2
	require.NoError(t, s.SaveGame(ctx, g))
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, unstamped(g), unstamped(got))
	waiting, err := s.Games(ctx, table.Filter{Clocked: true})
	require.NoError(t, err)
	require.Len(t, waiting, 1, "it goes on by itself")
	assert.Equal(t, unstamped(g), unstamped(waiting[0]))

	add := NextMove(g.ID, 0, 1)
	add.Summary.EndsAt, add.Summary.LinkBy = time.Time{}, t0.Add(2*time.Minute)
	require.NoError(t, s.Append(ctx, add))
	more := NextMove(g.ID, 1, 1)
	more.Summary.EndsAt = time.Time{}
	got, _, err = s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, add.Summary, got.Summary)
	require.NoError(t, s.Append(ctx, more))
	got, _, err = s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.True(t, got.LinkBy.IsZero())
	waiting, err = s.Games(ctx, table.Filter{Clocked: true})
	require.NoError(t, err)
	assert.Empty(t, waiting)
}
