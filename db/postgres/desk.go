package postgres

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Note implements talk.Store.
func (d *DB) Note(ctx context.Context, p account.PlayerID, game string) (talk.Note, error) {
	n := talk.Note{Player: p, Game: game}
	var at int64
	err := d.row(ctx, "SELECT text, at FROM notes WHERE player = $1 AND game = $2", string(p), game).Scan(&n.Text, &at)
	if err != nil {
		return talk.Note{}, d.failure("read note", err)
	}
	n.At = time.UnixMilli(at).UTC()
	return n, nil
}

// SaveNote implements talk.Store.
func (d *DB) SaveNote(ctx context.Context, n talk.Note, before time.Time) error {
	key := []any{string(n.Player), n.Game}
	return d.do(ctx, "save note", func(c *conn) error {
		var changed int64
		var err error
		switch {
		case before.IsZero() && n.Text == "":
			var there bool
			if err := c.scan("SELECT EXISTS (SELECT 1 FROM notes WHERE player = $1 AND game = $2)", key, &there); err != nil || !there {
				return err
			}
		case before.IsZero():
			changed, err = c.change("INSERT INTO notes (player, game, text, at) VALUES ($1, $2, $3, $4) ON CONFLICT (game, player) DO NOTHING",
				append(key, n.Text, n.At.UnixMilli())...)
		case n.Text == "":
			changed, err = c.change("DELETE FROM notes WHERE player = $1 AND game = $2 AND at = $3", append(key, before.UnixMilli())...)
		default:
			changed, err = c.change("UPDATE notes SET text = $3, at = $4 WHERE player = $1 AND game = $2 AND at = $5",
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
	rows, err := d.query(ctx, "SELECT game, text, at FROM notes WHERE player = $1 ORDER BY at DESC, game", string(p))
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

// AddMute implements talk.Store.
func (d *DB) AddMute(ctx context.Context, m talk.Mute) error {
	return d.do(ctx, "add mute", func(c *conn) error {
		c.tell(newsOfMutes, string(m.Player))
		_, err := c.exec("INSERT INTO mutes (id, player, muted, name, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (player, muted) DO NOTHING",
			m.ID, string(m.Player), string(m.Muted), m.Name, m.At.UnixMilli())
		return err
	})
}

// DropMute implements talk.Store.
func (d *DB) DropMute(ctx context.Context, p account.PlayerID, id string) error {
	return d.do(ctx, "drop mute", func(c *conn) error {
		c.tell(newsOfMutes, string(p))
		n, err := c.change("DELETE FROM mutes WHERE id = $1 AND player = $2", id, string(p))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// Mutes implements talk.Store.
func (d *DB) Mutes(ctx context.Context, p account.PlayerID) ([]talk.Mute, error) {
	rows, err := d.query(ctx, "SELECT id, muted, name, at FROM mutes WHERE player = $1 ORDER BY at DESC, id", string(p))
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

// LastSeen implements table.Store.
func (d *DB) LastSeen(ctx context.Context, p account.PlayerID) ([]table.Visit, error) {
	rows, err := d.query(ctx, "SELECT game, seq, at FROM visits WHERE player = $1 ORDER BY game", string(p))
	if err != nil {
		return nil, d.failure("read visits", err)
	}
	defer rows.Close()
	var list []table.Visit
	for rows.Next() {
		v := table.Visit{Player: p}
		var at int64
		if err := rows.Scan(&v.Game, &v.Seq, &at); err != nil {
			return nil, d.failure("read visits", err)
		}
		v.At = time.UnixMilli(at).UTC()
		list = append(list, v)
	}
	return list, d.failure("read visits", rows.Err())
}

const temposOf = `SELECT t.game, t.tempo FROM (SELECT game FROM seats WHERE player = $1 UNION SELECT game FROM seats WHERE sub = $2) s
	JOIN games g ON g.id = s.game JOIN tempo t ON t.game = s.game WHERE g.status = $3`

// Tempos implements table.Store.
func (d *DB) Tempos(ctx context.Context, p account.PlayerID) (map[string]*timecontrol.State, error) {
	rows, err := d.query(ctx, temposOf, string(p), string(p), int(game.Playing))
	if err != nil {
		return nil, d.failure("read times", err)
	}
	defer rows.Close()
	all := map[string]*timecontrol.State{}
	for rows.Next() {
		var id string
		var text []byte
		if err := rows.Scan(&id, &text); err != nil {
			return nil, d.failure("read times", err)
		}
		var t timecontrol.State
		if err := json.Unmarshal(text, &t); err != nil {
			d.log.Error("the times of a game are left out of lists", "game", id, "err", err)
			continue // the others must not suffer for it
		}
		all[id] = &t
	}
	return all, d.failure("read times", rows.Err())
}
