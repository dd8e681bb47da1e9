package record

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
)

// SaveBook stores the standing orders of a seat.
func SaveBook(tx Tx, id string, seat game.Seat, book *orders.Book) error {
	b, err := json.Marshal(book)
	if err != nil {
		return fmt.Errorf("encode orders: %w", err)
	}
	_, err = tx.Exec(`INSERT INTO orders (game, seat, book) VALUES (?, ?, ?)
		ON CONFLICT (game, seat) DO UPDATE SET book = excluded.book`, id, int(seat), string(b))
	return err
}

// Books implements table.Store.
func (d Tables) Books(ctx context.Context, id string) (books table.Books, err error) {
	type book struct {
		seat game.Seat
		text []byte
	}
	rows, err := list(ctx, d, "read orders", "SELECT seat, book FROM orders WHERE game = ? ORDER BY seat", []any{id}, func(row scan) (b book, err error) {
		err = row(&b.seat, &b.text)
		return b, err
	})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		var b orders.Book
		if err := json.Unmarshal(row.text, &b); err != nil {
			return nil, fmt.Errorf("%w: orders of game %s: %w", table.ErrDamaged, id, err)
		}
		books = books.With(row.seat, b)
	}
	return books, nil
}
