package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// Claim implements notifications.Store.
func (d *DB) Claim(ctx context.Context, of notifications.Claim) ([]notice.Channel, error) {
	now := of.Now.UnixMilli()
	rows, err := d.read.QueryContext(ctx, `SELECT id FROM (SELECT c.id, l.due, c.unproven, row_number() OVER (PARTITION BY c.unproven ORDER BY l.due) AS place
			FROM (SELECT channel, min(due_at) AS due FROM letters WHERE due_at <= ? GROUP BY channel) l
			JOIN (SELECT id, failures > 0 OR sent_at IS NULL AS unproven FROM channels WHERE kind = ? AND state = 'on' AND leased_until <= ?) c ON c.id = l.channel)
		WHERE NOT unproven OR place <= ? ORDER BY due LIMIT ?`, now, string(of.Way), now, of.Unproven, of.Most)
	if err != nil {
		return nil, d.failure("look for letters", err)
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, d.failure("look for letters", err)
		}
		ids = append(ids, id)
	}
	if err := rows.Err(); err != nil || len(ids) == 0 {
		return nil, d.failure("look for letters", err)
	}
	err = d.do(ctx, "claim letters", 64*len(ids), func(c *conn) error {
		for _, id := range ids {
			_, err := c.exec("UPDATE channels SET lease = ?, leased_until = ? WHERE id = ? AND leased_until <= ? AND state = 'on'",
				of.Lease, of.Until.UnixMilli(), id, now)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d.Claimed(ctx, of.Lease, of.Now)
}
