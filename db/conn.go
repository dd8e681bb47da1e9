package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// conn is the writing connection with its prepared statements. It belongs
// to the writer's goroutine.
type conn struct {
	ctx   context.Context // of the writer, not of who waits: a statement that has begun is finished
	sql   *sql.Conn
	stmts map[string]*sql.Stmt // closed with the connection
}

func newConn(raw *sql.Conn) *conn {
	return &conn{ctx: context.Background(), sql: raw, stmts: map[string]*sql.Stmt{}}
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

// exec runs a statement.
func (c *conn) exec(query string, args ...any) (sql.Result, error) {
	st, err := c.stmt(query) //nolint:sqlclosecheck // closed with the connection
	if err != nil {
		return nil, err
	}
	return st.ExecContext(c.ctx, args...)
}

// change runs a statement and tells how many rows it touched.
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

func (c *conn) close() error {
	var errs []error
	for _, st := range c.stmts {
		errs = append(errs, st.Close())
	}
	if err := c.sql.Close(); err != nil && !errors.Is(err, driver.ErrBadConn) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
