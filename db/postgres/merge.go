package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/account"
)

// touchTables lets every server that has a table of a player in memory read it again.
const touchTables = "UPDATE games SET stamp = stamp + 1 WHERE owner = ?1 OR id IN (SELECT game FROM seats WHERE player = ?1 OR sub = ?1)"

// MergePlayer implements table.Store.
func (d *DB) MergePlayer(ctx context.Context, from, into account.PlayerID) error {
	return d.WriteInTurn(ctx, "merge players", func(tx record.Tx) error {
		if _, err := tx.Exec(touchTables, string(from)); err != nil {
			return err
		}
		return record.MergePlayer(tx, from, into)
	})
}

// ErasePlayer implements table.Store.
func (d *DB) ErasePlayer(ctx context.Context, id account.PlayerID, placeholder account.Player, heirs map[string]account.PlayerID) error {
	return d.WriteInTurn(ctx, "erase player", func(tx record.Tx) error {
		if _, err := tx.Exec(touchTables, string(id)); err != nil {
			return err
		}
		return record.ErasePlayer(tx, id, placeholder, heirs)
	})
}
