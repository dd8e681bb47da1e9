package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

const upsertTempo = `INSERT INTO tempo (game, due_at, tempo) VALUES (?, ?, ?)
	ON CONFLICT (game) DO UPDATE SET due_at = excluded.due_at, tempo = excluded.tempo`

// saveTempo writes the times of a table, as record.Tempo has encoded them; "" leaves
// them as they are.
func saveTempo(c *conn, id, tempo string, due time.Time) error {
	if tempo == "" {
		return nil
	}
	_, err := c.exec(upsertTempo, id, millis(due), tempo)
	return err
}

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

// SaveTempo implements table.Store.
func (d *DB) SaveTempo(ctx context.Context, id string, _ uint64, tempo *timecontrol.State, due time.Time, notices ...notice.Notice) error {
	text, err := record.Tempo(tempo)
	if err != nil {
		return err
	}
	return d.do(ctx, "save times", 200, func(c *conn) error {
		if err := putNews(c, notices); err != nil {
			return err
		}
		return saveTempo(c, id, text, due)
	})
}

// SaveBook implements table.Store.
func (d *DB) SaveBook(ctx context.Context, id string, _ uint64, seat game.Seat, book *orders.Book) error {
	return d.do(ctx, "save orders", 200, func(c *conn) error { return saveBook(c, id, seat, book) })
}

// Tempo implements table.Store.
func (d *DB) Tempo(ctx context.Context, id string) (*timecontrol.State, time.Time, error) {
	var text []byte
	var due sql.NullInt64
	err := d.read.QueryRowContext(ctx, "SELECT tempo, due_at FROM tempo WHERE game = ?", id).Scan(&text, &due)
	if err != nil {
		return nil, time.Time{}, d.failure("read times", err)
	}
	var t timecontrol.State
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, time.Time{}, fmt.Errorf("%w: times of game %s: %w", table.ErrDamaged, id, err)
	}
	return &t, fromMillis(due), nil
}

// Books implements table.Store.
func (d *DB) Books(ctx context.Context, id string) (table.Books, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT seat, book FROM orders WHERE game = ? ORDER BY seat", id)
	if err != nil {
		return nil, d.failure("read orders", err)
	}
	defer rows.Close()
	var books table.Books
	for rows.Next() {
		var seat game.Seat
		var text []byte
		var book orders.Book
		if err := rows.Scan(&seat, &text); err != nil {
			return nil, d.failure("read orders", err)
		}
		if err := json.Unmarshal(text, &book); err != nil {
			return nil, fmt.Errorf("%w: orders of game %s: %w", table.ErrDamaged, id, err)
		}
		books = books.With(seat, book)
	}
	return books, d.failure("read orders", rows.Err())
}

// Due implements table.Store.
func (d *DB) Due(ctx context.Context) ([]table.Due, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT t.game, t.due_at FROM tempo t JOIN games g ON g.id = t.game WHERE t.due_at IS NOT NULL AND g.status = ?", int(game.Playing))
	if err != nil {
		return nil, d.failure("list deadlines", err)
	}
	defer rows.Close()
	var list []table.Due
	for rows.Next() {
		var one table.Due
		var at int64
		if err := rows.Scan(&one.Game, &at); err != nil {
			return nil, d.failure("list deadlines", err)
		}
		one.At = time.UnixMilli(at).UTC()
		list = append(list, one)
	}
	return list, d.failure("list deadlines", rows.Err())
}

const temposOf = `SELECT t.game, t.tempo FROM (SELECT game FROM seats WHERE player = ? UNION SELECT game FROM seats WHERE sub = ?) s
	JOIN games g ON g.id = s.game JOIN tempo t ON t.game = s.game WHERE g.status = ?`

// Tempos implements table.Store.
func (d *DB) Tempos(ctx context.Context, p account.PlayerID) (map[string]*timecontrol.State, error) {
	rows, err := d.read.QueryContext(ctx, temposOf, string(p), string(p), int(game.Playing))
	if err != nil {
		return nil, d.failure("read times", err)
	}
	defer rows.Close()
	all := map[string]*timecontrol.State{}
	for rows.Next() {
		var id string
		var text []byte
		if err := rows.Scan(&id, &text); err != nil {
			return nil, d.failure("read times", err)
		}
		var t timecontrol.State
		if err := json.Unmarshal(text, &t); err != nil {
			d.opt.Logger.Error("the times of a game are left out of lists", "game", id, "err", err)
			continue // the others must not suffer for it
		}
		all[id] = &t
	}
	return all, d.failure("read times", rows.Err())
}
