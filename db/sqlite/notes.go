package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

// Note implements talk.Store.
func (d *DB) Note(ctx context.Context, p account.PlayerID, game string) (talk.Note, error) {
	n := talk.Note{Player: p, Game: game}
	var at int64
	err := d.read.QueryRowContext(ctx, "SELECT text, at FROM notes WHERE player = ? AND game = ?", string(p), game).Scan(&n.Text, &at)
	if err != nil {
		return talk.Note{}, d.failure("read note", err)
	}
	n.At = time.UnixMilli(at).UTC()
	return n, nil
}

// SaveNote implements talk.Store.
func (d *DB) SaveNote(ctx context.Context, n talk.Note, before time.Time) error {
	key := []any{string(n.Player), n.Game}
	return d.do(ctx, "save note", len(n.Text)+64, func(c *conn) error {
		var changed int64
		var err error
		switch {
		case before.IsZero() && n.Text == "":
			var there bool
			if err := c.scan("SELECT EXISTS (SELECT 1 FROM notes WHERE player = ? AND game = ?)", key, &there); err != nil || !there {
				return err
			}
		case before.IsZero():
			changed, err = c.change("INSERT INTO notes (player, game, text, at) VALUES (?, ?, ?, ?) ON CONFLICT (game, player) DO NOTHING",
				append(key, n.Text, n.At.UnixMilli())...)
		case n.Text == "":
			changed, err = c.change("DELETE FROM notes WHERE player = ? AND game = ? AND at = ?", append(key, before.UnixMilli())...)
		default:
			changed, err = c.change("UPDATE notes SET text = ?3, at = ?4 WHERE player = ?1 AND game = ?2 AND at = ?5",
				append(key, n.Text, n.At.UnixMilli(), before.UnixMilli())...)
		}
		if err == nil && changed == 0 {
			return storage.ErrConflict
		}
		return err
	})
}

// Notes implements talk.Store.
func (d *DB) Notes(ctx context.Context, p account.PlayerID) ([]talk.Note, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT game, text, at FROM notes WHERE player = ? ORDER BY at DESC, game", string(p))
	if err != nil {
		return nil, d.failure("read notes", err)
	}
	defer rows.Close()
	var list []talk.Note
	for rows.Next() {
		n := talk.Note{Player: p}
		var at int64
		if err := rows.Scan(&n.Game, &n.Text, &at); err != nil {
			return nil, d.failure("read notes", err)
		}
		n.At = time.UnixMilli(at).UTC()
		list = append(list, n)
	}
	return list, d.failure("read notes", rows.Err())
}
