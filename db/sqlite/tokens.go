package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// BearerToken implements account.PlayerStore.
func (d *DB) BearerToken(ctx context.Context, hash [32]byte, now time.Time) (account.Player, account.Token, error) {
	stmt, err := d.prepared.bearer.get(ctx) //nolint:sqlclosecheck // closed with the pool
	if err != nil {
		return account.Player{}, account.Token{}, d.failure("read token", err)
	}
	p, tok, err := record.ScanBearerToken(stmt.QueryRowContext(ctx, hash[:], string(account.Bearer), now.UnixMilli()).Scan, hash)
	return p, tok, d.failure("read token", err)
}
