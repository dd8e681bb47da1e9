package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/bankhalter/bankhalter/db/record"
)

var _ record.Engine = (*DB)(nil)

// Tables implements record.Engine.
func (d *DB) Tables(ctx context.Context) ([]record.Table, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT t.name, c.name, c.pk,
		(SELECT group_concat(DISTINCT f."table") FROM pragma_foreign_key_list(t.name) f)
		FROM sqlite_schema t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid`)
	if err != nil {
		return nil, d.failure("read the schema", err)
	}
	defer rows.Close()
	var tables []record.Table
	for rows.Next() {
		var name, column string
		var parents sql.NullString
		var key int
		if err := rows.Scan(&name, &column, &key, &parents); err != nil {
			return nil, d.failure("read the schema", err)
		}
		if len(tables) == 0 || tables[len(tables)-1].Name != name {
			tables = append(tables, record.Table{Name: name})
			if parents.Valid {
				tables[len(tables)-1].Parents = strings.Split(parents.String, ",")
			}
		}
		t := &tables[len(tables)-1]
		t.Columns = append(t.Columns, column)
		if key > 0 {
			for len(t.Key) < key {
				t.Key = append(t.Key, "")
			}
			t.Key[key-1] = column
		}
	}
	return tables, d.failure("read the schema", rows.Err())
}

// snapshot is a reader that stays at one moment.
type snapshot struct {
	d    *DB
	conn *sql.Conn
}

// Snapshot implements record.Engine.
func (d *DB) Snapshot(ctx context.Context) (record.Snapshot, error) {
	conn, err := d.read.Conn(ctx)
	if err != nil {
		return nil, d.failure("read a moment", err)
	}
	for _, query := range []string{"BEGIN", "SELECT count(*) FROM sqlite_schema"} { // the moment is that of the first look
		if _, err := conn.ExecContext(ctx, query); err != nil {
			return nil, errors.Join(d.failure("read a moment", err), conn.Close())
		}
	}
	return &snapshot{d, conn}, nil
}

// Close lets go of the moment.
func (s *snapshot) Close() error {
	_, err := s.conn.ExecContext(context.Background(), "ROLLBACK")
	return errors.Join(s.d.failure("let go of a moment", err), s.conn.Close())
}

// Rows implements record.Snapshot.
func (s *snapshot) Rows(ctx context.Context, t record.Table) iter.Seq2[record.Row, error] {
	return func(yield func(record.Row, error) bool) {
		rows, err := s.conn.QueryContext(ctx, "SELECT "+quoted(t.Columns, ", ")+" FROM "+quote(t.Name)+" ORDER BY "+quoted(t.Key, ", "))
		if err != nil {
			yield(nil, s.d.failure("read "+t.Name, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			row := make(record.Row, len(t.Columns))
			dest := make([]any, len(row))
			for i := range row {
				dest[i] = &row[i]
			}
			if err := rows.Scan(dest...); err != nil {
				yield(nil, s.d.failure("read "+t.Name, err))
				return
			}
			for i, v := range row {
				if b, ok := v.([]byte); ok && b == nil {
					row[i] = []byte{}
				}
			}
			if !yield(row, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, s.d.failure("read "+t.Name, err))
		}
	}
}

// Change implements record.Engine.
func (d *DB) Change(ctx context.Context, t record.Table, ch record.Change) error {
	key := quoted(t.Key, " = ? AND ") + " = ?"
	rest := t.Columns[len(t.Key):]
	return d.do(ctx, "copy", 0, func(c *conn) error {
		for _, row := range ch.Delete {
			if _, err := c.exec("DELETE FROM "+quote(t.Name)+" WHERE "+key, row...); err != nil {
				return err
			}
		}
		insert := "INSERT INTO " + quote(t.Name) + " (" + quoted(t.Columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(t.Columns)-1) + ")"
		for _, row := range ch.Insert {
			if _, err := c.exec(insert, row...); err != nil {
				return err
			}
		}
		for _, row := range ch.Update {
			values := append(append([]any{}, row[len(t.Key):]...), row[:len(t.Key)]...)
			if _, err := c.exec("UPDATE "+quote(t.Name)+" SET "+quoted(rest, " = ?, ")+" = ? WHERE "+key, values...); err != nil {
				return err
			}
		}
		return nil
	})
}

// Unfinished implements record.Engine.
func (d *DB) Unfinished(ctx context.Context) (from string, err error) {
	var has bool
	err = d.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'instance')").Scan(&has)
	if err == nil && has { // a file of the first schema has none
		err = d.read.QueryRowContext(ctx, "SELECT CAST(value AS TEXT) FROM instance WHERE name = ?", record.Unfinished).Scan(&from)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return from, d.failure("look for an unfinished copy", err)
}

// BeginCopy implements record.Engine. The lock of the file keeps servers off until it is closed.
func (d *DB) BeginCopy(ctx context.Context, from string) error {
	return d.do(ctx, "begin a copy", len(from), func(c *conn) error {
		_, err := c.exec("INSERT INTO instance (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", record.Unfinished, []byte(from))
		return err
	})
}

// EndCopy implements record.Engine.
func (d *DB) EndCopy(ctx context.Context) error {
	return d.do(ctx, "end a copy", 0, func(c *conn) error {
		_, err := c.exec("DELETE FROM instance WHERE name = ?", record.Unfinished)
		return err
	})
}

// whole refuses a file that a copy was begun in and not finished.
func (d *DB) whole(ctx context.Context) error {
	from, err := d.Unfinished(ctx)
	if err == nil && from != "" {
		err = fmt.Errorf("%s is an unfinished copy of %s; give the same command \"bankhalter copy\" again, which goes on with it, or delete it", d.path, from)
	}
	return err
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// quoted joins names of columns.
func quoted(names []string, between string) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = quote(n)
	}
	return strings.Join(all, between)
}
