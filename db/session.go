package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

// session is the writing connection with its prepared statements. It belongs
// to the writer's goroutine.
type session struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
}

func newSession(conn *sql.Conn) *session {
	return &session{conn: conn, stmts: map[string]*sql.Stmt{}}
}

// stmt prepares a query once. Queries are constants, so the map stays small.
func (s *session) stmt(query string) (*sql.Stmt, error) {
	if st, ok := s.stmts[query]; ok {
		return st, nil
	}
	st, err := s.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	s.stmts[query] = st
	return st, nil
}

// exec runs a statement. There is no context: a statement that has begun is
// finished, and the driver is quicker without one.
func (s *session) exec(query string, args ...any) (sql.Result, error) {
	st, err := s.stmt(query)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(context.Background(), args...)
}

// change runs a statement and tells how many rows it touched.
func (s *session) change(query string, args ...any) (int64, error) {
	res, err := s.exec(query, args...)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// scan reads one row.
func (s *session) scan(query string, args []any, dest ...any) error {
	st, err := s.stmt(query)
	if err != nil {
		return err
	}
	return st.QueryRowContext(context.Background(), args...).Scan(dest...)
}

func (s *session) plain(query string) error {
	_, err := s.exec(query)
	return err
}

func (s *session) begin() error   { return s.plain("BEGIN IMMEDIATE") }
func (s *session) commit() error  { return s.plain("COMMIT") }
func (s *session) mark() error    { return s.plain("SAVEPOINT job") }
func (s *session) release() error { return s.plain("RELEASE job") }

func (s *session) undo() error {
	if err := s.plain("ROLLBACK TO job"); err != nil {
		return err
	}
	return s.release()
}

// rollback gives a transaction up. SQLite has often done so itself by then.
func (s *session) rollback() { _ = s.plain("ROLLBACK") }

func (s *session) close() error {
	var errs []error
	for _, st := range s.stmts {
		errs = append(errs, st.Close())
	}
	if err := s.conn.Close(); err != nil && !errors.Is(err, driver.ErrBadConn) {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
