package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// Player implements table.Store.
func (d *DB) Player(ctx context.Context, id account.PlayerID) (account.Player, error) {
	p, err := record.ScanPlayer(d.row(ctx, "SELECT id, name, created_at FROM players WHERE id = $1", string(id)).Scan)
	return p, d.failure("read player", err)
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
