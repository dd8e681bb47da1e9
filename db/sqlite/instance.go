package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// Secret implements table.Store.
func (d *DB) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	const query = "SELECT value FROM instance WHERE name = ?"
	var value []byte
	err := d.read.QueryRowContext(ctx, query, name).Scan(&value)
	if !errors.Is(err, sql.ErrNoRows) {
		return value, d.failure("read secret", err)
	}
	err = d.do(ctx, "keep secret", len(fresh), func(c *conn) error {
		_, err := c.exec("INSERT INTO instance (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, fresh)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = d.read.QueryRowContext(ctx, query, name).Scan(&value)
	return value, d.failure("read secret", err)
}
