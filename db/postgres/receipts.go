package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// Receipt implements account.PlayerStore.
func (d *DB) Receipt(ctx context.Context, owner string, hash [32]byte, since time.Time) (account.Receipt, error) {
	r := account.Receipt{Owner: owner, Hash: hash}
	var digest []byte
	var at int64
	err := d.row(ctx, `SELECT digest, coalesce(player, ''), at, sealed, sealed IS NULL AND coalesce(node <> $4 AND EXISTS
			(SELECT 1 FROM nodes n WHERE n.id = node AND n.seen_at > clock_timestamp() - $5::bigint * interval '1 millisecond'), false)
		FROM receipts WHERE owner = $1 AND hash = $2 AND at > $3`,
		owner, hash[:], since.UnixMilli(), d.node, goneWhen.Milliseconds()).Scan(&digest, &r.Player, &at, &r.Sealed, &r.Elsewhere)
	if err != nil {
		return account.Receipt{}, d.failure("read receipt", err)
	}
	copy(r.Digest[:], digest)
	r.At = time.UnixMilli(at).UTC()
	return r, nil
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

// DropReceipt implements account.PlayerStore.
func (d *DB) DropReceipt(ctx context.Context, owner string, hash [32]byte) error {
	return d.do(ctx, "drop receipt", func(c *conn) error {
		_, err := c.exec("DELETE FROM receipts WHERE owner = $1 AND hash = $2", owner, hash[:])
		return err
	})
}
