package postgres

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

var _ account.Tries = (*DB)(nil)

const databaseNow = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

// Try implements account.Tries.
func (d *DB) Try(ctx context.Context, key string, burst int, pause time.Duration) (wait time.Duration, err error) {
	hash, step := sha256.Sum256([]byte(key)), pause.Milliseconds()
	var n int64
	err = d.do(ctx, "count a try", func(c *conn) (err error) {
		n, err = c.change(`INSERT INTO tries AS t (hash, full_at) VALUES ($1, `+databaseNow+` + $2)
			ON CONFLICT (hash) DO UPDATE SET full_at = greatest(t.full_at, excluded.full_at - $2) + $2
			WHERE greatest(t.full_at, excluded.full_at - $2) + $2 <= excluded.full_at - $2 + $3`, hash[:], step, step*int64(burst))
		return err
	})
	if err != nil || n == 1 {
		return 0, err
	}
	var ms int64 // a millisecond at least: it was not counted
	err = d.row(ctx, "SELECT greatest(1, coalesce((SELECT full_at + $2 - $3 - "+databaseNow+" FROM tries WHERE hash = $1), 1))",
		hash[:], step, step*int64(burst)).Scan(&ms)
	return time.Duration(ms) * time.Millisecond, d.failure("read tries", err)
}

// TakeBack implements account.Tries.
func (d *DB) TakeBack(ctx context.Context, key string, pause time.Duration) error {
	hash := sha256.Sum256([]byte(key))
	return d.do(ctx, "take a try back", func(c *conn) error {
		_, err := c.exec("UPDATE tries SET full_at = full_at - $2 WHERE hash = $1", hash[:], pause.Milliseconds())
		return err
	})
}

// Forgive implements account.Tries.
func (d *DB) Forgive(ctx context.Context, key string) error {
	hash := sha256.Sum256([]byte(key))
	return d.do(ctx, "forgive tries", func(c *conn) error {
		_, err := c.exec("DELETE FROM tries WHERE hash = $1", hash[:])
		return err
	})
}
