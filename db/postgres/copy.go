package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/bankhalter/bankhalter/db/record"
)

var _ record.Engine = (*DB)(nil)

// ours chooses the tables of the schema that the database is in.
const ours = "c.relkind IN ('r', 'p') AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))"

// Tables implements record.Engine.
func (d *DB) Tables(ctx context.Context) ([]record.Table, error) {
	rows, err := d.query(ctx, `SELECT c.relname::text, array_agg(a.attname::text ORDER BY a.attnum),
		(SELECT array_agg(k.attname::text ORDER BY array_position(p.conkey, k.attnum)) FROM pg_constraint p JOIN pg_attribute k ON k.attrelid = p.conrelid AND k.attnum = ANY (p.conkey)
			WHERE p.conrelid = c.oid AND p.contype = 'p'),
		(SELECT array_agg(DISTINCT r.relname::text) FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid WHERE f.conrelid = c.oid AND f.contype = 'f')
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE `+ours+` GROUP BY c.oid, c.relname ORDER BY 1`)
	if err != nil {
		return nil, d.failure("read the schema", err)
	}
	defer rows.Close()
	var tables []record.Table
	for rows.Next() {
		var t record.Table
		if err := rows.Scan(&t.Name, &t.Columns, &t.Key, &t.Parents); err != nil {
			return nil, d.failure("read the schema", err)
		}
		tables = append(tables, t)
	}
	return tables, d.failure("read the schema", rows.Err())
}

// types reads the types of the columns of a table, in their order.
func types(ctx context.Context, tx pgx.Tx, t record.Table) ([]string, error) {
	rows, err := tx.Query(ctx, `SELECT a.atttypid::regtype::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = ANY ($2::text[]) AND NOT a.attisdropped
		WHERE `+ours+` AND c.relname = $1 ORDER BY array_position($2::text[], a.attname::text)`, t.Name, t.Columns)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// snapshot is a transaction that stays at one moment.
type snapshot struct {
	d    *DB
	conn *pgxpool.Conn
	tx   pgx.Tx
}

// Snapshot implements record.Engine.
func (d *DB) Snapshot(ctx context.Context) (record.Snapshot, error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return nil, d.failure("read a moment", err)
	}
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err == nil {
		_, err = tx.Exec(ctx, "SET LOCAL idle_in_transaction_session_timeout = 0") // the other side may be slow
	}
	if err != nil {
		conn.Release()
		return nil, d.failure("read a moment", err)
	}
	return &snapshot{d, conn, tx}, nil
}

// Close lets go of the moment.
func (s *snapshot) Close() error {
	defer s.conn.Release()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := s.tx.Rollback(ctx); err != nil && !errors.Is(err, pgx.ErrTxClosed) {
		return s.d.failure("let go of a moment", err)
	}
	return nil
}

// Rows implements record.Snapshot. Texts are sorted by their bytes, whatever the
// language of the database.
func (s *snapshot) Rows(ctx context.Context, t record.Table) iter.Seq2[record.Row, error] {
	return func(yield func(record.Row, error) bool) {
		if err := s.rows(ctx, t, yield); err != nil {
			yield(nil, s.d.failure("read "+t.Name, err))
		}
	}
}

func (s *snapshot) rows(ctx context.Context, t record.Table, yield func(record.Row, error) bool) error {
	kinds, err := types(ctx, s.tx, t)
	if err != nil {
		return err
	}
	columns, order := make([]string, len(t.Columns)), make([]string, len(t.Key))
	for i, kind := range kinds {
		name := pgx.Identifier{t.Columns[i]}.Sanitize()
		switch columns[i] = name; kind {
		case "integer":
			columns[i] += "::bigint"
		case "boolean":
			columns[i] += "::int::bigint"
		}
		if i < len(t.Key) {
			if order[i] = name; kind == "text" {
				order[i] += ` COLLATE "C"`
			}
		}
	}
	rows, err := s.tx.Query(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM "+pgx.Identifier{t.Name}.Sanitize()+" ORDER BY "+strings.Join(order, ", "))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := rows.Values()
		if err != nil {
			return err
		}
		if !yield(row, nil) {
			return nil
		}
	}
	return rows.Err()
}

