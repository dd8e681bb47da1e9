package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

const playerByToken = `SELECT p.id, p.name, p.created_at FROM tokens t JOIN players p ON p.id = t.player
	WHERE t.hash = $1 AND t.kind = $2 AND (t.expires_at IS NULL OR t.expires_at > $3)`

// CreatePlayer implements account.PlayerStore.
func (d *DB) CreatePlayer(ctx context.Context, p account.Player, tok account.Token) error {
	return d.do(ctx, "create player", func(c *conn) error {
		_, err := c.exec("INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)",
			string(p.ID), p.Name, p.CreatedAt.UnixMilli())
		if err != nil || tok.Player == "" {
			return err
		}
		return insertToken(c, tok)
	})
}

func insertToken(c *conn, tok account.Token) error {
	_, err := c.exec(`INSERT INTO tokens (hash, kind, player, once, created_at, expires_at, name, scopes, used_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		tok.Hash[:], string(tok.Kind), string(tok.Player), tok.Once, tok.CreatedAt.UnixMilli(), record.Millis(tok.ExpiresAt), tok.Name, int(tok.Scope), record.Millis(tok.UsedAt))
	return err
}

// RenamePlayer implements account.PlayerStore.
func (d *DB) RenamePlayer(ctx context.Context, id account.PlayerID, name string) error {
	return d.changePlayer(ctx, "rename player", id, "UPDATE players SET name = $2 WHERE id = $1", name)
}

// Player implements table.Store.
func (d *DB) Player(ctx context.Context, id account.PlayerID) (account.Player, error) {
	p, err := scanPlayer(d.row(ctx, "SELECT id, name, created_at FROM players WHERE id = $1", string(id)))
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
	p, err := scanPlayer(d.row(ctx, playerByToken, hash[:], string(kind), now.UnixMilli()))
	return p, d.failure("read token", err)
}

// AddToken implements account.PlayerStore.
func (d *DB) AddToken(ctx context.Context, tok account.Token) error {
	return d.do(ctx, "add token", func(c *conn) error { return insertToken(c, tok) })
}

// UseToken implements account.PlayerStore.
func (d *DB) UseToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	var p account.Player
	err := d.do(ctx, "use token", func(c *conn) error {
		var at int64
		args := []any{hash[:], string(kind), now.UnixMilli()}
		if err := c.scan(playerByToken+" FOR UPDATE OF t", args, &p.ID, &p.Name, &at); err != nil {
			return err
		}
		p.CreatedAt = time.UnixMilli(at).UTC()
		_, err := c.exec("DELETE FROM tokens WHERE hash = $1 AND once", hash[:])
		return err
	})
	if err != nil {
		return account.Player{}, err
	}
	return p, nil
}

// DropTokens implements account.PlayerStore.
func (d *DB) DropTokens(ctx context.Context, id account.PlayerID, kind account.TokenKind) error {
	return d.do(ctx, "drop tokens", func(c *conn) error {
		c.tell(newsOfPlayer, string(id))
		_, err := c.exec("DELETE FROM tokens WHERE player = $1 AND kind = $2", string(id), string(kind))
		return err
	})
}

// Sweep implements table.Store.
func (d *DB) Sweep(ctx context.Context, now time.Time) error {
	return d.do(ctx, "sweep", func(c *conn) error {
		if _, err := c.exec("DELETE FROM tries WHERE full_at < " + databaseNow); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM questions WHERE expires_at <= " + databaseNow); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM tokens WHERE expires_at <= $1", now.UnixMilli()); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM sessions WHERE expires_at <= $1", now.UnixMilli()); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM receipts WHERE at <= $1", now.Add(-account.ReceiptLife).UnixMilli()); err != nil {
			return err
		}
		for _, links := range []string{"recoveries", "mail_links"} {
			if _, err := c.exec("DELETE FROM "+links+" WHERE expires_at <= $1", now.UnixMilli()); err != nil {
				return err
			}
		}
		_, err := c.exec("DELETE FROM visits WHERE at < $1", now.Add(-table.VisitLife).UnixMilli())
		return err
	})
}
