package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game/table"
)

// Moves implements table.Store.
func (d Tables) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	query, args := `SELECT seq, first, at, seat, origin, command, luck, events
		FROM moves WHERE game = ? AND seq > ? ORDER BY seq`, []any{id, int64(after)}
	if limit > 0 {
		query, args = query+" LIMIT ?", append(args, limit)
	}
	var moves []table.Move
	err := d.ReadRows(ctx, "read moves", func(tx Tx) error {
		var m table.Move // one for all rows: logs are long
		var at int64
		var command, luck []byte
		dest := []any{&m.Seq, &m.First, &at, &m.Seat, &m.Origin, &command, &luck, &m.Events}
		return tx.Query(query, args, func(row scan) error {
			if err := row(dest...); err != nil {
				return err
			}
			m.At, m.Command, m.Luck = fromMillis(at), command, luck
			moves = append(moves, m)
			return nil
		})
	})
	return moves, err
}
