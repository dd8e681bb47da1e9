package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
)

const upsertBook = `INSERT INTO orders (game, seat, book) VALUES (?, ?, ?)
	ON CONFLICT (game, seat) DO UPDATE SET book = excluded.book`

func saveBook(c *conn, id string, seat game.Seat, book *orders.Book) error {
	b, err := json.Marshal(book)
	if err != nil {
		return fmt.Errorf("encode orders: %w", err)
	}
	_, err = c.exec(upsertBook, id, int(seat), string(b))
	return err
}

// SaveBook implements table.Store.
func (d *DB) SaveBook(ctx context.Context, id string, _ uint64, seat game.Seat, book *orders.Book) error {
	return d.do(ctx, "save orders", 200, func(c *conn) error { return saveBook(c, id, seat, book) })
}
