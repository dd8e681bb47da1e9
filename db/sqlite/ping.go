package sqlite

import (
	"context"
	"fmt"

	"github.com/bankhalter/bankhalter/game/storage"
)

// largeProbe is as much as a large commit. A disk on which a few bytes fit
// again is not ready.
const largeProbe = 128 << 10

// Ping reports whether reading and writing work; it writes a little if that is
// not known. The error wraps storage.ErrFailed and the cause.
func (d *DB) Ping(ctx context.Context) error {
	var n int
	if err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM goose_db_version").Scan(&n); err != nil {
		return d.failure("ping", err)
	}
	if d.damaged.Load() {
		return fmt.Errorf("%w: ping: %w", storage.ErrFailed, ErrDamaged)
	}
	if d.writer == nil {
		return nil
	}
	if err := d.watch.look(); err != nil {
		return fmt.Errorf("%w: ping: %w", storage.ErrFailed, err)
	}
	return d.prober.Ping(ctx)
}

// tryWrite writes something that means nothing and waits for its commit.
func (d *DB) tryWrite(ctx context.Context, large bool) error {
	if !large {
		return d.do(ctx, "probe", 0, func(c *conn) error {
			_, err := c.exec("PRAGMA user_version = 0") // it is 0; the page is written all the same
			return err
		})
	}
	err := d.do(ctx, "probe", largeProbe, func(c *conn) error {
		// A session that has expired and that no cookie can name.
		_, err := c.exec(`INSERT OR REPLACE INTO sessions (hash, data, created_at, seen_at, expires_at)
			VALUES (zeroblob(32), zeroblob(?), 0, 0, 0)`, largeProbe)
		return err
	})
	if err != nil {
		return err
	}
	return d.do(ctx, "probe", 0, func(c *conn) error {
		_, err := c.exec("DELETE FROM sessions WHERE hash = zeroblob(32)")
		return err
	})
}
