package db

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/table"
)

// CreatePlayer implements table.Store.
func (d *DB) CreatePlayer(ctx context.Context, p table.Player, tok table.Token) error {
	return d.do(ctx, "create player", len(p.Name), func(s *session) error {
		_, err := s.exec("INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)",
			string(p.ID), p.Name, p.CreatedAt.UnixMilli())
		if err != nil {
			return err
		}
		return insertToken(s, tok)
	})
}

func insertToken(s *session, tok table.Token) error {
	_, err := s.exec("INSERT INTO tokens (hash, kind, player, once, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
		tok.Hash[:], string(tok.Kind), string(tok.Player), tok.Once, tok.CreatedAt.UnixMilli(), millis(tok.ExpiresAt))
	return err
}

// RenamePlayer implements table.Store.
func (d *DB) RenamePlayer(ctx context.Context, id table.PlayerID, name string) error {
	return d.do(ctx, "rename player", len(name), func(s *session) error {
		n, err := s.change("UPDATE players SET name = ? WHERE id = ?", name, string(id))
		if err == nil && n == 0 {
			return table.ErrNotFound
		}
		return err
	})
}

// Player implements table.Store.
func (d *DB) Player(ctx context.Context, id table.PlayerID) (table.Player, error) {
	p, err := scanPlayer(d.read.QueryRowContext(ctx, "SELECT id, name, created_at FROM players WHERE id = ?", string(id)))
	return p, failure("read player", err)
}

func scanPlayer(row scanner) (table.Player, error) {
	var p table.Player
	var at int64
	if err := row.Scan(&p.ID, &p.Name, &at); err != nil {
		return table.Player{}, err
	}
	p.CreatedAt = time.UnixMilli(at).UTC()
	return p, nil
}

const playerByToken = `SELECT p.id, p.name, p.created_at FROM tokens t JOIN players p ON p.id = t.player
	WHERE t.hash = ? AND t.kind = ? AND (t.expires_at IS NULL OR t.expires_at > ?)`

// PlayerByToken implements table.Store.
func (d *DB) PlayerByToken(ctx context.Context, kind table.TokenKind, hash [32]byte, now time.Time) (table.Player, error) {
	p, err := scanPlayer(d.read.QueryRowContext(ctx, playerByToken, hash[:], string(kind), now.UnixMilli()))
	return p, failure("read token", err)
}

// AddToken implements table.Store.
func (d *DB) AddToken(ctx context.Context, tok table.Token) error {
	return d.do(ctx, "add token", 64, func(s *session) error { return insertToken(s, tok) })
}

// UseToken implements table.Store.
func (d *DB) UseToken(ctx context.Context, kind table.TokenKind, hash [32]byte, now time.Time) (table.Player, error) {
	var p table.Player
	err := d.do(ctx, "use token", 64, func(s *session) error {
		st, err := s.stmt(playerByToken)
		if err != nil {
			return err
		}
		if p, err = scanPlayer(st.QueryRow(hash[:], string(kind), now.UnixMilli())); err != nil {
			return err
		}
		_, err = s.exec("DELETE FROM tokens WHERE hash = ? AND once = 1", hash[:])
		return err
	})
	if err != nil {
		return table.Player{}, err
	}
	return p, nil
}

// DropTokens implements table.Store.
func (d *DB) DropTokens(ctx context.Context, id table.PlayerID, kind table.TokenKind) error {
	return d.do(ctx, "drop tokens", 64, func(s *session) error {
		_, err := s.exec("DELETE FROM tokens WHERE player = ? AND kind = ?", string(id), string(kind))
		return err
	})
}

// Sweep implements table.Store.
func (d *DB) Sweep(ctx context.Context, now time.Time) error {
	return d.do(ctx, "sweep", 64, func(s *session) error {
		if _, err := s.exec("DELETE FROM tokens WHERE expires_at <= ?", now.UnixMilli()); err != nil {
			return err
		}
		_, err := s.exec("DELETE FROM sessions WHERE expires_at <= ?", now.UnixMilli())
		return err
	})
}
