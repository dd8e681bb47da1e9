package sqlite

import (
	"context"
	"database/sql"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/people"
)

var _ people.Store = (*DB)(nil)

// ReadRows implements record.Queries.
func (d *DB) ReadRows(ctx context.Context, doing string, run func(record.Tx) error) error {
	return d.failure(doing, run(reading{ctx, d.read}))
}

// WriteRows implements record.Queries.
func (d *DB) WriteRows(ctx context.Context, doing string, run func(record.Tx) error) error {
	return d.do(ctx, doing, 1024, func(c *conn) error { return run(writing{c}) })
}

// WriteInTurn implements record.Queries: there is one writer.
func (d *DB) WriteInTurn(ctx context.Context, doing string, run func(record.Tx) error) error {
	return d.WriteRows(ctx, doing, run)
}

// reading runs queries on the readers' connections.
type reading struct {
	ctx context.Context
	db  *sql.DB
}

// Exec is refused: nothing is changed by a reader.
func (r reading) Exec(string, ...any) (int64, error) { return 0, ErrReadOnly }

func (r reading) Query(query string, args []any, each func(scan func(dest ...any) error) error) error {
	rows, err := r.db.QueryContext(r.ctx, query, args...)
	return walk(rows, err, each)
}

// Tell does nothing: nothing was changed.
func (r reading) Tell(record.News, string) {}

// writing runs queries in the transaction of the writer.
type writing struct{ c *conn }

func (w writing) Exec(query string, args ...any) (int64, error) { return w.c.change(query, args...) }

func (w writing) Query(query string, args []any, each func(scan func(dest ...any) error) error) error {
	rows, err := w.c.sql.QueryContext(w.c.ctx, query, args...)
	return walk(rows, err, each)
}

// Tell does nothing: no other server has this file.
func (w writing) Tell(record.News, string) {}

func walk(rows *sql.Rows, err error, each func(scan func(dest ...any) error) error) error {
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
