package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

// AddMute implements talk.Store.
func (d *DB) AddMute(ctx context.Context, m talk.Mute) error {
	return d.do(ctx, "add mute", 100, func(c *conn) error {
		_, err := c.exec("INSERT INTO mutes (id, player, muted, name, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (player, muted) DO NOTHING",
			m.ID, string(m.Player), string(m.Muted), m.Name, m.At.UnixMilli())
		return err
	})
}

// DropMute implements talk.Store.
func (d *DB) DropMute(ctx context.Context, p account.PlayerID, id string) error {
	return d.do(ctx, "drop mute", 64, func(c *conn) error {
		n, err := c.change("DELETE FROM mutes WHERE id = ? AND player = ?", id, string(p))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// Mutes implements talk.Store.
func (d *DB) Mutes(ctx context.Context, p account.PlayerID) ([]talk.Mute, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT id, muted, name, at FROM mutes WHERE player = ? ORDER BY at DESC, id", string(p))
	if err != nil {
		return nil, d.failure("read mutes", err)
	}
	defer rows.Close()
	var list []talk.Mute
	for rows.Next() {
		m := talk.Mute{Player: p}
		var at int64
		if err := rows.Scan(&m.ID, &m.Muted, &m.Name, &at); err != nil {
			return nil, d.failure("read mutes", err)
		}
		m.At = time.UnixMilli(at).UTC()
		list = append(list, m)
	}
	return list, d.failure("read mutes", rows.Err())
}
