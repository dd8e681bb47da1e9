package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// Receipt implements account.PlayerStore.
func (d *DB) Receipt(ctx context.Context, owner string, hash [32]byte, since time.Time) (account.Receipt, error) {
	var elsewhere bool
	r, err := record.ScanReceipt(d.row(ctx, `SELECT digest, coalesce(player, ''), at, sealed, sealed IS NULL AND coalesce(node <> $4 AND EXISTS
			(SELECT 1 FROM nodes n WHERE n.id = node AND n.seen_at > clock_timestamp() - $5::bigint * interval '1 millisecond'), false)
		FROM receipts WHERE owner = $1 AND hash = $2 AND at > $3`,
		owner, hash[:], since.UnixMilli(), d.node, goneWhen.Milliseconds()).Scan, owner, hash, &elsewhere)
	r.Elsewhere = elsewhere
	return r, d.failure("read receipt", err)
}

// ClaimReceipt implements account.PlayerStore.
func (d *DB) ClaimReceipt(ctx context.Context, r *account.Receipt, since time.Time) (claimed bool, err error) {
	err = d.do(ctx, "claim receipt", func(c *conn) error {
		n, err := c.change(`INSERT INTO receipts (owner, hash, digest, player, at, node) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (owner, hash) DO UPDATE SET digest = excluded.digest, player = excluded.player, at = excluded.at, sealed = NULL, node = excluded.node
			WHERE receipts.at <= $7`,
			r.Owner, r.Hash[:], r.Digest[:], record.OrNull(r.Player), r.At.UnixMilli(), d.node, since.UnixMilli())
		claimed = n == 1
		return err
	})
	return claimed, err
}

// SaveReceipt implements account.PlayerStore.
func (d *DB) SaveReceipt(ctx context.Context, r *account.Receipt) error {
	return d.do(ctx, "save receipt", func(c *conn) error {
		_, err := c.exec(`INSERT INTO receipts (owner, hash, digest, player, at, sealed) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (owner, hash) DO UPDATE SET digest = excluded.digest, player = excluded.player, at = excluded.at, sealed = excluded.sealed, node = NULL`,
			r.Owner, r.Hash[:], r.Digest[:], record.OrNull(r.Player), r.At.UnixMilli(), r.Sealed)
		return err
	})
}
