package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Passkeys implements account.Store.
func (d *DB) Passkeys(ctx context.Context, id account.PlayerID) ([]account.Passkey, error) {
	rows, err := d.query(ctx,
		"SELECT id, name, record, created_at, used_at FROM passkeys WHERE player = $1 ORDER BY created_at, id", string(id))
	if err != nil {
		return nil, d.failure("read passkeys", err)
	}
	defer rows.Close()
	var list []account.Passkey
	for rows.Next() {
		k := account.Passkey{Player: id}
		var record []byte
		var made int64
		var used *int64
		if err := rows.Scan(&k.ID, &k.Name, &record, &made, &used); err != nil {
			return nil, d.failure("read passkeys", err)
		}
		k.Record, k.CreatedAt, k.UsedAt = record, time.UnixMilli(made).UTC(), fromMillis(used)
		list = append(list, k)
	}
	return list, d.failure("read passkeys", rows.Err())
}

// AddPasskey implements account.Store.
func (d *DB) AddPasskey(ctx context.Context, k account.Passkey) error {
	return d.do(ctx, "add passkey", func(c *conn) error {
		_, err := c.exec("INSERT INTO passkeys (id, player, name, record, created_at, used_at) VALUES ($1, $2, $3, $4, $5, $6)",
			k.ID, string(k.Player), k.Name, string(k.Record), k.CreatedAt.UnixMilli(), millis(k.UsedAt))
		return err
	})
}

// SavePasskey implements account.Store.
func (d *DB) SavePasskey(ctx context.Context, k account.Passkey) error {
	return d.onePasskey(ctx, len(k.Record), "UPDATE passkeys SET name = $1, record = $2, used_at = $3 WHERE id = $4 AND player = $5",
		k.Name, string(k.Record), millis(k.UsedAt), k.ID, string(k.Player))
}

// DropPasskey implements account.Store.
func (d *DB) DropPasskey(ctx context.Context, player account.PlayerID, id []byte) error {
	return d.onePasskey(ctx, 64, "DELETE FROM passkeys WHERE id = $1 AND player = $2", id, string(player))
}

func (d *DB) onePasskey(ctx context.Context, size int, query string, args ...any) error {
	return d.do(ctx, "change passkey", func(c *conn) error {
		n, err := c.change(query, args...)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}