// Change implements record.Engine.
func (d *DB) Change(ctx context.Context, t record.Table, ch record.Change) error {
	name, rest := pgx.Identifier{t.Name}, t.Columns[len(t.Key):]
	return d.do(ctx, "copy", func(c *conn) error {
		kinds, err := types(c.ctx, c.tx, t)
		if err != nil {
			return err
		}
		var batch pgx.Batch
		for _, row := range ch.Delete {
			batch.Queue("DELETE FROM "+name.Sanitize()+" WHERE "+numbers(t.Key, " AND ", 1), typed(row, kinds)...)
		}
		for _, row := range ch.Update {
			values := typed(row, kinds)
			batch.Queue("UPDATE "+name.Sanitize()+" SET "+numbers(rest, ", ", len(t.Key)+1)+" WHERE "+numbers(t.Key, " AND ", 1), values...)
		}
		if err := c.tx.SendBatch(c.ctx, &batch).Close(); err != nil || len(ch.Insert) == 0 {
			return err
		}
		_, err = c.tx.CopyFrom(c.ctx, name, t.Columns, pgx.CopyFromSlice(len(ch.Insert), func(i int) ([]any, error) { return typed(ch.Insert[i], kinds), nil }))
		return err
	})
}

// numbers compares or sets columns by parameters, of which the first has this number.
func numbers(columns []string, between string, first int) string {
	all := make([]string, len(columns))
	for i, column := range columns {
		all[i] = fmt.Sprintf("%s = $%d", pgx.Identifier{column}.Sanitize(), first+i)
	}
	return strings.Join(all, between)
}

// typed has truth values as PostgreSQL has them.
func typed(row record.Row, kinds []string) []any {
	values := make([]any, len(row))
	for i, v := range row {
		if n, ok := v.(int64); ok && kinds[i] == "boolean" {
			v = n != 0
		}
		values[i] = v
	}
	return values
}

// Unfinished implements record.Engine.
func (d *DB) Unfinished(ctx context.Context) (from string, err error) {
	err = d.row(ctx, "SELECT coalesce((SELECT convert_from(value, 'UTF8') FROM instance WHERE name = $1), '')", record.Unfinished).Scan(&from)
	return from, d.failure("look for an unfinished copy", err)
}

// BeginCopy implements record.Engine. Another copy into the same database is kept
// off by a lock of the database for as long as this one is open.
func (d *DB) BeginCopy(ctx context.Context, from string) error {
	if d.copying == nil {
		conn, err := d.pool.Acquire(ctx)
		if err != nil {
			return d.failure("begin a copy", err)
		}
		d.copying = conn
		var got bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", d.channel+" copy").Scan(&got); err != nil {
			return d.failure("begin a copy", err)
		}
		if !got {
			return fmt.Errorf("%s: another copy into it is under way", d.name)
		}
	}
	return d.do(ctx, "begin a copy", func(c *conn) error {
		var servers int
		if err := c.scan("SELECT count(*) FROM nodes WHERE seen_at > clock_timestamp() - $1::bigint * interval '1 millisecond'", []any{goneWhen.Milliseconds()}, &servers); err != nil {
			return err
		}
		if servers > 0 {
			return fmt.Errorf("%s is used by %d servers; stop them first", d.name, servers)
		}
		_, err := c.exec("INSERT INTO instance (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", record.Unfinished, []byte(from))
		return err
	})
}

// EndCopy implements record.Engine. Numbers that the database gives go on after
// those that were copied.
func (d *DB) EndCopy(ctx context.Context) error {
	return d.do(ctx, "end a copy", func(c *conn) error {
		rows, err := c.tx.Query(ctx, "SELECT c.relname::text, a.attname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE "+ours+" AND a.attidentity <> ''")
		if err != nil {
			return err
		}
		type counted struct{ Table, Column string }
		all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[counted])
		if err != nil {
			return err
		}
		for _, n := range all {
			column, table := pgx.Identifier{n.Column}.Sanitize(), pgx.Identifier{n.Table}.Sanitize()
			if _, err := c.exec("SELECT setval(pg_get_serial_sequence($1, $2), (SELECT coalesce(max("+column+"), 0) + 1 FROM "+table+"), false)", table, n.Column); err != nil {
				return err
			}
		}
		_, err = c.exec("DELETE FROM instance WHERE name = $1", record.Unfinished)
		return err
	})
}

// whole refuses a database that a copy was begun in and not finished.
func (d *DB) whole(ctx context.Context) error {
	from, err := d.Unfinished(ctx)
	if err == nil && from != "" {
		err = fmt.Errorf("%s is an unfinished copy of %s; give the same command \"bankhalter copy\" again, which goes on with it", d.name, from)
	}
	return err
}
