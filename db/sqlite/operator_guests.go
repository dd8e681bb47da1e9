package sqlite

import (
	"context"
	"time"
)

// idleGuests are people of whom nothing is left but the name: no seat, no table,
// no board, no account, no report, no ban, and not seen since.
const idleGuests = ` FROM players p WHERE p.created_at < ?1
	AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = p.id OR s.sub = p.id)
	AND NOT EXISTS (SELECT 1 FROM games g WHERE g.owner = p.id)
	AND NOT EXISTS (SELECT 1 FROM editions e WHERE e.owner = p.id)
	AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id AND s.seen_at >= ?1)
	AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.player = p.id AND (t.created_at >= ?1 OR t.used_at >= ?1))
	AND NOT EXISTS (SELECT 1 FROM visits v WHERE v.player = p.id AND v.at >= ?1)`

// DropGuests implements operator.Store.
func (d *DB) DropGuests(ctx context.Context, before time.Time, limit int, dry bool) (n int, err error) {
	if dry {
		err := d.read.QueryRowContext(ctx, "SELECT count(*) FROM (SELECT 1"+idleGuests+" LIMIT ?2)", before.UnixMilli(), limit).Scan(&n)
		return n, d.failure("count guests", err)
	}
	err = d.do(ctx, "drop guests", 4096, func(c *conn) error {
		gone, err := c.change("DELETE FROM players WHERE id IN (SELECT p.id"+idleGuests+" LIMIT ?2)", before.UnixMilli(), limit)
		n = int(gone)
		return err
	})
	return n, err
}
