package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// A notice about the same that is there already is sent once, later if it has
// not waited long, and never later than the earlier one. One for a player
// that is gone is left out.
const putNotice = `INSERT INTO outbox (player, game, what, since, due_at)
	SELECT p.id, ?, ?, ?, ? FROM players p WHERE p.id = ?
	ON CONFLICT (player, game, what) DO UPDATE SET due_at =
		CASE WHEN excluded.due_at < outbox.due_at OR excluded.due_at <= outbox.since + ? THEN excluded.due_at ELSE outbox.due_at END`

// putNews writes notices into the outbox, in the commit of the news itself.
func putNews(c *conn, notices []notice.Notice) error {
	for i := range notices {
		n := &notices[i]
		_, err := c.exec(putNotice, n.Game, string(n.Kind), n.Since.UnixMilli(), n.DueAt.UnixMilli(), n.Player, notice.Longest.Milliseconds())
		if err != nil {
			return err
		}
	}
	return nil
}

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
