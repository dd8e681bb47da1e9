package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
)

// SaveBook implements table.Store.
func (d *DB) SaveBook(ctx context.Context, id string, stamp uint64, seat game.Seat, book *orders.Book) error {
	return d.do(ctx, "save orders", func(c *conn) error {
		if err := touch(c, id, stamp); err != nil {
			return err
		}
		return record.SaveBook(writing{c}, id, seat, book)
	})
}
