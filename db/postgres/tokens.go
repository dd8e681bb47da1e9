package postgres

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
	err := record.ScanToken(d.row(ctx, `SELECT p.id, p.name, p.created_at, t.name, t.scopes, t.created_at, t.expires_at, t.used_at
		FROM tokens t JOIN players p ON p.id = t.player
		WHERE t.hash = $1 AND t.kind = 'bearer' AND (t.expires_at IS NULL OR t.expires_at > $2)`, hash[:], now.UnixMilli()).Scan, &tok, &p.ID, &p.Name, &born)
	if err != nil {
		return account.Player{}, account.Token{}, d.failure("read token", err)
	}
	p.CreatedAt, tok.Player = time.UnixMilli(born).UTC(), p.ID
	return p, tok, nil
}
