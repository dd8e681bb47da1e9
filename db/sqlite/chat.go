package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

const insertMessage = `INSERT INTO chat (game, id, rev, at, player, seat, name, bot, text, about, removed)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// AddMessage implements talk.Store.
func (d *DB) AddMessage(ctx context.Context, m talk.Message, keep int) error {
	return d.do(ctx, "add message", len(m.Text)+100, func(c *conn) error {
		_, err := c.exec(insertMessage, m.Game, int64(m.ID), int64(m.Rev), m.At.UnixMilli(), orNull(m.Player),
			int(m.Seat), m.Name, m.Bot, m.Text, m.About, string(m.Removed))
		if err != nil || m.ID <= uint64(keep) {
			return err
		}
		_, err = c.exec("DELETE FROM chat WHERE game = ? AND id <= ?", m.Game, int64(m.ID)-int64(keep))
		return err
	})
}

// RemoveMessage implements talk.Store.
func (d *DB) RemoveMessage(ctx context.Context, game string, id, rev uint64, by talk.Remover) error {
	return d.do(ctx, "remove message", 64, func(c *conn) error {
		n, err := c.change("UPDATE chat SET text = '', rev = ?, removed = ? WHERE game = ? AND id = ?", int64(rev), string(by), game, int64(id))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

const messageColumns = "SELECT game, id, rev, at, coalesce(player, ''), seat, name, bot, text, about, removed FROM chat "

// Messages implements talk.Store.
func (d *DB) Messages(ctx context.Context, game string, s talk.Span) ([]talk.Message, error) {
	query, args, turned := messageColumns+"WHERE game = ? ORDER BY id DESC", []any{game}, true
	switch {
	case s.After != nil:
		query, args, turned = messageColumns+"WHERE game = ? AND rev > ? ORDER BY rev", append(args, int64(*s.After)), false
	case s.Before > 0:
		query, args = messageColumns+"WHERE game = ? AND id < ? ORDER BY id DESC", append(args, int64(s.Before))
	}
	if s.Limit > 0 {
		query += fmt.Sprintf(" LIMIT %d", s.Limit)
	}
	list, err := d.messages(ctx, query, args...)
	if turned {
		slices.Reverse(list)
	}
	return list, err
}

// MessagesOf implements talk.Store.
func (d *DB) MessagesOf(ctx context.Context, p account.PlayerID) ([]talk.Message, error) {
	return d.messages(ctx, messageColumns+"WHERE player = ? ORDER BY at, game, id", string(p))
}

func (d *DB) messages(ctx context.Context, query string, args ...any) ([]talk.Message, error) {
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, d.failure("read chat", err)
	}
	defer rows.Close()
	var list []talk.Message
	for rows.Next() {
		m, err := scanMessage(rows)
		if err != nil {
			return nil, d.failure("read chat", err)
		}
		list = append(list, m)
	}
	return list, d.failure("read chat", rows.Err())
}

func scanMessage(row scanner) (talk.Message, error) {
	var m talk.Message
	var at int64
	err := row.Scan(&m.Game, &m.ID, &m.Rev, &at, &m.Player, &m.Seat, &m.Name, &m.Bot, &m.Text, &m.About, &m.Removed)
	m.At = time.UnixMilli(at).UTC()
	return m, err
}

// ChatEnd implements talk.Store.
func (d *DB) ChatEnd(ctx context.Context, game string) (id, rev uint64, err error) {
	err = d.read.QueryRowContext(ctx, `SELECT
		coalesce((SELECT max(id) FROM chat WHERE game = ?), 0), coalesce((SELECT max(rev) FROM chat WHERE game = ?), 0)`, game, game).Scan(&id, &rev)
	return id, rev, d.failure("read chat", err)
}

// The last message of each table is one step into an index.
const lastTalk = `SELECT c.game, c.id, c.rev, c.at, coalesce(c.player, ''), c.seat, c.name, c.bot, '', c.about, c.removed
	FROM (SELECT game FROM seats WHERE player = ? UNION SELECT game FROM seats WHERE sub = ?) s
	JOIN chat c ON c.game = s.game AND c.id = (SELECT max(id) FROM chat WHERE game = s.game)
	WHERE c.player IS NULL OR c.player <> ?`

// LastTalk implements talk.Store.
func (d *DB) LastTalk(ctx context.Context, p account.PlayerID) (map[string]talk.Message, error) {
	list, err := d.messages(ctx, lastTalk, string(p), string(p), string(p))
	if err != nil {
		return nil, err
	}
	last := make(map[string]talk.Message, len(list))
	for _, m := range list {
		last[m.Game] = m
	}
	return last, nil
}

// AddReport implements talk.Store.
func (d *DB) AddReport(ctx context.Context, r talk.Report) error {
	return d.do(ctx, "add report", len(r.Text)+len(r.Why)+100, func(c *conn) error {
		_, err := c.exec(`INSERT INTO reports (id, at, game, message, reporter, author, name, text, why, settled_at, note)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (reporter, game, message) DO NOTHING`,
			r.ID, r.At.UnixMilli(), r.Game, int64(r.Message), orNull(r.Reporter), orNull(r.Author), r.Name, r.Text, r.Why, millis(r.SettledAt), r.Note)
		return err
	})
}

// Reports implements talk.Store.
func (d *DB) Reports(ctx context.Context, f talk.ReportFilter) ([]talk.Report, error) {
	query := "SELECT id, at, game, message, coalesce(reporter, ''), coalesce(author, ''), name, text, why, settled_at, note FROM reports WHERE true"
	var args []any
	if f.ID != "" {
		query += " AND id = ?"
		args = append(args, f.ID)
	}
	if f.Settled != nil {
		query += map[bool]string{true: " AND settled_at IS NOT NULL", false: " AND settled_at IS NULL"}[*f.Settled]
	}
	query += map[bool]string{true: " ORDER BY at, id", false: " ORDER BY at DESC, id"}[f.Oldest]
	if f.Limit > 0 {
		query += fmt.Sprintf(" LIMIT %d OFFSET %d", f.Limit, f.Skip)
	}
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, d.failure("read reports", err)
	}
	defer rows.Close()
	var list []talk.Report
	for rows.Next() {
		var r talk.Report
		var at int64
		var settled sql.NullInt64
		if err := rows.Scan(&r.ID, &at, &r.Game, &r.Message, &r.Reporter, &r.Author, &r.Name, &r.Text, &r.Why, &settled, &r.Note); err != nil {
			return nil, d.failure("read reports", err)
		}
		r.At, r.SettledAt = time.UnixMilli(at).UTC(), fromMillis(settled)
		list = append(list, r)
	}
	return list, d.failure("read reports", rows.Err())
}

// OpenReports implements talk.Store.
func (d *DB) OpenReports(ctx context.Context) (n int, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT count(*) FROM reports WHERE settled_at IS NULL").Scan(&n)
	return n, d.failure("count reports", err)
}

// SettleReport implements talk.Store.
func (d *DB) SettleReport(ctx context.Context, id string, at time.Time, note string) error {
	return d.do(ctx, "settle report", len(note)+64, func(c *conn) error {
		n, err := c.change("UPDATE reports SET settled_at = ?, note = ? WHERE id = ?", at.UnixMilli(), note, id)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}
