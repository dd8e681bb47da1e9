package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/storage"
)

var _ people.Store = (*DB)(nil)

// ReadRows implements record.Queries.
func (d *DB) ReadRows(ctx context.Context, doing string, run func(record.Tx) error) error {
	return d.failure(doing, run(reading{ctx, d}))
}

// WriteRows implements record.Queries.
func (d *DB) WriteRows(ctx context.Context, doing string, run func(record.Tx) error) error {
	return d.do(ctx, doing, func(c *conn) error { return run(writing{c}) })
}

// WriteInTurn implements record.Queries: servers write results one after the other.
func (d *DB) WriteInTurn(ctx context.Context, doing string, run func(record.Tx) error) error {
	return d.do(ctx, doing, func(c *conn) error {
		if err := inTurn(c); err != nil {
			return err
		}
		return run(writing{c})
	})
}

// ratingLock is the advisory lock of those who change results.
const ratingLock = 0x62685f72 // "bh_r"

// inTurn waits for the others who change results.
func inTurn(c *conn) error {
	_, err := c.exec("SELECT pg_advisory_xact_lock($1)", int64(ratingLock))
	return err
}

// reading runs queries on connections of the pool.
type reading struct {
	ctx context.Context
	d   *DB
}

// Exec is refused: nothing is changed by a reader.
func (r reading) Exec(string, ...any) (int64, error) { return 0, storage.ErrReadOnly }

func (r reading) Query(query string, args []any, each func(scan func(dest ...any) error) error) error {
	rows, err := r.d.query(r.ctx, numbered(query), args...)
	return walk(rows, err, each)
}

// Tell does nothing: nothing was changed.
func (r reading) Tell(record.News, string) {}

// writing runs queries in a transaction.
type writing struct{ c *conn }

func (w writing) Exec(query string, args ...any) (int64, error) {
	return w.c.change(numbered(query), args...)
}

func (w writing) Query(query string, args []any, each func(scan func(dest ...any) error) error) error {
	rows, err := w.c.tx.Query(w.c.ctx, numbered(query), args...)
	return walk(rows, err, each)
}

func (w writing) Tell(kind record.News, id string) { w.c.tell(byte(kind), id) }

func walk(rows pgx.Rows, err error, each func(scan func(dest ...any) error) error) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
