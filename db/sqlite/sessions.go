package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

var _ record.SessionRows = (*DB)(nil)

// Sessions returns the session store. Set secure if the public address is
// https. now is the clock, time.Now if nil.
func (d *DB) Sessions(secure bool, now func() time.Time) *record.Sessions {
	return record.NewSessions(d, secure, now, d.opt.Logger.Warn)
}

// SessionData implements record.SessionRows.
func (d *DB) SessionData(ctx context.Context, hash [32]byte, now time.Time) ([]byte, error) {
	var data []byte
	err := d.hot.session.QueryRowContext(ctx, hash[:], now.UnixMilli()).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, storage.ErrNotFound
	}
	return data, d.failure("read session", err)
}

// SessionSeen implements record.SessionRows.
func (d *DB) SessionSeen(ctx context.Context, hash [32]byte) (time.Time, error) {
	var at int64
	err := d.read.QueryRowContext(ctx, "SELECT seen_at FROM sessions WHERE hash = ?", hash[:]).Scan(&at)
	return time.UnixMilli(at).UTC(), d.failure("extend session", err)
}

// SaveSession implements record.SessionRows.
func (d *DB) SaveSession(ctx context.Context, s *record.Session) error {
	return d.do(ctx, "save session", len(s.Data), func(c *conn) error {
		if s.Again {
			n, err := c.change("UPDATE sessions SET player = ?, data = ?, seen_at = ?, expires_at = ? WHERE hash = ?",
				record.OrNull(s.Player), s.Data, s.SeenAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.Hash[:])
			if err == nil && n == 0 {
				return storage.ErrNotFound
			}
			return err
		}
		_, err := c.exec("INSERT INTO sessions (hash, player, data, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
			s.Hash[:], record.OrNull(s.Player), s.Data, s.CreatedAt.UnixMilli(), s.SeenAt.UnixMilli(), s.ExpiresAt.UnixMilli())
		return err
	})
}

// DropSession implements record.SessionRows.
func (d *DB) DropSession(ctx context.Context, hash [32]byte) error {
	return d.do(ctx, "end session", 64, func(c *conn) error {
		_, err := c.exec("DELETE FROM sessions WHERE hash = ?", hash[:])
		return err
	})
}

// SessionsOf implements record.SessionRows.
func (d *DB) SessionsOf(ctx context.Context, player account.PlayerID, now time.Time) ([]record.Session, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT hash, data, created_at, seen_at, expires_at FROM sessions
		WHERE player = ? AND expires_at > ? ORDER BY seen_at DESC, created_at DESC, hash`, string(player), now.UnixMilli())
	if err != nil {
		return nil, d.failure("list sessions", err)
	}
	defer rows.Close()
	var list []record.Session
	for rows.Next() {
		one := record.Session{Player: player}
		var hash []byte
		var made, seen, ends int64
		if err := rows.Scan(&hash, &one.Data, &made, &seen, &ends); err != nil {
			return nil, d.failure("list sessions", err)
		}
		one.Hash = [32]byte(hash)
		one.CreatedAt, one.SeenAt, one.ExpiresAt = time.UnixMilli(made).UTC(), time.UnixMilli(seen).UTC(), time.UnixMilli(ends).UTC()
		list = append(list, one)
	}
	return list, d.failure("list sessions", rows.Err())
}

// EndSession implements record.SessionRows.
func (d *DB) EndSession(ctx context.Context, player account.PlayerID, start []byte) error {
	return d.do(ctx, "end session", 64, func(c *conn) error {
		n, err := c.change("DELETE FROM sessions WHERE player = ? AND substr(hash, 1, 8) = ?", string(player), start)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// EndOtherSessions implements record.SessionRows.
func (d *DB) EndOtherSessions(ctx context.Context, player account.PlayerID, keep []byte) error {
	return d.do(ctx, "end sessions", 64, func(c *conn) error {
		_, err := c.exec("DELETE FROM sessions WHERE player = ? AND substr(hash, 1, 8) <> ?", string(player), keep)
		return err
	})
}
