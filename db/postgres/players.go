package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

const playerByToken = `SELECT p.id, p.name, p.created_at FROM tokens t JOIN players p ON p.id = t.player
	WHERE t.hash = $1 AND t.kind = $2 AND (t.expires_at IS NULL OR t.expires_at > $3)`

// Player implements table.Store.
func (d *DB) Player(ctx context.Context, id account.PlayerID) (account.Player, error) {
	p, err := record.ScanPlayer(d.row(ctx, "SELECT id, name, created_at FROM players WHERE id = $1", string(id)).Scan)
	return p, d.failure("read player", err)
}

// PlayerByToken implements account.PlayerStore.
func (d *DB) PlayerByToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	p, err := record.ScanPlayer(d.row(ctx, playerByToken, hash[:], string(kind), now.UnixMilli()).Scan)
	return p, d.failure("read token", err)
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

// Sweep implements table.Store.
func (d *DB) Sweep(ctx context.Context, now time.Time) error {
	return d.do(ctx, "sweep", func(c *conn) error {
		if _, err := c.exec("DELETE FROM tries WHERE full_at < " + databaseNow); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM questions WHERE expires_at <= " + databaseNow); err != nil {
			return err
		}
		return record.Sweep(writing{c}, now)
	})
}
