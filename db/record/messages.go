package record

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// A notice about the same that is there already is sent once, later if it has
// not waited long, and never later than the earlier one. Between the two parts
// stands for how long notices are collected, in milliseconds.
const (
	OnNotice = `ON CONFLICT (player, game, what) DO UPDATE SET due_at =
		CASE WHEN excluded.due_at < outbox.due_at OR excluded.due_at <= outbox.since + `
	LaterNotice = " THEN excluded.due_at ELSE outbox.due_at END"
)

// One for a player that is gone is left out.
const putNotice = `INSERT INTO outbox (player, game, what, since, due_at)
	SELECT p.id, CAST(? AS text), CAST(? AS text), CAST(? AS bigint), CAST(? AS bigint) FROM players p WHERE p.id = ?
	` + OnNotice + "?" + LaterNotice

// PutNotices writes notices into the outbox, in the commit of the news itself.
func PutNotices(tx Tx, notices []notice.Notice) error {
	for i := range notices {
		n := &notices[i]
		_, err := tx.Exec(putNotice, n.Game, string(n.Kind), n.Since.UnixMilli(), n.DueAt.UnixMilli(), n.Player, notice.Longest.Milliseconds())
		if err != nil {
			return err
		}
	}
	return nil
}

// DueNotices implements notifications.Store.
func (d Notifications) DueNotices(ctx context.Context, now time.Time, limit int) ([]notice.Notice, error) {
	return list(ctx, d, "read outbox", `SELECT player, game, what, since, due_at FROM outbox
		WHERE due_at <= ? ORDER BY due_at, player, game, what LIMIT ?`, []any{now.UnixMilli(), limit}, func(row scan) (n notice.Notice, err error) {
		var since, due int64
		err = row(&n.Player, &n.Game, &n.Kind, &since, &due)
		n.Since, n.DueAt = fromMillis(since), fromMillis(due)
		return n, err
	})
}

// HasNotice implements notifications.Store.
func (d Notifications) HasNotice(ctx context.Context, player, game string, kind notice.Kind) (bool, error) {
	n, err := first(ctx, d, "look for a notice", "SELECT count(*) FROM outbox WHERE player = ? AND game = ? AND what = ?",
		[]any{player, game, string(kind)}, value[int64])
	return n > 0, err
}

const (
	planNotice = `INSERT INTO outbox (player, game, what, since, due_at)
		SELECT p.id, g.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS bigint) FROM players p, games g WHERE p.id = ? AND g.id = ?
		ON CONFLICT (player, game, what) DO UPDATE SET since = excluded.since, due_at = excluded.due_at`
	planAnew = `INSERT INTO outbox (player, game, what, since, due_at)
		SELECT p.id, g.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS bigint) FROM players p, games g WHERE p.id = ? AND g.id = ?
		ON CONFLICT (player, game, what) DO UPDATE SET due_at = excluded.due_at WHERE outbox.since = excluded.since`
	addMessage = `INSERT INTO letters (channel, game, what, since, due_at)
		SELECT c.id, g.id, CAST(? AS text), CAST(? AS bigint), CAST(? AS bigint) FROM channels c, games g WHERE c.id = ? AND c.state = 'on' AND g.id = ?
		ON CONFLICT (channel, game, what) DO UPDATE SET since = excluded.since,
			due_at = CASE WHEN excluded.due_at < letters.due_at THEN excluded.due_at ELSE letters.due_at END`
)

