package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

// Talk implements talk.Store.
type Talk struct{ Queries }

var _ talk.Store = Talk{}

const insertMessage = `INSERT INTO chat (game, id, rev, at, player, seat, name, bot, text, about, removed)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// AddMessage implements talk.Store.
func (d Talk) AddMessage(ctx context.Context, m talk.Message, keep int) error {
	return d.WriteRows(ctx, "add message", func(tx Tx) error {
		tx.Tell(NewsOfChat, m.Game)
		_, err := tx.Exec(insertMessage, m.Game, int64(m.ID), int64(m.Rev), m.At.UnixMilli(), OrNull(m.Player),
			int(m.Seat), m.Name, m.Bot, m.Text, m.About, string(m.Removed))
		if err != nil || m.ID <= uint64(keep) {
			return err
		}
		_, err = tx.Exec("DELETE FROM chat WHERE game = ? AND id <= ?", m.Game, int64(m.ID)-int64(keep))
		return err
	})
}

// RemoveMessage implements talk.Store.
func (d Talk) RemoveMessage(ctx context.Context, game string, id, rev uint64, by talk.Remover) error {
	return d.WriteRows(ctx, "remove message", func(tx Tx) error {
		tx.Tell(NewsOfChat, game)
		return touched(tx.Exec("UPDATE chat SET text = '', rev = ?, removed = ? WHERE game = ? AND id = ?", int64(rev), string(by), game, int64(id)))
	})
}

const messageColumns = "SELECT game, id, rev, at, coalesce(player, ''), seat, name, bot, text, about, removed FROM chat "

func scanMessage(row scan) (m talk.Message, err error) {
	var at int64
	err = row(&m.Game, &m.ID, &m.Rev, &at, &m.Player, &m.Seat, &m.Name, &m.Bot, &m.Text, &m.About, &m.Removed)
	m.At = fromMillis(at)
	return m, err
}

func (d Talk) messages(ctx context.Context, query string, args ...any) ([]talk.Message, error) {
	return list(ctx, d, "read chat", query, args, scanMessage)
}

// Messages implements talk.Store.
func (d Talk) Messages(ctx context.Context, game string, s talk.Span) ([]talk.Message, error) {
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
	all, err := d.messages(ctx, query, args...)
	if turned {
		slices.Reverse(all)
	}
	return all, err
}

// MessagesOf implements talk.Store.
func (d Talk) MessagesOf(ctx context.Context, p account.PlayerID) ([]talk.Message, error) {
	return d.messages(ctx, messageColumns+"WHERE player = ? ORDER BY at, game, id", string(p))
}

// ChatEnd implements talk.Store.
func (d Talk) ChatEnd(ctx context.Context, game string) (id, rev uint64, err error) {
	type end struct{ id, rev uint64 }
	e, err := first(ctx, d, "read chat", `SELECT
		coalesce((SELECT max(id) FROM chat WHERE game = ?), 0), coalesce((SELECT max(rev) FROM chat WHERE game = ?), 0)`,
		[]any{game, game}, func(row scan) (e end, err error) {
			err = row(&e.id, &e.rev)
			return e, err
		})
	return e.id, e.rev, err
}

// The last message of each table is one step into an index.
const lastTalk = `SELECT c.game, c.id, c.rev, c.at, coalesce(c.player, ''), c.seat, c.name, c.bot, '', c.about, c.removed
	FROM (SELECT game FROM seats WHERE player = ? UNION SELECT game FROM seats WHERE sub = ?) s
	JOIN chat c ON c.game = s.game AND c.id = (SELECT max(id) FROM chat WHERE game = s.game)
	WHERE c.player IS NULL OR c.player <> ?`

// LastTalk implements talk.Store.
func (d Talk) LastTalk(ctx context.Context, p account.PlayerID) (map[string]talk.Message, error) {
	all, err := d.messages(ctx, lastTalk, string(p), string(p), string(p))
	if err != nil {
		return nil, err
	}
	last := make(map[string]talk.Message, len(all))
	for _, m := range all {
		last[m.Game] = m
	}
	return last, nil
}

// AddMute implements talk.Store.
func (d Talk) AddMute(ctx context.Context, m talk.Mute) error {
	return d.WriteRows(ctx, "add mute", func(tx Tx) error {
		tx.Tell(NewsOfMutes, string(m.Player))
		_, err := tx.Exec("INSERT INTO mutes (id, player, muted, name, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, muted) DO NOTHING",
			m.ID, string(m.Player), string(m.Muted), m.Name, m.At.UnixMilli())
		return err
	})
}

// DropMute implements talk.Store.
func (d Talk) DropMute(ctx context.Context, p account.PlayerID, id string) error {
	return d.WriteRows(ctx, "drop mute", func(tx Tx) error {
		tx.Tell(NewsOfMutes, string(p))
		return touched(tx.Exec("DELETE FROM mutes WHERE id = ? AND player = ?", id, string(p)))
	})
}

// Mutes implements talk.Store.
func (d Talk) Mutes(ctx context.Context, p account.PlayerID) ([]talk.Mute, error) {
	return list(ctx, d, "read mutes", "SELECT id, muted, name, at FROM mutes WHERE player = ? ORDER BY at DESC, id", []any{string(p)},
		func(row scan) (talk.Mute, error) {
			m := talk.Mute{Player: p}
			var at int64
			err := row(&m.ID, &m.Muted, &m.Name, &at)
			m.At = fromMillis(at)
			return m, err
		})
}

// AddReport implements talk.Store.
func (d Talk) AddReport(ctx context.Context, r talk.Report) error {
	return exec(ctx, d, "add report", `INSERT INTO reports (id, at, game, message, reporter, author, name, text, why, settled_at, note)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (reporter, game, message) DO NOTHING`,
		r.ID, r.At.UnixMilli(), r.Game, int64(r.Message), OrNull(r.Reporter), OrNull(r.Author), r.Name, r.Text, r.Why, Millis(r.SettledAt), r.Note)
}

// Reports implements talk.Store.
func (d Talk) Reports(ctx context.Context, f talk.ReportFilter) ([]talk.Report, error) {
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
	return list(ctx, d, "read reports", query, args, func(row scan) (r talk.Report, err error) {
		var at int64
		var settled *int64
		err = row(&r.ID, &at, &r.Game, &r.Message, &r.Reporter, &r.Author, &r.Name, &r.Text, &r.Why, &settled, &r.Note)
		r.At, r.SettledAt = fromMillis(at), optional(settled)
		return r, err
	})
}

// OpenReports implements talk.Store.
func (d Talk) OpenReports(ctx context.Context) (int, error) {
	return first(ctx, d, "count reports", "SELECT count(*) FROM reports WHERE settled_at IS NULL", nil, value[int])
}

// SettleReport implements talk.Store.
func (d Talk) SettleReport(ctx context.Context, id string, at time.Time, note string) error {
	return d.WriteRows(ctx, "settle report", func(tx Tx) error {
		return touched(tx.Exec("UPDATE reports SET settled_at = ?, note = ? WHERE id = ?", at.UnixMilli(), note, id))
	})
}

// Note implements talk.Store.
func (d Talk) Note(ctx context.Context, p account.PlayerID, game string) (talk.Note, error) {
	return first(ctx, d, "read note", "SELECT game, text, at FROM notes WHERE player = ? AND game = ?", []any{string(p), game}, noteOf(p))
}

// Notes implements talk.Store.
func (d Talk) Notes(ctx context.Context, p account.PlayerID) ([]talk.Note, error) {
	return list(ctx, d, "read notes", "SELECT game, text, at FROM notes WHERE player = ? ORDER BY at DESC, game", []any{string(p)}, noteOf(p))
}

func noteOf(p account.PlayerID) func(scan) (talk.Note, error) {
	return func(row scan) (talk.Note, error) {
		n := talk.Note{Player: p}
		var at int64
		err := row(&n.Game, &n.Text, &at)
		n.At = fromMillis(at)
		return n, err
	}
}

// SaveNote implements talk.Store.
func (d Talk) SaveNote(ctx context.Context, n talk.Note, before time.Time) error {
	key := []any{string(n.Player), n.Game}
	return d.WriteRows(ctx, "save note", func(tx Tx) error {
		var changed int64
		var err error
		switch {
		case before.IsZero() && n.Text == "":
			switch err := one(tx, "SELECT at FROM notes WHERE player = ? AND game = ?", key, new(int64)); {
			case err == nil:
				return storage.ErrConflict
			case !errors.Is(err, storage.ErrNotFound):
				return err
			}
			return nil // there is nothing to delete
		case before.IsZero():
			changed, err = tx.Exec("INSERT INTO notes (player, game, text, at) VALUES (?, ?, ?, ?) ON CONFLICT (game, player) DO NOTHING",
				append(key, n.Text, n.At.UnixMilli())...)
		case n.Text == "":
			changed, err = tx.Exec("DELETE FROM notes WHERE player = ? AND game = ? AND at = ?", append(key, before.UnixMilli())...)
		default:
			changed, err = tx.Exec("UPDATE notes SET text = ?, at = ? WHERE player = ? AND game = ? AND at = ?",
				n.Text, n.At.UnixMilli(), string(n.Player), n.Game, before.UnixMilli())
		}
		if err == nil && changed == 0 {
			return storage.ErrConflict
		}
		return err
	})
}
