package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// Visit implements table.Store.
func (d Tables) Visit(ctx context.Context, p account.PlayerID, game string) (table.Visit, error) {
	return first(ctx, d, "read visit", "SELECT game, seq, at FROM visits WHERE player = ? AND game = ?", []any{string(p), game}, visitOf(p))
}

// LastSeen implements table.Store.
func (d Tables) LastSeen(ctx context.Context, p account.PlayerID) ([]table.Visit, error) {
	return list(ctx, d, "read visits", "SELECT game, seq, at FROM visits WHERE player = ? ORDER BY game", []any{string(p)}, visitOf(p))
}

func visitOf(p account.PlayerID) func(scan) (table.Visit, error) {
	return func(row scan) (table.Visit, error) {
		v := table.Visit{Player: p}
		var at int64
		err := row(&v.Game, &v.Seq, &at)
		v.At = fromMillis(at)
		return v, err
	}
}

// A visit of a player or a game that is gone is left out.
const saveVisit = `INSERT INTO visits (player, game, seq, at)
	SELECT p.id, g.id, CAST(? AS bigint), CAST(? AS bigint) FROM players p, games g WHERE p.id = ? AND g.id = ?
	ON CONFLICT (player, game) DO UPDATE SET at = excluded.at,
		seq = CASE WHEN excluded.seq > visits.seq THEN excluded.seq ELSE visits.seq END`

// SaveLastSeen implements table.Store.
func (d Tables) SaveLastSeen(ctx context.Context, all []table.Visit) error {
	if len(all) == 0 {
		return nil
	}
	return d.WriteRows(ctx, "save visits", func(tx Tx) error {
		for _, v := range all {
			if _, err := tx.Exec(saveVisit, int64(v.Seq), v.At.UnixMilli(), string(v.Player), v.Game); err != nil {
				return err
			}
		}
		return nil
	})
}
