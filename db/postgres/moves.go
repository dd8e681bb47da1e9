package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/table"
)

// Moves implements table.Store.
func (d *DB) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	query, args := `SELECT seq, first, at, seat, origin, command, luck, events
		FROM moves WHERE game = $1 AND seq > $2 ORDER BY seq`, []any{id, int64(after)}
	if limit > 0 {
		query, args = query+" LIMIT $3", append(args, limit)
	}
	rows, err := d.query(ctx, query, args...)
	if err != nil {
		return nil, d.failure("read moves", err)
	}
	defer rows.Close()
	var moves []table.Move
	for rows.Next() {
		var m table.Move
		var at int64
		var command string
		var luck *string
		if err := rows.Scan(&m.Seq, &m.First, &at, &m.Seat, &m.Origin, &command, &luck, &m.Events); err != nil {
			return nil, d.failure("read moves", err)
		}
		m.At, m.Command = time.UnixMilli(at).UTC(), []byte(command)
		if luck != nil {
			m.Luck = []byte(*luck)
		}
		moves = append(moves, m)
	}
	return moves, d.failure("read moves", rows.Err())
}
