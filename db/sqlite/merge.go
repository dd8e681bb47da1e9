package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// MergePlayer implements table.Store.
func (d *DB) MergePlayer(ctx context.Context, from, into account.PlayerID) error {
	return d.WriteInTurn(ctx, "merge players", func(tx record.Tx) error { return record.MergePlayer(tx, from, into) })
}

// ErasePlayer implements table.Store.
func (d *DB) ErasePlayer(ctx context.Context, id account.PlayerID, placeholder account.Player, heirs map[string]account.PlayerID) error {
	return d.WriteInTurn(ctx, "erase player", func(tx record.Tx) error { return record.ErasePlayer(tx, id, placeholder, heirs) })
}
