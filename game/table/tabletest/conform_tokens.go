package tabletest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

func tokensListed(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	p, other := NewPlayer(t, s, "p1"), NewPlayer(t, s, "p2")
	tok := account.Token{
		Hash: account.HashToken("x"), Kind: account.Bearer, Player: p.ID, CreatedAt: t0.Add(time.Hour), ExpiresAt: t0.Add(2 * time.Hour),
		Name: "Bot 🎲", Scope: account.ScopeRead | account.ScopePlay,
	}
	require.NoError(t, s.AddToken(ctx, tok))
	owner, got, err := s.BearerToken(ctx, tok.Hash, t0)
	require.NoError(t, err)
	assert.Equal(t, p, owner)
	assert.Equal(t, tok, got)
	_, _, err = s.BearerToken(ctx, tok.Hash, tok.ExpiresAt)
	assert.ErrorIs(t, err, storage.ErrNotFound, "expired")

	used := t0.Add(90 * time.Minute)
	require.NoError(t, s.UsedTokens(ctx, []account.TokenUse{{Hash: tok.Hash, At: used}, {Hash: account.HashToken("gone"), At: used}}))
	list, err := s.Tokens(ctx, p.ID, account.Bearer)
	require.NoError(t, err)
	require.Len(t, list, 2, "the oldest first")
	assert.True(t, list[0].UsedAt.IsZero())
	assert.Equal(t, used, list[1].UsedAt)
	assert.Equal(t, "Bot 🎲", list[1].Name)
	none, err := s.Tokens(ctx, p.ID, account.Link)
	require.NoError(t, err)
	assert.Empty(t, none, "of another kind")

	assert.ErrorIs(t, s.DropToken(ctx, other.ID, tok.Hash), storage.ErrNotFound, "somebody else's")
	require.NoError(t, s.DropToken(ctx, p.ID, tok.Hash))
	assert.ErrorIs(t, s.DropToken(ctx, p.ID, tok.Hash), storage.ErrNotFound)
	_, _, err = s.BearerToken(ctx, tok.Hash, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound)
}

func receiptsReadBack(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	r := account.Receipt{Owner: "address 192.0.2.1", Hash: account.HashToken("k"), Digest: account.HashToken("d"), At: t0}
	claimed := func(since time.Time) bool {
		ok, err := s.ClaimReceipt(ctx, &r, since)
		require.NoError(t, err)
		return ok
	}
	assert.True(t, claimed(t0.Add(-time.Hour)))
	assert.False(t, claimed(t0.Add(-time.Hour)), "another request was quicker")
	assert.True(t, claimed(t0), "the old one is forgotten")
	got, err := s.Receipt(ctx, r.Owner, r.Hash, t0.Add(-time.Hour))
	require.NoError(t, err)
	assert.Equal(t, r, got, "begun and not finished")
	r.Player, r.Sealed = p.ID, []byte("answer")
	require.NoError(t, s.SaveReceipt(ctx, &r))
	got, err = s.Receipt(ctx, r.Owner, r.Hash, t0.Add(-time.Hour))
	require.NoError(t, err)
	assert.Equal(t, r, got)
	_, err = s.Receipt(ctx, "p1", r.Hash, t0.Add(-time.Hour))
	assert.ErrorIs(t, err, storage.ErrNotFound, "somebody else's key")
	_, err = s.Receipt(ctx, r.Owner, r.Hash, t0)
	assert.ErrorIs(t, err, storage.ErrNotFound, "too old")
	require.NoError(t, s.Sweep(ctx, t0.Add(account.ReceiptLife-time.Second)))
	_, err = s.Receipt(ctx, r.Owner, r.Hash, t0.Add(-time.Hour))
	require.NoError(t, err)
	require.NoError(t, s.Sweep(ctx, t0.Add(account.ReceiptLife)))
	_, err = s.Receipt(ctx, r.Owner, r.Hash, t0.Add(-time.Hour))
	assert.ErrorIs(t, err, storage.ErrNotFound, "swept")
	require.NoError(t, s.SaveReceipt(ctx, &r))
	require.NoError(t, s.DropReceipt(ctx, r.Owner, r.Hash))
	_, err = s.Receipt(ctx, r.Owner, r.Hash, t0.Add(-time.Hour))
	assert.ErrorIs(t, err, storage.ErrNotFound)
}
