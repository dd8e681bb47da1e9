package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
)

// SaveBook implements table.Store.
func (d *DB) SaveBook(ctx context.Context, id string, _ uint64, seat game.Seat, book *orders.Book) error {
	return d.do(ctx, "save orders", 200, func(c *conn) error { return record.SaveBook(writing{c}, id, seat, book) })
}
