package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// Player implements table.Store.
func (d *DB) Player(ctx context.Context, id account.PlayerID) (account.Player, error) {
	p, err := record.ScanPlayer(d.prepared.player.QueryRowContext(ctx, string(id)).Scan)
	return p, d.failure("read player", err)
}

// PlayerByToken implements account.PlayerStore.
func (d *DB) PlayerByToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	p, err := record.ScanPlayer(d.read.QueryRowContext(ctx, playerByToken, hash[:], string(kind), now.UnixMilli()).Scan)
	return p, d.failure("read token", err)
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

// Sweep implements table.Store.
func (d *DB) Sweep(ctx context.Context, now time.Time) error {
	return d.do(ctx, "sweep", 64, func(c *conn) error { return record.Sweep(writing{c}, now) })
}
