package record

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
)

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