// PlanReminders implements notifications.Store.
func (d Notifications) PlanReminders(ctx context.Context, player string, games []string, at time.Time) error {
	return d.WriteRows(ctx, "plan reminders", func(tx Tx) error {
		for _, id := range games {
			if _, err := tx.Exec(planAnew, string(notice.Remind), notice.Never().UnixMilli(), at.UnixMilli(), player, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Sort implements notifications.Store.
func (d Notifications) Sort(ctx context.Context, all []notifications.Sorted) error {
	return d.WriteRows(ctx, "sort notices", func(tx Tx) error {
		for i := range all {
			if err := sortOne(tx, &all[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func sortOne(tx Tx, s *notifications.Sorted) error {
	n := &s.Notice
	var taken int64
	var err error
	if s.Again.IsZero() {
		taken, err = tx.Exec("DELETE FROM outbox WHERE player = ? AND game = ? AND what = ? AND due_at = ?",
			n.Player, n.Game, string(n.Kind), n.DueAt.UnixMilli())
	} else {
		taken, err = tx.Exec("UPDATE outbox SET due_at = ?, since = ? WHERE player = ? AND game = ? AND what = ? AND due_at = ?",
			s.Again.UnixMilli(), s.Since.UnixMilli(), n.Player, n.Game, string(n.Kind), n.DueAt.UnixMilli())
	}
	if err != nil || taken == 0 {
		return err // another worker was quicker, or something has happened since
	}
	for _, l := range s.Messages {
		if _, err := tx.Exec(addMessage, string(l.Kind), l.Since.UnixMilli(), l.DueAt.UnixMilli(), l.Channel, l.Game); err != nil {
			return err
		}
	}
	for i := range s.Plan {
		n := &s.Plan[i]
		if _, err := tx.Exec(planNotice, string(n.Kind), n.Since.UnixMilli(), n.DueAt.UnixMilli(), n.Player, n.Game); err != nil {
			return err
		}
	}
	return nil
}

// DueMessages implements notifications.Store.
func (d Notifications) DueMessages(ctx context.Context, channel string, now time.Time) ([]notice.Queued, error) {
	return list(ctx, d, "read letters", `SELECT game, what, since, due_at FROM letters
		WHERE channel = ? AND due_at <= ? ORDER BY since, game, what`, []any{channel, now.UnixMilli()}, func(row scan) (notice.Queued, error) {
		l := notice.Queued{Channel: channel}
		var since, due int64
		err := row(&l.Game, &l.Kind, &since, &due)
		l.Since, l.DueAt = fromMillis(since), fromMillis(due)
		return l, err
	})
}

// Settle implements notifications.Store.
func (d Notifications) Settle(ctx context.Context, s notifications.Settled) error {
	ch := &s.Channel
	return d.WriteRows(ctx, "settle letters", func(tx Tx) error {
		_, err := tx.Exec(`UPDATE channels SET state = CASE WHEN state = 'on' THEN ? ELSE state END,
			sent_at = ?, day = ?, sent = ?, failures = ?, retry_at = ?, error = ?, failed_at = ?, lease = '', leased_until = 0
			WHERE id = ? AND lease = ?`,
			string(ch.State), Millis(ch.SentAt), ch.Day, ch.Sent, ch.Failures, Millis(ch.RetryAt), ch.Error, Millis(ch.FailedAt), ch.ID, s.Lease)
		if err != nil {
			return err
		}
		for _, l := range s.Done {
			if _, err := tx.Exec("DELETE FROM letters WHERE channel = ? AND game = ? AND what = ? AND since = ?",
				ch.ID, l.Game, string(l.Kind), l.Since.UnixMilli()); err != nil {
				return err
			}
		}
		for _, l := range s.Later {
			if _, err := tx.Exec("UPDATE letters SET due_at = ? WHERE channel = ? AND game = ? AND what = ? AND since = ?",
				l.DueAt.UnixMilli(), ch.ID, l.Game, string(l.Kind), l.Since.UnixMilli()); err != nil {
				return err
			}
		}
		if ch.State == notice.Dead {
			if _, err := tx.Exec("DELETE FROM letters WHERE channel = ?", ch.ID); err != nil {
				return err
			}
		}
		if ch.RetryAt.IsZero() {
			return nil
		}
		_, err = tx.Exec("UPDATE letters SET due_at = ? WHERE channel = ? AND due_at < ?", ch.RetryAt.UnixMilli(), ch.ID, ch.RetryAt.UnixMilli())
		return err
	})
}

// Rewind implements notifications.Store.
func (d Notifications) Rewind(ctx context.Context, now time.Time) error {
	return d.WriteRows(ctx, "look at the outbox again", func(tx Tx) error {
		for _, update := range []string{"UPDATE outbox SET due_at = ? WHERE due_at > ?", "UPDATE letters SET due_at = ? WHERE due_at > ?"} {
			if _, err := tx.Exec(update, now.UnixMilli(), now.UnixMilli()); err != nil {
				return err
			}
		}
		return nil
	})
}

// NextDue implements notifications.Store.
func (d Notifications) NextDue(ctx context.Context) (time.Time, error) {
	at, err := first(ctx, d, "look into the outbox", `SELECT min(at) FROM (
		SELECT min(due_at) AS at FROM outbox UNION ALL SELECT min(due_at) AS at FROM letters) both_of_them`, nil, value[*int64])
	return optional(at), err
}

// Backlog implements notifications.Store.
func (d Notifications) Backlog(ctx context.Context) (notices, queued int, oldest time.Time, err error) {
	_, err = first(ctx, d, "count the outbox", "SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM letters)", nil, func(row scan) (struct{}, error) {
		return struct{}{}, row(&notices, &queued)
	})
	if err == nil {
		oldest, err = d.NextDue(ctx)
	}
	return notices, queued, oldest, err
}
