package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// DueNotices implements notifications.Store.
func (d *DB) DueNotices(ctx context.Context, now time.Time, limit int) ([]notice.Notice, error) {
	rows, err := d.query(ctx, `SELECT player, game, what, since, due_at FROM outbox
		WHERE due_at <= $1 ORDER BY due_at, player, game, what LIMIT $2`, now.UnixMilli(), limit)
	if err != nil {
		return nil, d.failure("read outbox", err)
	}
	defer rows.Close()
	var list []notice.Notice
	for rows.Next() {
		var n notice.Notice
		var since, due int64
		if err := rows.Scan(&n.Player, &n.Game, &n.Kind, &since, &due); err != nil {
			return nil, d.failure("read outbox", err)
		}
		n.Since, n.DueAt = time.UnixMilli(since).UTC(), time.UnixMilli(due).UTC()
		list = append(list, n)
	}
	return list, d.failure("read outbox", rows.Err())
}

const (
	planNotice = `INSERT INTO outbox (player, game, what, since, due_at)
		SELECT p.id, g.id, $1, $2::bigint, $3::bigint FROM players p, games g WHERE p.id = $4 AND g.id = $5
		ON CONFLICT (game, player, what) DO UPDATE SET since = excluded.since, due_at = excluded.due_at`
	addMessage = `INSERT INTO letters (channel, game, what, since, due_at)
		SELECT c.id, g.id, $1, $2::bigint, $3::bigint FROM channels c, games g WHERE c.id = $4 AND c.state = 'on' AND g.id = $5
		ON CONFLICT (game, channel, what) DO UPDATE SET since = excluded.since,
			due_at = CASE WHEN excluded.due_at < letters.due_at THEN excluded.due_at ELSE letters.due_at END`
)

// Sort implements notifications.Store.
func (d *DB) Sort(ctx context.Context, all []notifications.Sorted) error {
	return d.do(ctx, "sort notices", func(c *conn) error {
		for i := range all {
			if err := sortOne(c, &all[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func sortOne(c *conn, s *notifications.Sorted) error {
	n := &s.Notice
	var taken int64
	var err error
	if s.Again.IsZero() {
		taken, err = c.change("DELETE FROM outbox WHERE player = $1 AND game = $2 AND what = $3 AND due_at = $4",
			n.Player, n.Game, string(n.Kind), n.DueAt.UnixMilli())
	} else {
		taken, err = c.change("UPDATE outbox SET due_at = $1, since = $2 WHERE player = $3 AND game = $4 AND what = $5 AND due_at = $6",
			s.Again.UnixMilli(), s.Since.UnixMilli(), n.Player, n.Game, string(n.Kind), n.DueAt.UnixMilli())
	}
	if err != nil || taken == 0 {
		return err // another worker was quicker, or something has happened since
	}
	for _, l := range s.Messages {
		if _, err := c.exec(addMessage, string(l.Kind), l.Since.UnixMilli(), l.DueAt.UnixMilli(), l.Channel, l.Game); err != nil {
			return err
		}
	}
	return plan(c, s.Plan)
}

func plan(c *conn, all []notice.Notice) error {
	for i := range all {
		n := &all[i]
		if _, err := c.exec(planNotice, string(n.Kind), n.Since.UnixMilli(), n.DueAt.UnixMilli(), n.Player, n.Game); err != nil {
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
	return d.channels(ctx, "lease = $1 AND leased_until > $2", lease, now.UnixMilli())
}

// DueMessages implements notifications.Store.
func (d *DB) DueMessages(ctx context.Context, channel string, now time.Time) ([]notice.Queued, error) {
	rows, err := d.query(ctx, `SELECT game, what, since, due_at FROM letters
		WHERE channel = $1 AND due_at <= $2 ORDER BY since, game, what`, channel, now.UnixMilli())
	if err != nil {
		return nil, d.failure("read letters", err)
	}
	defer rows.Close()
	var list []notice.Queued
	for rows.Next() {
		l := notice.Queued{Channel: channel}
		var since, due int64
		if err := rows.Scan(&l.Game, &l.Kind, &since, &due); err != nil {
			return nil, d.failure("read letters", err)
		}
		l.Since, l.DueAt = time.UnixMilli(since).UTC(), time.UnixMilli(due).UTC()
		list = append(list, l)
	}
	return list, d.failure("read letters", rows.Err())
}

// Settle implements notifications.Store.
func (d *DB) Settle(ctx context.Context, s notifications.Settled) error {
	ch := &s.Channel
	return d.do(ctx, "settle letters", func(c *conn) error {
		_, err := c.exec(`UPDATE channels SET state = CASE WHEN state = 'on' THEN $1 ELSE state END,
			sent_at = $2, day = $3, sent = $4, failures = $5, retry_at = $6, error = $7, failed_at = $8, lease = '', leased_until = 0
			WHERE id = $9 AND lease = $10`,
			string(ch.State), millis(ch.SentAt), ch.Day, ch.Sent, ch.Failures, millis(ch.RetryAt), ch.Error, millis(ch.FailedAt), ch.ID, s.Lease)
		if err != nil {
			return err
		}
		for _, l := range s.Done {
			if _, err := c.exec("DELETE FROM letters WHERE channel = $1 AND game = $2 AND what = $3 AND since = $4",
				ch.ID, l.Game, string(l.Kind), l.Since.UnixMilli()); err != nil {
				return err
			}
		}
		for _, l := range s.Later {
			if _, err := c.exec("UPDATE letters SET due_at = $1 WHERE channel = $2 AND game = $3 AND what = $4 AND since = $5",
				l.DueAt.UnixMilli(), ch.ID, l.Game, string(l.Kind), l.Since.UnixMilli()); err != nil {
				return err
			}
		}
		if ch.State == notice.Dead {
			if _, err := c.exec("DELETE FROM letters WHERE channel = $1", ch.ID); err != nil {
				return err
			}
		}
		if !ch.RetryAt.IsZero() {
			if _, err := c.exec("UPDATE letters SET due_at = $1 WHERE channel = $2 AND due_at < $3", ch.RetryAt.UnixMilli(), ch.ID, ch.RetryAt.UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
}
