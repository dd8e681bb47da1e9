package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// Visit implements table.Store.
func (d *DB) Visit(ctx context.Context, p account.PlayerID, game string) (table.Visit, error) {
	v := table.Visit{Player: p, Game: game}
	var at int64
	err := d.read.QueryRowContext(ctx, "SELECT seq, at FROM visits WHERE player = ? AND game = ?", string(p), game).Scan(&v.Seq, &at)
	if err != nil {
		return table.Visit{}, d.failure("read visit", err)
	}
	v.At = time.UnixMilli(at).UTC()
	return v, nil
}

// A visit of a player or a game that is gone is left out.
const saveLastSeen = `INSERT INTO visits (player, game, seq, at)
	SELECT p.id, g.id, ?, ? FROM players p, games g WHERE p.id = ? AND g.id = ?
	ON CONFLICT (player, game) DO UPDATE SET seq = max(seq, excluded.seq), at = excluded.at`

// SaveLastSeen implements table.Store.
func (d *DB) SaveLastSeen(ctx context.Context, all []table.Visit) error {
	if len(all) == 0 {
		return nil
	}
	return d.do(ctx, "save visits", 64*len(all), func(c *conn) error {
		for _, v := range all {
			if _, err := c.exec(saveLastSeen, v.Seq, v.At.UnixMilli(), string(v.Player), v.Game); err != nil {
				return err
			}
		}
		return nil
	})
}

// LastSeen implements table.Store.
func (d *DB) LastSeen(ctx context.Context, p account.PlayerID) ([]table.Visit, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT game, seq, at FROM visits WHERE player = ? ORDER BY game", string(p))
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
