package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// Claim implements notifications.Store.
func (d *DB) Claim(ctx context.Context, of notifications.Claim) ([]notice.Channel, error) {
	err := d.do(ctx, "claim letters", func(c *conn) error {
		_, err := c.exec(`UPDATE channels SET lease = $1, leased_until = $2 WHERE id IN (SELECT c.id FROM channels c JOIN (
				SELECT o.id, l.due, o.unproven, row_number() OVER (PARTITION BY o.unproven ORDER BY l.due) AS place
				FROM (SELECT channel, min(due_at) AS due FROM letters WHERE due_at <= $4 GROUP BY channel) l
				JOIN (SELECT id, failures > 0 OR sent_at IS NULL AS unproven FROM channels WHERE kind = $3 AND state = 'on' AND leased_until <= $4) o ON o.id = l.channel
			) r ON r.id = c.id WHERE c.state = 'on' AND c.leased_until <= $4 AND (NOT r.unproven OR r.place <= $5)
			ORDER BY r.due LIMIT $6 FOR UPDATE OF c SKIP LOCKED)`, of.Lease, of.Until.UnixMilli(), string(of.Way), of.Now.UnixMilli(), of.Unproven, of.Most)
		return err
	})
	if err != nil {
		return nil, err
	}
	return d.Claimed(ctx, of.Lease, of.Now)
}
