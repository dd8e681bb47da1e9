package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// CreatePlayer implements account.PlayerStore.
func (d *DB) CreatePlayer(ctx context.Context, p account.Player, tok account.Token) error {
	return d.do(ctx, "create player", len(p.Name), func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)",
			string(p.ID), p.Name, p.CreatedAt.UnixMilli())
		if err != nil || tok.Player == "" {
			return err
		}
		return insertToken(c, tok)
	})
}

func insertToken(c *conn, tok account.Token) error {
	_, err := c.exec(`INSERT INTO tokens (hash, kind, player, once, created_at, expires_at, name, scopes, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		tok.Hash[:], string(tok.Kind), string(tok.Player), tok.Once, tok.CreatedAt.UnixMilli(), record.Millis(tok.ExpiresAt), tok.Name, int(tok.Scope), record.Millis(tok.UsedAt))
	return err
}

// RenamePlayer implements account.PlayerStore.
func (d *DB) RenamePlayer(ctx context.Context, id account.PlayerID, name string) error {
	return d.do(ctx, "rename player", len(name), func(c *conn) error {
		n, err := c.change("UPDATE players SET name = ? WHERE id = ?", name, string(id))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// Player implements table.Store.
func (d *DB) Player(ctx context.Context, id account.PlayerID) (account.Player, error) {
	p, err := scanPlayer(d.hot.player.QueryRowContext(ctx, string(id)))
	return p, d.failure("read player", err)
}

func scanPlayer(row scanner) (account.Player, error) {
	var p account.Player
	var at int64
	if err := row.Scan(&p.ID, &p.Name, &at); err != nil {
		return account.Player{}, err
	}
	p.CreatedAt = time.UnixMilli(at).UTC()
	return p, nil
}

// PlayerByToken implements account.PlayerStore.
func (d *DB) PlayerByToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	p, err := scanPlayer(d.read.QueryRowContext(ctx, playerByToken, hash[:], string(kind), now.UnixMilli()))
	return p, d.failure("read token", err)
}

// AddToken implements account.PlayerStore.
func (d *DB) AddToken(ctx context.Context, tok account.Token) error {
	return d.do(ctx, "add token", 64, func(c *conn) error { return insertToken(c, tok) })
}

// UseToken implements account.PlayerStore.
func (d *DB) UseToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	var p account.Player
	err := d.do(ctx, "use token", 64, func(c *conn) error {
		var at int64
		args := []any{hash[:], string(kind), now.UnixMilli()}
		if err := c.scan(playerByToken, args, &p.ID, &p.Name, &at); err != nil {
			return err
		}
		p.CreatedAt = time.UnixMilli(at).UTC()
		_, err := c.exec("DELETE FROM tokens WHERE hash = ? AND once = 1", hash[:])
		return err
	})
	if err != nil {
		return account.Player{}, err
	}
	return p, nil
}

// DropTokens implements account.PlayerStore.
func (d *DB) DropTokens(ctx context.Context, id account.PlayerID, kind account.TokenKind) error {
	return d.do(ctx, "drop tokens", 64, func(c *conn) error {
		_, err := c.exec("DELETE FROM tokens WHERE player = ? AND kind = ?", string(id), string(kind))
		return err
	})
}

const oldVisits = "DELETE FROM visits WHERE at < ?"

// Sweep implements table.Store.
func (d *DB) Sweep(ctx context.Context, now time.Time) error {
	return d.do(ctx, "sweep", 64, func(c *conn) error {
		if _, err := c.exec("DELETE FROM tokens WHERE expires_at <= ?", now.UnixMilli()); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM sessions WHERE expires_at <= ?", now.UnixMilli()); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM receipts WHERE at <= ?", now.Add(-account.ReceiptLife).UnixMilli()); err != nil {
			return err
		}
		for _, links := range []string{"recoveries", "mail_links"} {
			if _, err := c.exec("DELETE FROM "+links+" WHERE expires_at <= ?", now.UnixMilli()); err != nil {
				return err
			}
		}
		_, err := c.exec(oldVisits, now.Add(-table.VisitLife).UnixMilli())
		return err
	})
}
