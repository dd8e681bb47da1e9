package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// inOneTransaction runs work, which begins and commits transactions as it likes, inside one
// transaction on a connection of the pool: all of it is done, or nothing.
func inOneTransaction(ctx context.Context, pool *sql.DB, work func(*sql.DB) error) error {
	c, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	if _, err := c.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err = c.Raw(func(raw any) error {
		part, ok := raw.(engineConn)
		if !ok {
			return fmt.Errorf("the driver of SQLite has connections of another kind: %T", raw)
		}
		db := sql.OpenDB(nested{part})
		defer db.Close()
		db.SetMaxOpenConns(1)
		return work(db)
	})
	if err != nil {
		_, _ = c.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // on a full disk SQLite has done so already
		return err
	}
	_, err = c.ExecContext(ctx, "COMMIT")
	return err
}

// engineConn is what a connection of the driver offers.
type engineConn interface {
	driver.Conn
	driver.ExecerContext
	driver.QueryerContext
}

// nested is a connection that is in a transaction already, as a pool of its own: those
// that are begun on it are savepoints.
type nested struct{ engineConn }

func (n nested) Connect(context.Context) (driver.Conn, error) { return n, nil }
func (n nested) Driver() driver.Driver                        { return nil }

// Close leaves the connection open for its pool.
func (n nested) Close() error { return nil }

func (n nested) Begin() (driver.Tx, error) {
	return n.BeginTx(context.Background(), driver.TxOptions{})
}

// BeginTx sets a savepoint.
func (n nested) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	return savepoint{n}, n.exec(ctx, "SAVEPOINT part")
}

func (n nested) exec(ctx context.Context, query string) error {
	_, err := n.ExecContext(ctx, query, nil)
	return err
}

// savepoint is a transaction inside another one.
type savepoint struct{ n nested }

func (s savepoint) Commit() error { return s.n.exec(context.Background(), "RELEASE part") }

func (s savepoint) Rollback() error {
	return errors.Join(s.n.exec(context.Background(), "ROLLBACK TO part"), s.n.exec(context.Background(), "RELEASE part"))
}
