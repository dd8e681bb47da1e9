package tabletest

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// CreatePlayer implements account.PlayerStore.
func (m *Memory) CreatePlayer(_ context.Context, p account.Player, tok account.Token) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.players[p.ID]; ok {
		return storage.ErrConflict
	}
	m.players[p.ID] = p
	if tok.Player != "" {
		m.tokens[tok.Hash] = tok
	}
	return nil
}

// RenamePlayer implements account.PlayerStore.
func (m *Memory) RenamePlayer(_ context.Context, id account.PlayerID, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.players[id]
	if !ok {
		return storage.ErrNotFound
	}
	p.Name = name
	m.players[id] = p
	return nil
}

// Learner implements account.LearnerStore.
func (m *Memory) Learner(_ context.Context, id account.PlayerID) (account.Learner, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.players[id]; !ok {
		return account.Learner{}, storage.ErrNotFound
	}
	l := m.learners[id]
	for _, g := range m.games {
		for i := range g.Seats {
			l.Played = l.Played || g.Status == game.Finished && g.Seats[i].Player == id
		}
	}
	return l, nil
}

// Teach implements account.LearnerStore.
func (m *Memory) Teach(_ context.Context, id account.PlayerID, kinds uint64) error {
	return m.learn(id, func(l *account.Learner) { l.Taught |= kinds })
}

// Explain implements account.LearnerStore.
func (m *Memory) Explain(_ context.Context, id account.PlayerID, on bool) error {
	return m.learn(id, func(l *account.Learner) {
		if on && l.Quiet {
			l.Taught = 0
		}
		l.Quiet = !on
	})
}

func (m *Memory) learn(id account.PlayerID, change func(*account.Learner)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.players[id]; !ok {
		return storage.ErrNotFound
	}
	l := m.learners[id]
	change(&l)
	m.learners[id] = l
	return nil
}

// Player implements table.Store.
func (m *Memory) Player(_ context.Context, id account.PlayerID) (account.Player, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.players[id]
	if !ok {
		return account.Player{}, storage.ErrNotFound
	}
	return p, nil
}

func (m *Memory) byToken(kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	tok, ok := m.tokens[hash]
	if !ok || tok.Kind != kind || !tok.ExpiresAt.IsZero() && !now.Before(tok.ExpiresAt) {
		return account.Player{}, storage.ErrNotFound
	}
	return m.players[tok.Player], nil
}

// PlayerByToken implements account.PlayerStore.
func (m *Memory) PlayerByToken(_ context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byToken(kind, hash, now)
}

// AddToken implements account.PlayerStore.
func (m *Memory) AddToken(_ context.Context, tok account.Token) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.players[tok.Player]; !ok {
		return storage.ErrConflict
	}
	m.tokens[tok.Hash] = tok
	return nil
}

// UseToken implements account.PlayerStore.
func (m *Memory) UseToken(_ context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, err := m.byToken(kind, hash, now)
	if err == nil && m.tokens[hash].Once {
		delete(m.tokens, hash)
	}
	return p, err
}

// DropTokens implements account.PlayerStore.
func (m *Memory) DropTokens(_ context.Context, id account.PlayerID, kind account.TokenKind) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for hash, tok := range m.tokens {
		if tok.Player == id && tok.Kind == kind {
			delete(m.tokens, hash)
		}
	}
	return nil
}
