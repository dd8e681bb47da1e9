package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// BearerToken implements account.PlayerStore.
func (d *DB) BearerToken(ctx context.Context, hash [32]byte, now time.Time) (account.Player, account.Token, error) {
	p, tok, err := record.ScanBearerToken(d.row(ctx, numbered(record.BearerToken), hash[:], string(account.Bearer), now.UnixMilli()).Scan, hash)
	return p, tok, d.failure("read token", err)
}
