package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// patience bounds each query and each write: a network that swallows everything
// must not keep a request for ever.
const patience = 10 * time.Second

// conn is the transaction of a write.
type conn struct {
	ctx context.Context
	tx  pgx.Tx

	news []string // that the other servers hear when it is committed
}

func (c *conn) exec(query string, args ...any) (int64, error) {
	tag, err := c.tx.Exec(c.ctx, query, args...)
	return tag.RowsAffected(), err
}

// change runs a statement and returns how many rows it touched.
func (c *conn) change(query string, args ...any) (int64, error) { return c.exec(query, args...) }

// scan reads one row.
func (c *conn) scan(query string, args []any, dest ...any) error {
	return c.tx.QueryRow(c.ctx, query, args...).Scan(dest...)
}

// tries is how often a write runs that was refused only because another one was
// under way; the second time the other one is over.
const tries = 3

// do runs a write in a transaction of its own: it succeeds or fails as a whole.
// A write that has begun is finished whatever its caller does.
func (d *DB) do(ctx context.Context, doing string, run func(*conn) error) error {
	return d.within(ctx, patience, doing, run)
}

// within is do with a limit of its own.
func (d *DB) within(ctx context.Context, limit time.Duration, doing string, run func(*conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !d.enter() {
		return table.ErrClosed
	}
	defer d.busy.Done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	var err error
	for range tries {
		err = pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
			c := conn{ctx: ctx, tx: tx}
			if err := run(&c); err != nil {
				return err
			}
			for _, payload := range d.payloads(c.news) {
				if _, err := c.exec("SELECT pg_notify($1, $2)", d.channel, payload); err != nil {
					return err
				}
			}
			return nil
		})
		if !passing(err) {
			break
		}
	}
	return d.failure(doing, err)
}

// row is the answer to a query of one row.
type row struct {
	pgx.Row
	cancel context.CancelFunc
}

// Scan reads the row and ends the query.
func (r row) Scan(dest ...any) error {
	defer r.cancel()
	return r.Row.Scan(dest...)
}

// rows are the answer to a query of many.
type rows struct {
	pgx.Rows
	cancel context.CancelFunc
}

// Close ends the query.
func (r rows) Close() {
	r.Rows.Close()
	r.cancel()
}

// Err is what the query failed with. A text that PostgreSQL refuses finds nothing.
func (r rows) Err() error {
	if err := r.Rows.Err(); code(err) != noText {
		return err
	}
	return nil
}

func (d *DB) row(ctx context.Context, query string, args ...any) row {
	ctx, cancel := context.WithTimeout(ctx, patience)
	return row{d.pool.QueryRow(ctx, query, args...), cancel}
}

func (d *DB) query(ctx context.Context, query string, args ...any) (rows, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	found, err := d.pool.Query(ctx, query, args...)
	if err != nil {
		cancel()
		return rows{}, err
	}
	return rows{found, cancel}, nil
}

type scanner interface{ Scan(dest ...any) error }

// found turns "no row" into the error of the stores. No row holds a text that
// PostgreSQL refuses: one with a NUL, or that is no UTF-8.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) || code(err) == noText {
		return storage.ErrNotFound
	}
	return err
}

// failure names what failed and turns the error into one that the services know.
func (d *DB) failure(doing string, err error) error {
	if err == nil {
		return nil
	}
	err = found(err)
	if errors.Is(err, storage.ErrNotFound) || errors.Is(err, storage.ErrConflict) || errors.Is(err, storage.ErrFailed) {
		return err
	}
	return classify(doing, err)
}
