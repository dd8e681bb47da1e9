package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// merging moves a player's things when the player turns out to be another
// one: each statement takes into and from. Whatever it leaves behind is removed with
// the player, also everything that signs them in.
var merging = []string{
	"UPDATE players SET taught = taught | coalesce((SELECT taught FROM players WHERE id = ?2), 0) WHERE id = ?1",
	"UPDATE games SET owner = ?1 WHERE owner = ?2",
	`INSERT INTO edition_owners (player, edition, added_at) SELECT ?1, edition, added_at FROM edition_owners WHERE player = ?2
		ON CONFLICT DO NOTHING`,
	"UPDATE seats SET sub = ?1 WHERE sub = ?2",
	`INSERT INTO notes (player, game, text, at) SELECT ?1, game, text, at FROM notes WHERE player = ?2
		ON CONFLICT DO NOTHING`,
	"UPDATE chat SET player = ?1 WHERE player = ?2",
	`UPDATE mutes SET player = ?1 WHERE player = ?2 AND muted <> ?1 AND muted NOT IN (SELECT muted FROM mutes WHERE player = ?1)`,
	`UPDATE mutes SET muted = ?1 WHERE muted = ?2 AND player <> ?1 AND player NOT IN (SELECT player FROM mutes WHERE muted = ?1)`,
	"UPDATE reports SET author = ?1 WHERE author = ?2",
	`UPDATE reports SET reporter = ?1 WHERE reporter = ?2 AND NOT EXISTS
		(SELECT 1 FROM reports r WHERE r.reporter = ?1 AND r.game = reports.game AND r.message = reports.message)`,
	"UPDATE channels SET player = ?1 WHERE player = ?2 AND game IS NOT NULL",
	`INSERT INTO mentions (player, game, name) SELECT ?1, game, name FROM mentions WHERE player = ?2
		ON CONFLICT DO NOTHING`,
	"UPDATE bans SET player = ?1 WHERE player = ?2",
	`INSERT INTO visits (player, game, seq, at) SELECT ?1, game, seq, at FROM visits WHERE player = ?2
		ON CONFLICT (player, game) DO UPDATE SET
			seq = CASE WHEN excluded.seq > visits.seq THEN excluded.seq ELSE visits.seq END,
			at = CASE WHEN excluded.at > visits.at THEN excluded.at ELSE visits.at END`,
}

const (
	// Every change of the seats counts as one of the table, so that no page that
	// was shown before can be taken for the present state.
	touchTables  = "UPDATE games SET rev = rev + 1 WHERE id IN (SELECT game FROM seats WHERE player = ?1 OR sub = ?1)"
	sharedTables = `SELECT count(*) FROM seats a JOIN seats b ON b.game = a.game JOIN games g ON g.id = a.game
		WHERE a.player = ? AND b.player = ? AND g.status <> ?`
	leaveDoubles = `UPDATE seats SET player = NULL WHERE player = ? AND game IN (SELECT game FROM seats WHERE player = ?)`
)

// MergePlayer does what table.Store says of MergePlayer, in a transaction for results.
func MergePlayer(tx Tx, from, into account.PlayerID) error {
	var shared int
	if err := one(tx, sharedTables, []any{string(from), string(into), int(game.Finished)}, &shared); err != nil {
		return err
	}
	if shared > 0 {
		return storage.ErrConflict
	}
	if err := known(tx, into); err != nil {
		return err
	}
	if _, err := tx.Exec(touchTables, string(from)); err != nil {
		return err
	}
	if _, err := tx.Exec(leaveDoubles, string(from), string(into)); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE seats SET player = ? WHERE player = ?", string(into), string(from)); err != nil {
		return err
	}
	if err := mergeResults(tx, from, into); err != nil {
		return err
	}
	for _, change := range merging {
		if _, err := tx.Exec(change, string(into), string(from)); err != nil {
			return err
		}
	}
	return removePlayer(tx, from)
}

const living = `SELECT EXISTS (SELECT 1 FROM tokens WHERE player = ?1) OR EXISTS (SELECT 1 FROM sessions WHERE player = ?1)
	OR EXISTS (SELECT 1 FROM accounts WHERE player = ?1) OR EXISTS (SELECT 1 FROM passkeys WHERE player = ?1)`

// Living implements table.Store.
func (d Players) Living(ctx context.Context, id account.PlayerID) (bool, error) {
	return first(ctx, d, "look for a player", living, []any{string(id)}, value[bool])
}

// ErasePlayer does what table.Store says of ErasePlayer, in a transaction for results.
func ErasePlayer(tx Tx, id account.PlayerID, placeholder account.Player, heirs map[string]account.PlayerID) error {
	if err := insertPlayer(tx, placeholder); err != nil {
		return err
	}
	if _, err := tx.Exec(touchTables, string(id)); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE seats SET player = ?, name = ?, origin = '' WHERE player = ?", string(placeholder.ID), placeholder.Name, string(id)); err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE seats SET sub = NULL, sub_name = '' WHERE sub = ?", string(id)); err != nil {
		return err
	}
	if err := dropEditionsOf(tx, id); err != nil {
		return err
	}
	if err := eraseResults(tx, id, placeholder.ID); err != nil {
		return err
	}
	for table, next := range heirs {
		if _, err := tx.Exec("UPDATE games SET owner = ? WHERE id = ? AND owner = ?", OrNull(next), table, string(id)); err != nil {
			return err
		}
	}
	return removePlayer(tx, id)
}

// removePlayer removes a player; rows that refer to them go along or lose the reference,
// as its table says.
func removePlayer(tx Tx, id account.PlayerID) error {
	tx.Tell(NewsOfPlayer, string(id)) // whose streams end
	tx.Tell(NewsOfAll, "")
	return touched(tx.Exec("DELETE FROM players WHERE id = ?", string(id)))
}
