package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

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
// under way, which is over the second time, or whose connection was cut before its
// commit, so that nothing was done.
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
		committing := false
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
			committing = true
			return nil
		})
		if !passing(err) && (committing || !cut(ctx, err)) {
			break
		}
		ctx = probing(ctx)
	}
	return d.failure(doing, err)
}

// probes marks the context of a query that is asked again because its connection was cut.
type probes struct{}

// probing is a context in which a connection is probed before it is used: the others
// that rested may have been cut as well.
func probing(ctx context.Context) context.Context { return context.WithValue(ctx, probes{}, true) }

// shouldProbe reports whether a connection is probed before it is used.
func shouldProbe(ctx context.Context, p pgxpool.ShouldPingParams) bool {
	return p.IdleDuration > time.Second || ctx.Value(probes{}) != nil
}

// row is the answer to a query of one row.
type row struct {
	pgx.Row
	again  func(error) pgx.Row // asks once more if the error is that the connection was cut; else nil
	cancel context.CancelFunc
}

// Scan reads the row and ends the query.
func (r row) Scan(dest ...any) error {
	defer r.cancel()
	err := r.Row.Scan(dest...)
	if second := r.again(err); second != nil {
		return second.Scan(dest...)
	}
	return err
}

// rows are the answer to a query of many.
type rows struct {
	pgx.Rows
	again  func(error) pgx.Rows // as that of a row; nil once there is an answer
	cancel context.CancelFunc
}

// Next goes to the next row.
func (r *rows) Next() bool {
	again := r.again
	r.again = nil
	if r.Rows.Next() {
		return true
	}
	if again == nil {
		return false
	}
	second := again(r.Rows.Err())
	if second == nil {
		return false
	}
	r.Rows = second
	return r.Rows.Next()
}

// Close ends the query.
func (r *rows) Close() {
	r.Rows.Close()
	r.cancel()
}

// Err is what the query failed with. A text that PostgreSQL refuses finds nothing.
func (r *rows) Err() error {
	if err := r.Rows.Err(); code(err) != noText {
		return err
	}
	return nil
}

func (d *DB) row(ctx context.Context, query string, args ...any) row {
	ctx, cancel := context.WithTimeout(ctx, patience)
	return row{d.pool.QueryRow(ctx, query, args...), func(err error) pgx.Row {
		if !cut(ctx, err) {
			return nil
		}
		return d.pool.QueryRow(probing(ctx), query, args...)
	}, cancel}
}

func (d *DB) query(ctx context.Context, query string, args ...any) (*rows, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	again := func(err error) pgx.Rows {
		if !cut(ctx, err) {
			return nil
		}
		found, _ := d.pool.Query(probing(ctx), query, args...) // the rows have the error, too
		return found
	}
	found, err := d.pool.Query(ctx, query, args...)
	if second := again(err); second != nil {
		found, err, again = second, second.Err(), nil
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return &rows{found, again, cancel}, nil
}

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
