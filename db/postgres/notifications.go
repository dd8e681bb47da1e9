package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
)

// A notice about the same that is there already is sent once, later if it has
// not waited long, and never later than the earlier one. One for a player
// that is gone is left out.
const (
	putNotice = `INSERT INTO outbox (player, game, what, since, due_at)
	SELECT p.id, $1, $2, $3::bigint, $4::bigint FROM players p WHERE p.id = $5
	` + onNotice + "$6" + laterNotice
	onNotice = `ON CONFLICT (game, player, what) DO UPDATE SET due_at =
		CASE WHEN excluded.due_at < outbox.due_at OR excluded.due_at <= outbox.since + `
	laterNotice = " THEN excluded.due_at ELSE outbox.due_at END"
)

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
func (d *DB) Claim(ctx context.Context, way notice.Way, lease string, now, until time.Time, limit int) ([]notice.Channel, error) {
	err := d.do(ctx, "claim letters", func(c *conn) error {
		_, err := c.exec(`UPDATE channels SET lease = $1, leased_until = $2 WHERE id IN (SELECT c.id FROM channels c
			WHERE c.kind = $3 AND c.state = 'on' AND c.leased_until <= $4 AND c.id IN (SELECT channel FROM letters WHERE due_at <= $4)
			ORDER BY (SELECT min(due_at) FROM letters WHERE channel = c.id) LIMIT $5 FOR UPDATE SKIP LOCKED)`, lease, until.UnixMilli(), string(way), now.UnixMilli(), limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return d.Claimed(ctx, lease, now)
}
