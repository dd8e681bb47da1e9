package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// BearerToken implements account.PlayerStore.
func (d *DB) BearerToken(ctx context.Context, hash [32]byte, now time.Time) (account.Player, account.Token, error) {
	var p account.Player
	var born int64
	tok := account.Token{Hash: hash, Kind: account.Bearer}
	stmt, err := d.prepared.bearer.get(ctx) //nolint:sqlclosecheck // closed with the pool
	if err == nil {
		err = record.ScanToken(stmt.QueryRowContext(ctx, hash[:], now.UnixMilli()).Scan, &tok, &p.ID, &p.Name, &born)
	}
	if err != nil {
		return account.Player{}, account.Token{}, d.failure("read token", err)
	}
	p.CreatedAt, tok.Player = time.UnixMilli(born).UTC(), p.ID
	return p, tok, nil
}
