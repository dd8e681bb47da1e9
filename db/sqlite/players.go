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

// Sweep implements table.Store.
func (d *DB) Sweep(ctx context.Context, now time.Time) error {
	return d.do(ctx, "sweep", 64, func(c *conn) error { return record.Sweep(writing{c}, now) })
}
