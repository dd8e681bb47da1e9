package sqlite

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// List lists the sessions of a player, the one used last first.
func (s *Sessions) List(ctx context.Context, player account.PlayerID) ([]account.Session, error) {
	rows, err := s.db.read.QueryContext(ctx, `SELECT hash, data, created_at, seen_at, expires_at FROM sessions
		WHERE player = ? AND expires_at > ? ORDER BY seen_at DESC, created_at DESC, hash`, string(player), s.now().UnixMilli())
	if err != nil {
		return nil, s.db.failure("list sessions", err)
	}
	defer rows.Close()
	var list []account.Session
	for rows.Next() {
		var hash, data []byte
		var made, seen, ends int64
		if err := rows.Scan(&hash, &data, &made, &seen, &ends); err != nil {
			return nil, s.db.failure("list sessions", err)
		}
		one := account.Session{
			ID: account.SessionID([32]byte(hash)), CreatedAt: time.UnixMilli(made).UTC(),
			SeenAt: time.UnixMilli(seen).UTC(), ExpiresAt: time.UnixMilli(ends).UTC(),
		}
		if values, err := decodeValues(data); err == nil {
			one.Device, _ = values[account.SessionDevice].(string)
			if since, ok := values[account.SessionSince].(int64); ok {
				one.CreatedAt = time.Unix(since, 0).UTC()
			}
		}
		list = append(list, one)
	}
	return list, s.db.failure("list sessions", rows.Err())
}

// End ends one session of a player, named by its id; ErrNotFound if they have none of this id.
func (s *Sessions) End(ctx context.Context, player account.PlayerID, id string) error {
	start, err := hex.DecodeString(id)
	if err != nil || len(start) != 8 {
		return storage.ErrNotFound
	}
	return s.db.do(ctx, "end session", 64, func(c *conn) error {
		n, err := c.change("DELETE FROM sessions WHERE player = ? AND substr(hash, 1, 8) = ?", string(player), start)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// EndOthers ends all sessions of a player but the one with this id; "" ends all.
func (s *Sessions) EndOthers(ctx context.Context, player account.PlayerID, keep string) error {
	start, err := hex.DecodeString(keep)
	if err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return s.db.do(ctx, "end sessions", 64, func(c *conn) error {
		_, err := c.exec("DELETE FROM sessions WHERE player = ? AND substr(hash, 1, 8) <> ?", string(player), start)
		return err
	})
}
