package tabletest

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

type receiptKey struct {
	owner string
	hash  [32]byte
}

// BearerToken implements account.PlayerStore.
func (m *Memory) BearerToken(_ context.Context, hash [32]byte, now time.Time) (account.Player, account.Token, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.byToken(account.Bearer, hash, now)
	if err != nil {
		return p, account.Token{}, err
	}
	return p, m.tokens[hash], nil
}

// Tokens implements account.PlayerStore.
func (m *Memory) Tokens(_ context.Context, id account.PlayerID, kind account.TokenKind) ([]account.Token, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []account.Token
	for _, tok := range m.tokens {
		if tok.Player == id && tok.Kind == kind {
			list = append(list, tok)
		}
	}
	slices.SortFunc(list, func(a, b account.Token) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	return list, nil
}

// DropToken implements account.PlayerStore.
func (m *Memory) DropToken(_ context.Context, id account.PlayerID, hash [32]byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if tok, ok := m.tokens[hash]; !ok || tok.Player != id {
		return storage.ErrNotFound
	}
	delete(m.tokens, hash)
	return nil
}

// UsedTokens implements account.PlayerStore.
func (m *Memory) UsedTokens(_ context.Context, uses []account.TokenUse) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range uses {
		if tok, ok := m.tokens[u.Hash]; ok {
			tok.UsedAt = u.At
			m.tokens[u.Hash] = tok
		}
	}
	return nil
}

// Receipt implements account.PlayerStore.
func (m *Memory) Receipt(_ context.Context, owner string, hash [32]byte, since time.Time) (account.Receipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.receipts[receiptKey{owner, hash}]
	if !ok || !r.At.After(since) {
		return account.Receipt{}, storage.ErrNotFound
	}
	return r, nil
}

// ClaimReceipt implements account.PlayerStore.
func (m *Memory) ClaimReceipt(_ context.Context, r *account.Receipt, since time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := receiptKey{r.Owner, r.Hash}
	if old, ok := m.receipts[key]; ok && old.At.After(since) {
		return false, nil
	}
	m.receipts[key] = *r
	return true, nil
}

// SaveReceipt implements account.PlayerStore.
func (m *Memory) SaveReceipt(_ context.Context, r *account.Receipt) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.receipts[receiptKey{r.Owner, r.Hash}] = *r
	return nil
}

// DropReceipt implements account.PlayerStore.
func (m *Memory) DropReceipt(_ context.Context, owner string, hash [32]byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.receipts, receiptKey{owner, hash})
	return nil
}
