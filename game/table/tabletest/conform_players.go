package tabletest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

func players(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	got, err := s.Player(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, p, got)
	require.NoError(t, s.RenamePlayer(ctx, "p1", "Zoë 🎲"))
	got, err = s.Player(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, "Zoë 🎲", got.Name)
	_, err = s.Player(ctx, "p2")
	assert.ErrorIs(t, err, storage.ErrNotFound)
	assert.ErrorIs(t, s.RenamePlayer(ctx, "p2", "x"), storage.ErrNotFound)

	visitor := account.Player{ID: "p3", Name: "Ida", CreatedAt: t0}
	require.NoError(t, s.CreatePlayer(ctx, visitor, account.Token{}))
	got, err = s.Player(ctx, "p3")
	require.NoError(t, err)
	assert.Equal(t, visitor, got)
	none, err := s.Tokens(ctx, "p3", account.Bearer)
	require.NoError(t, err)
	assert.Empty(t, none, "there was no token")
	_, _, err = s.BearerToken(ctx, [32]byte{}, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound)
}

func learners(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	l := func() account.Learner {
		l, err := s.Learner(ctx, "p1")
		require.NoError(t, err)
		return l
	}
	assert.Equal(t, account.Learner{}, l(), "nothing yet")
	const last = uint64(1) << 63
	for _, kind := range []uint64{1, last, 1} {
		require.NoError(t, s.Teach(ctx, "p1", kind))
	}
	assert.Equal(t, account.Learner{Taught: 1 | last}, l())
	require.NoError(t, s.Explain(ctx, "p1", true))
	assert.Equal(t, account.Learner{Taught: 1 | last}, l(), "they were on already")
	require.NoError(t, s.Explain(ctx, "p1", false))
	assert.Equal(t, account.Learner{Taught: 1 | last, Quiet: true}, l())
	require.NoError(t, s.Teach(ctx, "p1", 4))
	assert.Equal(t, account.Learner{Taught: 1 | 4 | last, Quiet: true}, l(), "still quiet")
	require.NoError(t, s.Explain(ctx, "p1", true))
	assert.Equal(t, account.Learner{}, l(), "from the first one on")
	_, err := s.Learner(ctx, "p2")
	assert.ErrorIs(t, err, storage.ErrNotFound)
	assert.ErrorIs(t, s.Teach(ctx, "p2", 1), storage.ErrNotFound)
	assert.ErrorIs(t, s.Explain(ctx, "p2", false), storage.ErrNotFound)
}

func tokensEnd(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	hash := account.HashToken("x")
	require.NoError(t, s.AddToken(ctx, account.Token{Hash: hash, Kind: account.Link, Player: p.ID, CreatedAt: t0, ExpiresAt: t0.Add(time.Minute)}))
	got, err := s.PlayerByToken(ctx, account.Link, hash, t0)
	require.NoError(t, err)
	assert.Equal(t, p, got)
	_, err = s.PlayerByToken(ctx, account.Bearer, hash, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound, "of another kind")
	_, err = s.PlayerByToken(ctx, account.Link, hash, t0.Add(time.Minute))
	assert.ErrorIs(t, err, storage.ErrNotFound, "expired")
	require.NoError(t, s.Sweep(ctx, t0.Add(time.Hour)))
	_, err = s.PlayerByToken(ctx, account.Link, hash, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound, "swept")
	_, err = s.PlayerByToken(ctx, account.Bearer, account.HashToken("t-p1"), t0.Add(9999*time.Hour))
	assert.NoError(t, err, "the first token never ends")
	require.NoError(t, s.DropTokens(ctx, p.ID, account.Bearer))
	_, err = s.PlayerByToken(ctx, account.Bearer, account.HashToken("t-p1"), t0)
	assert.ErrorIs(t, err, storage.ErrNotFound)
	assert.Error(t, s.AddToken(ctx, account.Token{Hash: hash, Kind: account.Link, Player: "nobody", CreatedAt: t0}))
}

func linkOnce(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	hash := account.HashToken("x")
	require.NoError(t, s.AddToken(ctx, account.Token{Hash: hash, Kind: account.Link, Player: p.ID, CreatedAt: t0, Once: true}))
	got, err := s.UseToken(ctx, account.Link, hash, t0)
	require.NoError(t, err)
	assert.Equal(t, p, got)
	_, err = s.UseToken(ctx, account.Link, hash, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound)

	require.NoError(t, s.AddToken(ctx, account.Token{Hash: hash, Kind: account.Link, Player: p.ID, CreatedAt: t0, Once: true}))
	var errs [8]error
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { _, errs[i] = s.UseToken(ctx, account.Link, hash, t0) })
	}
	wg.Wait()
	used := 0
	for _, err := range errs {
		if err == nil {
			used++
			continue
		}
		assert.ErrorIs(t, err, storage.ErrNotFound, "they came too late")
	}
	assert.Equal(t, 1, used, "of eight at the same time one is the first")

	lasting := account.HashToken("y")
	require.NoError(t, s.AddToken(ctx, account.Token{Hash: lasting, Kind: account.Link, Player: p.ID, CreatedAt: t0}))
	for range 2 {
		_, err = s.UseToken(ctx, account.Link, lasting, t0)
		assert.NoError(t, err)
	}
}
