package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"modernc.org/sqlite"
)

// conn is the writing connection with its prepared statements. It belongs
// to the holder of the writer's turn.
type conn struct {
	ctx   context.Context // of the writer, not of who waits: a statement that has begun is finished
	sql   *sql.Conn
	stmts map[string]*sql.Stmt // that are read from; closed with the connection
	execs map[string]execStmt  // that are only run; likewise
	args  []driver.NamedValue  // of exec, reused
}

// execStmt is a statement of the driver that can be run.
type execStmt interface {
	driver.Stmt
	driver.StmtExecContext
}

func newConn(raw *sql.Conn) *conn {
	return &conn{ctx: context.Background(), sql: raw, stmts: map[string]*sql.Stmt{}, execs: map[string]execStmt{}}
}

// stmt prepares a query once. Queries are constants, so the map stays small.
func (c *conn) stmt(query string) (*sql.Stmt, error) {
	if st, ok := c.stmts[query]; ok {
		return st, nil
	}
	st, err := c.sql.PrepareContext(c.ctx, query)
	if err != nil {
		return nil, err
	}
	c.stmts[query] = st
	return st, nil
}

// exec runs a statement. It speaks to the driver itself: the connection is not
// shared, and the work of database/sql for a pool costs as much as a row.
func (c *conn) exec(query string, args ...any) (res driver.Result, err error) {
	err = c.sql.Raw(func(raw any) error {
		st, err := c.direct(raw, query)
		if err != nil {
			return err
		}
		c.args = c.args[:0]
		for i, arg := range args {
			v, err := driver.DefaultParameterConverter.ConvertValue(arg)
			if err != nil {
				return fmt.Errorf("argument %d: %w", i+1, err)
			}
			c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: v})
		}
		res, err = st.ExecContext(c.ctx, c.args)
		clear(c.args) // so that the written values can be collected
		return err
	})
	return res, err
}

// direct prepares a query once for exec.
func (c *conn) direct(raw any, query string) (execStmt, error) {
	if st, ok := c.execs[query]; ok {
		return st, nil
	}
	preparer, ok := raw.(driver.ConnPrepareContext)
	if !ok {
		return nil, fmt.Errorf("%T cannot prepare statements", raw)
	}
	prepared, err := preparer.PrepareContext(c.ctx, query)
	if err != nil {
		return nil, err
	}
	st, ok := prepared.(execStmt)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%T cannot be executed", prepared), prepared.Close())
	}
	c.execs[query] = st
	return st, nil
}

// change runs a statement and returns how many rows it touched.
func (c *conn) change(query string, args ...any) (int64, error) {
	res, err := c.exec(query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// scan reads one row.
func (c *conn) scan(query string, args []any, dest ...any) error {
	st, err := c.stmt(query) //nolint:sqlclosecheck // closed with the connection
	if err != nil {
		return err
	}
	return st.QueryRowContext(c.ctx, args...).Scan(dest...)
}

func (c *conn) plain(query string) error {
	_, err := c.exec(query)
	return err
}

func (c *conn) begin() error   { return c.plain("BEGIN IMMEDIATE") }
func (c *conn) commit() error  { return c.plain("COMMIT") }
func (c *conn) mark() error    { return c.plain("SAVEPOINT job") }
func (c *conn) release() error { return c.plain("RELEASE job") }

func (c *conn) undo() error {
	if err := c.plain("ROLLBACK TO job"); err != nil {
		return err
	}
	return c.release()
}

// rollback gives a transaction up. SQLite has often done so itself by then.
func (c *conn) rollback() { _ = c.plain("ROLLBACK") }

// checkpoint moves the pages of the log that can be moved without waiting.
func (c *conn) checkpoint() error {
	var busy, pages, moved int
	return c.scan(checkpoint, nil, &busy, &pages, &moved)
}

// logged returns how many pages were written to the log since it was last called.
func (c *conn) logged() (pages int, err error) {
	err = c.sql.Raw(func(raw any) (err error) {
		counts, ok := raw.(sqlite.DBStatus)
		if !ok {
			return fmt.Errorf("%T does not count what it writes", raw)
		}
		pages, _, err = counts.Status(sqlite.DBStatusCacheWrite, true)
		return err
	})
	return pages, err
}

func (c *conn) close() error {
	var errs []error
	for _, st := range c.stmts {
		errs = append(errs, st.Close())
	}
	for _, st := range c.execs {
		errs = append(errs, st.Close())
	}
	if err := c.sql.Close(); err != nil && !errors.Is(err, driver.ErrBadConn) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
