package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

var _ record.SessionRows = (*DB)(nil)

// Sessions returns the session store. Set secure if the public address is
// https. now is the clock, time.Now if nil.
func (d *DB) Sessions(secure bool, now func() time.Time) *record.Sessions {
	return record.NewSessions(d, secure, now, d.log.Warn)
}

// SessionData implements record.SessionRows.
func (d *DB) SessionData(ctx context.Context, hash [32]byte, now time.Time) ([]byte, error) {
	var data []byte
	err := d.row(ctx, "SELECT data FROM sessions WHERE hash = $1 AND expires_at > $2", hash[:], now.UnixMilli()).Scan(&data)
	return data, d.failure("read session", err)
}

// SessionSeen implements record.SessionRows.
func (d *DB) SessionSeen(ctx context.Context, hash [32]byte) (time.Time, error) {
	var at int64
	err := d.row(ctx, "SELECT seen_at FROM sessions WHERE hash = $1", hash[:]).Scan(&at)
	return time.UnixMilli(at).UTC(), d.failure("extend session", err)
}

// SaveSession implements record.SessionRows.
func (d *DB) SaveSession(ctx context.Context, s *record.Session) error {
	return d.do(ctx, "save session", func(c *conn) error {
		if s.Again {
			n, err := c.change("UPDATE sessions SET player = $1, data = $2, seen_at = $3, expires_at = $4 WHERE hash = $5",
				record.OrNull(s.Player), s.Data, s.SeenAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.Hash[:])
			if err == nil && n == 0 {
				return storage.ErrNotFound
			}
			return err
		}
		_, err := c.exec("INSERT INTO sessions (hash, player, data, created_at, seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
			s.Hash[:], record.OrNull(s.Player), s.Data, s.CreatedAt.UnixMilli(), s.SeenAt.UnixMilli(), s.ExpiresAt.UnixMilli())
		return err
	})
}

// DropSession implements record.SessionRows.
func (d *DB) DropSession(ctx context.Context, hash [32]byte) error {
	return d.do(ctx, "end session", func(c *conn) error {
		var player string
		err := c.scan("DELETE FROM sessions WHERE hash = $1 RETURNING coalesce(player, '')", []any{hash[:]}, &player)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if player != "" {
			c.tell(newsOfPlayer, player)
		}
		return err
	})
}

// SessionsOf implements record.SessionRows.
func (d *DB) SessionsOf(ctx context.Context, player account.PlayerID, now time.Time) ([]record.Session, error) {
	rows, err := d.query(ctx, `SELECT hash, data, created_at, seen_at, expires_at FROM sessions
		WHERE player = $1 AND expires_at > $2 ORDER BY seen_at DESC, created_at DESC, hash`, string(player), now.UnixMilli())
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
	return d.do(ctx, "end session", func(c *conn) error {
		c.tell(newsOfPlayer, string(player))
		n, err := c.change("DELETE FROM sessions WHERE player = $1 AND substr(hash, 1, 8) = $2", string(player), start)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// EndOtherSessions implements record.SessionRows.
func (d *DB) EndOtherSessions(ctx context.Context, player account.PlayerID, keep []byte) error {
	return d.do(ctx, "end sessions", func(c *conn) error {
		c.tell(newsOfPlayer, string(player))
		_, err := c.exec("DELETE FROM sessions WHERE player = $1 AND substr(hash, 1, 8) <> $2", string(player), keep)
		return err
	})
}
