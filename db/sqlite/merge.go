package sqlite

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// merging moves a player's things when the player turns out to be another
// one: each statement takes into and from. Whatever it leaves behind is removed with
// the player, also everything that signs them in.
var merging = []string{
	"UPDATE players SET taught = taught | coalesce((SELECT taught FROM players WHERE id = ?2), 0) WHERE id = ?1",
	"UPDATE games SET owner = ? WHERE owner = ?",
	`INSERT INTO edition_owners (player, edition, added_at) SELECT ?, edition, added_at FROM edition_owners WHERE player = ?
		ON CONFLICT DO NOTHING`,
	"UPDATE seats SET sub = ? WHERE sub = ?",
	`INSERT INTO notes (player, game, text, at) SELECT ?, game, text, at FROM notes WHERE player = ?
		ON CONFLICT (player, game) DO NOTHING`,
	"UPDATE chat SET player = ? WHERE player = ?",
	`UPDATE mutes SET player = ?1 WHERE player = ?2 AND muted <> ?1 AND muted NOT IN (SELECT muted FROM mutes WHERE player = ?1)`,
	`UPDATE mutes SET muted = ?1 WHERE muted = ?2 AND player <> ?1 AND player NOT IN (SELECT player FROM mutes WHERE muted = ?1)`,
	"UPDATE reports SET author = ? WHERE author = ?",
	`UPDATE reports SET reporter = ?1 WHERE reporter = ?2 AND NOT EXISTS
		(SELECT 1 FROM reports r WHERE r.reporter = ?1 AND r.game = reports.game AND r.message = reports.message)`,
	"UPDATE channels SET player = ? WHERE player = ? AND game IS NOT NULL",
	`INSERT INTO mentions (player, game, name) SELECT ?, game, name FROM mentions WHERE player = ?
		ON CONFLICT (game, player) DO NOTHING`,
	"UPDATE bans SET player = ? WHERE player = ?",
	`INSERT INTO visits (player, game, seq, at) SELECT ?, game, seq, at FROM visits WHERE player = ?
		ON CONFLICT (player, game) DO UPDATE SET seq = max(seq, excluded.seq), at = max(at, excluded.at)`,
}

const (
	// Every change of the seats counts as one of the table, so that no page that
	// was shown before can be taken for the present state.
	touchTables  = "UPDATE games SET rev = rev + 1 WHERE id IN (SELECT game FROM seats WHERE player = ?1 OR sub = ?1)"
	sharedTables = `SELECT count(*) FROM seats a JOIN seats b ON b.game = a.game JOIN games g ON g.id = a.game
		WHERE a.player = ? AND b.player = ? AND g.status <> ?`
	leaveDoubles = `UPDATE seats SET player = NULL WHERE player = ? AND game IN (SELECT game FROM seats WHERE player = ?)`
)

// MergePlayer implements table.Store.
func (d *DB) MergePlayer(ctx context.Context, from, into account.PlayerID) error {
	return d.do(ctx, "merge players", 4096, func(c *conn) error {
		var shared int
		if err := c.scan(sharedTables, []any{string(from), string(into), int(game.Finished)}, &shared); err != nil {
			return err
		}
		if shared > 0 {
			return storage.ErrConflict
		}
		if err := known(c, into); err != nil {
			return err
		}
		if _, err := c.exec(touchTables, string(from)); err != nil {
			return err
		}
		if _, err := c.exec(leaveDoubles, string(from), string(into)); err != nil {
			return err
		}
		if _, err := c.exec("UPDATE seats SET player = ? WHERE player = ?", string(into), string(from)); err != nil {
			return err
		}
		if err := record.MergeResults(writing{c}, from, into); err != nil {
			return err
		}
		for _, change := range merging {
			if _, err := c.exec(change, string(into), string(from)); err != nil {
				return err
			}
		}
		return removePlayer(c, from)
	})
}

// living reports whether there is a player who can sign in.
const living = `SELECT EXISTS (SELECT 1 FROM tokens WHERE player = ?1) OR EXISTS (SELECT 1 FROM sessions WHERE player = ?1)
	OR EXISTS (SELECT 1 FROM accounts WHERE player = ?1) OR EXISTS (SELECT 1 FROM passkeys WHERE player = ?1)`

// Living implements table.Store.
func (d *DB) Living(ctx context.Context, id account.PlayerID) (ok bool, err error) {
	err = d.read.QueryRowContext(ctx, living, string(id)).Scan(&ok)
	return ok, d.failure("look for a player", err)
}

// ErasePlayer implements table.Store.
func (d *DB) ErasePlayer(ctx context.Context, id account.PlayerID, tomb account.Player, heirs map[string]account.PlayerID) error {
	return d.do(ctx, "erase player", 4096, func(c *conn) error {
		if _, err := c.exec("INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)",
			string(tomb.ID), tomb.Name, tomb.CreatedAt.UnixMilli()); err != nil {
			return err
		}
		for _, step := range []struct {
			query string
			args  []any
		}{
			{touchTables, []any{string(id)}},
			{"UPDATE seats SET player = ?, name = ?, origin = '' WHERE player = ?", []any{string(tomb.ID), tomb.Name, string(id)}},
			{"UPDATE seats SET sub = NULL, sub_name = '' WHERE sub = ?", []any{string(id)}},
		} {
			if _, err := c.exec(step.query, step.args...); err != nil {
				return err
			}
		}
		if err := record.DropEditionsOf(writing{c}, id); err != nil {
			return err
		}
		if err := record.EraseResults(writing{c}, id, tomb.ID); err != nil {
			return err
		}
		for one, next := range heirs {
			if _, err := c.exec("UPDATE games SET owner = ? WHERE id = ? AND owner = ?", record.OrNull(next), one, string(id)); err != nil {
				return err
			}
		}
		return removePlayer(c, id)
	})
}

// removePlayer removes a player; rows that refer to them go along or lose the reference,
// as its table says.
func removePlayer(c *conn, id account.PlayerID) error {
	n, err := c.change("DELETE FROM players WHERE id = ?", string(id))
	if err == nil && n == 0 {
		return storage.ErrNotFound
	}
	return err
}

// known is ErrNotFound if there is no such player.
func known(c *conn, id account.PlayerID) error {
	var one int
	return c.scan("SELECT 1 FROM players WHERE id = ?", []any{string(id)}, &one)
}
