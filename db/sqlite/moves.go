package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

// JSON is handed over as bytes, which spares a copy of it, and stored as text.
const insertMove = `INSERT INTO moves (game, seq, first, at, seat, origin, command, luck, events)
	VALUES (?, ?, ?, ?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))`

// Append implements table.Store.
func (d *DB) Append(ctx context.Context, add table.Commit) error {
	if err := record.Contiguous(add); err != nil {
		return err
	}
	tempo, err := record.Tempo(add.Tempo) // before the write has its turn, which others wait for
	if err != nil {
		return err
	}
	size := 100 + len(tempo)
	for i := range add.Moves {
		size += 100 + len(add.Moves[i].Command) + len(add.Moves[i].Events)
	}
	return d.do(ctx, "append move", size, func(c *conn) error {
		for i := range add.Moves {
			m := &add.Moves[i]
			_, err := c.exec(insertMove, add.Game, int64(m.Seq), int64(m.First), m.At.UnixMilli(), int64(m.Seat), string(m.Origin),
				[]byte(m.Command), []byte(m.Luck), m.Events)
			if err != nil {
				return err
			}
		}
		if add.Head != nil {
			if _, err := c.exec("UPDATE settings SET settings = json_set(settings, '$.head', json(?)) WHERE game = ?", string(add.Head), add.Game); err != nil {
				return err
			}
		}
		for _, b := range add.Books {
			if err := record.SaveBook(writing{c}, add.Game, b.Seat, b.Book); err != nil {
				return err
			}
		}
		if err := record.PutNotices(writing{c}, add.News); err != nil {
			return err
		}
		if add.Owner != "" {
			if _, err := c.exec("UPDATE games SET owner = ? WHERE id = ?", string(add.Owner), add.Game); err != nil {
				return err
			}
		}
		return summarise(c, add.Game, add.After, add.Summary, tempo, add.DueAt)
	})
}
