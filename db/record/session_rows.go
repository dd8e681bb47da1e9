package record

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

// SavedSessions implements SessionRows without SessionData, which every request calls:
// each engine reads it in its own way.
type SavedSessions struct{ Queries }

// SessionSeen implements SessionRows.
func (d SavedSessions) SessionSeen(ctx context.Context, hash [32]byte) (time.Time, error) {
	return first(ctx, d, "extend session", "SELECT seen_at FROM sessions WHERE hash = ?", []any{hash[:]}, func(row scan) (time.Time, error) {
		at, err := value[int64](row)
		return fromMillis(at), err
	})
}

// SaveSession implements SessionRows.
func (d SavedSessions) SaveSession(ctx context.Context, s *Session) error {
	return d.WriteRows(ctx, "save session", func(tx Tx) error {
		if s.Again {
			return touched(tx.Exec("UPDATE sessions SET player = ?, data = ?, seen_at = ?, expires_at = ? WHERE hash = ?",
				OrNull(s.Player), s.Data, s.SeenAt.UnixMilli(), s.ExpiresAt.UnixMilli(), s.Hash[:]))
		}
		_, err := tx.Exec("INSERT INTO sessions (hash, player, data, created_at, seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
			s.Hash[:], OrNull(s.Player), s.Data, s.CreatedAt.UnixMilli(), s.SeenAt.UnixMilli(), s.ExpiresAt.UnixMilli())
		return err
	})
}

// DropSession implements SessionRows.
func (d SavedSessions) DropSession(ctx context.Context, hash [32]byte) error {
	return d.WriteRows(ctx, "end session", func(tx Tx) error {
		return tx.Query("DELETE FROM sessions WHERE hash = ? RETURNING coalesce(player, '')", []any{hash[:]}, func(row scan) error {
			player, err := value[string](row)
			if player != "" {
				tx.Tell(NewsOfPlayer, player)
			}
			return err
		})
	})
}

// SessionsOf implements SessionRows.
func (d SavedSessions) SessionsOf(ctx context.Context, player account.PlayerID, now time.Time) ([]Session, error) {
	return list(ctx, d, "list sessions", `SELECT hash, data, created_at, seen_at, expires_at FROM sessions
		WHERE player = ? AND expires_at > ? ORDER BY seen_at DESC, created_at DESC, hash`, []any{string(player), now.UnixMilli()}, func(row scan) (Session, error) {
		s := Session{Player: player}
		var hash []byte
		var made, seen, ends int64
		err := row(&hash, &s.Data, &made, &seen, &ends)
		copy(s.Hash[:], hash)
		s.CreatedAt, s.SeenAt, s.ExpiresAt = fromMillis(made), fromMillis(seen), fromMillis(ends)
		return s, err
	})
}

// EndSession implements SessionRows.
func (d SavedSessions) EndSession(ctx context.Context, player account.PlayerID, start []byte) error {
	return d.WriteRows(ctx, "end session", func(tx Tx) error {
		tx.Tell(NewsOfPlayer, string(player))
		return touched(tx.Exec("DELETE FROM sessions WHERE player = ? AND substr(hash, 1, 8) = ?", string(player), start))
	})
}

// EndOtherSessions implements SessionRows.
func (d SavedSessions) EndOtherSessions(ctx context.Context, player account.PlayerID, keep []byte) error {
	return d.WriteRows(ctx, "end sessions", func(tx Tx) error {
		tx.Tell(NewsOfPlayer, string(player))
		_, err := tx.Exec("DELETE FROM sessions WHERE player = ? AND substr(hash, 1, 8) <> ?", string(player), keep)
		return err
	})
}
