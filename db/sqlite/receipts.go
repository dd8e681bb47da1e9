package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// Receipt implements account.PlayerStore.
func (d *DB) Receipt(ctx context.Context, owner string, hash [32]byte, since time.Time) (account.Receipt, error) {
	r, err := record.ScanReceipt(d.read.QueryRowContext(ctx, "SELECT digest, coalesce(player, ''), at, sealed FROM receipts WHERE owner = ? AND hash = ? AND at > ?",
		owner, hash[:], since.UnixMilli()).Scan, owner, hash)
	return r, d.failure("read receipt", err)
}

// ClaimReceipt implements account.PlayerStore.
func (d *DB) ClaimReceipt(ctx context.Context, r *account.Receipt, since time.Time) (claimed bool, err error) {
	err = d.do(ctx, "claim receipt", 128, func(c *conn) error {
		n, err := c.change(`INSERT INTO receipts (owner, hash, digest, player, at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (owner, hash) DO UPDATE SET digest = excluded.digest, player = excluded.player, at = excluded.at, sealed = NULL WHERE at <= ?`,
			r.Owner, r.Hash[:], r.Digest[:], record.OrNull(r.Player), r.At.UnixMilli(), since.UnixMilli())
		claimed = n == 1
		return err
	})
	return claimed, err
}

// SaveReceipt implements account.PlayerStore.
func (d *DB) SaveReceipt(ctx context.Context, r *account.Receipt) error {
	return d.do(ctx, "save receipt", len(r.Sealed), func(c *conn) error {
		_, err := c.exec(`INSERT INTO receipts (owner, hash, digest, player, at, sealed) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (owner, hash) DO UPDATE SET digest = excluded.digest, player = excluded.player, at = excluded.at, sealed = excluded.sealed`,
			r.Owner, r.Hash[:], r.Digest[:], record.OrNull(r.Player), r.At.UnixMilli(), r.Sealed)
		return err
	})
}
