package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

// Receipt implements table.Store.
func (d *DB) Receipt(ctx context.Context, owner string, hash [32]byte, since time.Time) (account.Receipt, error) {
	r := account.Receipt{Owner: owner, Hash: hash}
	var digest []byte
	var at int64
	err := d.row(ctx, "SELECT digest, coalesce(player, ''), at, sealed FROM receipts WHERE owner = $1 AND hash = $2 AND at > $3",
		owner, hash[:], since.UnixMilli()).Scan(&digest, &r.Player, &at, &r.Sealed)
	if err != nil {
		return account.Receipt{}, d.failure("read receipt", err)
	}
	copy(r.Digest[:], digest)
	r.At = time.UnixMilli(at).UTC()
	return r, nil
}

// SaveReceipt implements table.Store.
func (d *DB) SaveReceipt(ctx context.Context, r *account.Receipt) error {
	return d.do(ctx, "save receipt", func(c *conn) error {
		_, err := c.exec(`INSERT INTO receipts (owner, hash, digest, player, at, sealed) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (owner, hash) DO UPDATE SET digest = excluded.digest, player = excluded.player, at = excluded.at, sealed = excluded.sealed`,
			r.Owner, r.Hash[:], r.Digest[:], orNull(r.Player), r.At.UnixMilli(), r.Sealed)
		return err
	})
}

// DropReceipt implements table.Store.
func (d *DB) DropReceipt(ctx context.Context, owner string, hash [32]byte) error {
	return d.do(ctx, "drop receipt", func(c *conn) error {
		_, err := c.exec("DELETE FROM receipts WHERE owner = $1 AND hash = $2", owner, hash[:])
		return err
	})
}
