package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// Ping reports whether reading and writing work; it writes a little if that is
// not known. The error wraps storage.ErrFailed and the cause.
func (d *DB) Ping(ctx context.Context) error {
	var standby bool
	if err := d.row(ctx, "SELECT pg_is_in_recovery()").Scan(&standby); err != nil {
		return d.failure("ping", err)
	}
	if d.writer == nil {
		return nil
	}
	if standby {
		return fmt.Errorf("%w: ping: %w", storage.ErrFailed, storage.ErrReadOnly)
	}
	return d.prober.Ping(ctx)
}

// tryWrite writes something that means nothing and waits for its commit.
func (d *DB) tryWrite(ctx context.Context, _ bool) error {
	err := d.do(ctx, "probe", func(c *conn) error {
		_, err := c.exec("INSERT INTO instance (name, value) VALUES ('probe', '') ON CONFLICT (name) DO UPDATE SET value = excluded.value")
		return err
	})
	d.writer.stats.Ended(time.Now(), err)
	return err
}
