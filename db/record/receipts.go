package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// ScanReceipt reads a row of the digest, the player, the time and the sealed response of
// a receipt, and of more.
func ScanReceipt(row func(dest ...any) error, owner string, hash [32]byte, more ...any) (account.Receipt, error) {
	r := account.Receipt{Owner: owner, Hash: hash}
	var digest []byte
	var at int64
	if err := row(append([]any{&digest, &r.Player, &at, &r.Sealed}, more...)...); err != nil {
		return account.Receipt{}, err
	}
	copy(r.Digest[:], digest)
	r.At = fromMillis(at)
	return r, nil
}

// DropReceipt implements account.PlayerStore.
func (d Players) DropReceipt(ctx context.Context, owner string, hash [32]byte) error {
	return exec(ctx, d, "drop receipt", "DELETE FROM receipts WHERE owner = ? AND hash = ?", owner, hash[:])
}
