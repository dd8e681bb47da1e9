package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// DueNotices implements notifications.Store.
func (d *DB) DueNotices(ctx context.Context, now time.Time, limit int) ([]notice.Notice, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT player, game, what, since, due_at FROM outbox
		WHERE due_at <= ? ORDER BY due_at, player, game, what LIMIT ?`, now.UnixMilli(), limit)
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
		SELECT p.id, g.id, ?, ?, ? FROM players p, games g WHERE p.id = ? AND g.id = ?
		ON CONFLICT (player, game, what) DO UPDATE SET since = excluded.since, due_at = excluded.due_at`
	addMessage = `INSERT INTO letters (channel, game, what, since, due_at)
		SELECT c.id, g.id, ?, ?, ? FROM channels c, games g WHERE c.id = ? AND c.state = 'on' AND g.id = ?
		ON CONFLICT (channel, game, what) DO UPDATE SET since = excluded.since,
			due_at = CASE WHEN excluded.due_at < letters.due_at THEN excluded.due_at ELSE letters.due_at END`
)

// Sort implements notifications.Store.
func (d *DB) Sort(ctx context.Context, all []notifications.Sorted) error {
	return d.do(ctx, "sort notices", 200*len(all), func(c *conn) error {
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
		taken, err = c.change("DELETE FROM outbox WHERE player = ? AND game = ? AND what = ? AND due_at = ?",
			n.Player, n.Game, string(n.Kind), n.DueAt.UnixMilli())
	} else {
		taken, err = c.change("UPDATE outbox SET due_at = ?, since = ? WHERE player = ? AND game = ? AND what = ? AND due_at = ?",
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
	rows, err := d.read.QueryContext(ctx, `SELECT c.id FROM channels c
		WHERE c.kind = ? AND c.state = 'on' AND c.leased_until <= ? AND c.id IN (SELECT channel FROM letters WHERE due_at <= ?)
		ORDER BY (SELECT min(due_at) FROM letters WHERE channel = c.id) LIMIT ?`, string(way), now.UnixMilli(), now.UnixMilli(), limit)
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
				lease, until.UnixMilli(), id, now.UnixMilli())
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return d.channels(ctx, "lease = ? AND leased_until > ?", lease, now.UnixMilli())
}

// DueMessages implements notifications.Store.
func (d *DB) DueMessages(ctx context.Context, channel string, now time.Time) ([]notice.Queued, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT game, what, since, due_at FROM letters
		WHERE channel = ? AND due_at <= ? ORDER BY since, game, what`, channel, now.UnixMilli())
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
	return d.do(ctx, "settle letters", 100*(1+len(s.Done)+len(s.Later)), func(c *conn) error {
		_, err := c.exec(`UPDATE channels SET state = CASE WHEN state = 'on' THEN ? ELSE state END,
			sent_at = ?, day = ?, sent = ?, failures = ?, retry_at = ?, error = ?, failed_at = ?, lease = '', leased_until = 0
			WHERE id = ? AND lease = ?`,
			string(ch.State), millis(ch.SentAt), ch.Day, ch.Sent, ch.Failures, millis(ch.RetryAt), ch.Error, millis(ch.FailedAt), ch.ID, s.Lease)
		if err != nil {
			return err
		}
		for _, l := range s.Done {
			if _, err := c.exec("DELETE FROM letters WHERE channel = ? AND game = ? AND what = ? AND since = ?",
				ch.ID, l.Game, string(l.Kind), l.Since.UnixMilli()); err != nil {
				return err
			}
		}
		for _, l := range s.Later {
			if _, err := c.exec("UPDATE letters SET due_at = ? WHERE channel = ? AND game = ? AND what = ? AND since = ?",
				l.DueAt.UnixMilli(), ch.ID, l.Game, string(l.Kind), l.Since.UnixMilli()); err != nil {
				return err
			}
		}
		if ch.State == notice.Dead {
			if _, err := c.exec("DELETE FROM letters WHERE channel = ?", ch.ID); err != nil {
				return err
			}
		}
		if !ch.RetryAt.IsZero() {
			if _, err := c.exec("UPDATE letters SET due_at = ? WHERE channel = ? AND due_at < ?", ch.RetryAt.UnixMilli(), ch.ID, ch.RetryAt.UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
}
