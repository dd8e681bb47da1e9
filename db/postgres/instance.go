package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// Secret implements table.Store.
func (d *DB) Secret(ctx context.Context, name string, fresh []byte) ([]byte, error) {
	const query = "SELECT value FROM instance WHERE name = $1"
	var value []byte
	err := d.row(ctx, query, name).Scan(&value)
	if !errors.Is(err, pgx.ErrNoRows) {
		return value, d.failure("read secret", err)
	}
	err = d.do(ctx, "keep secret", func(c *conn) error {
		_, err := c.exec("INSERT INTO instance (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = d.row(ctx, query, name).Scan(&value)
	return value, d.failure("read secret", err)
}
