package postgres

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
	"UPDATE players SET taught = taught | coalesce((SELECT taught FROM players WHERE id = $2), 0) WHERE id = $1",
	"UPDATE games SET owner = $1, stamp = stamp + 1 WHERE owner = $2",
	`INSERT INTO edition_owners (player, edition, added_at) SELECT $1, edition, added_at FROM edition_owners WHERE player = $2
		ON CONFLICT DO NOTHING`,
	"UPDATE seats SET sub = $1 WHERE sub = $2",
	`INSERT INTO notes (player, game, text, at) SELECT $1, game, text, at FROM notes WHERE player = $2
		ON CONFLICT (game, player) DO NOTHING`,
	"UPDATE chat SET player = $1 WHERE player = $2",
	`UPDATE mutes SET player = $1 WHERE player = $2 AND muted <> $1 AND muted NOT IN (SELECT muted FROM mutes WHERE player = $1)`,
	`UPDATE mutes SET muted = $1 WHERE muted = $2 AND player <> $1 AND player NOT IN (SELECT player FROM mutes WHERE muted = $1)`,
	"UPDATE reports SET author = $1 WHERE author = $2",
	`UPDATE reports SET reporter = $1 WHERE reporter = $2 AND NOT EXISTS
		(SELECT 1 FROM reports r WHERE r.reporter = $1 AND r.game = reports.game AND r.message = reports.message)`,
	"UPDATE channels SET player = $1 WHERE player = $2 AND game IS NOT NULL",
	`INSERT INTO mentions (player, game, name) SELECT $1, game, name FROM mentions WHERE player = $2
		ON CONFLICT (game, player) DO NOTHING`,
	"UPDATE bans SET player = $1 WHERE player = $2",
	`INSERT INTO visits (player, game, seq, at) SELECT $1, game, seq, at FROM visits WHERE player = $2
		ON CONFLICT (game, player) DO UPDATE SET seq = greatest(visits.seq, excluded.seq), at = greatest(visits.at, excluded.at)`,
}

const (
	// Every change of the seats counts as one of the table, so that no page that
	// was shown before can be taken for the present state.
	touchTables  = "UPDATE games SET rev = rev + 1, stamp = stamp + 1 WHERE id IN (SELECT game FROM seats WHERE player = $1 OR sub = $1)"
	sharedTables = `SELECT count(*) FROM seats a JOIN seats b ON b.game = a.game JOIN games g ON g.id = a.game
		WHERE a.player = $1 AND b.player = $2 AND g.status <> $3`
	leaveDoubles = `UPDATE seats SET player = NULL WHERE player = $1 AND game IN (SELECT game FROM seats WHERE player = $2)`
)

// MergePlayer implements table.Store.
func (d *DB) MergePlayer(ctx context.Context, from, into account.PlayerID) error {
	return d.do(ctx, "merge players", func(c *conn) error {
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
		if _, err := c.exec("UPDATE seats SET player = $1 WHERE player = $2", string(into), string(from)); err != nil {
			return err
		}
		if err := inTurn(c); err != nil {
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
const living = `SELECT EXISTS (SELECT 1 FROM tokens WHERE player = $1) OR EXISTS (SELECT 1 FROM sessions WHERE player = $1)
	OR EXISTS (SELECT 1 FROM accounts WHERE player = $1) OR EXISTS (SELECT 1 FROM passkeys WHERE player = $1)`

// Living implements table.Store.
func (d *DB) Living(ctx context.Context, id account.PlayerID) (ok bool, err error) {
	err = d.row(ctx, living, string(id)).Scan(&ok)
	return ok, d.failure("look for a player", err)
}

// ErasePlayer implements table.Store.
func (d *DB) ErasePlayer(ctx context.Context, id account.PlayerID, tomb account.Player, heirs map[string]account.PlayerID) error {
	return d.do(ctx, "erase player", func(c *conn) error {
		if _, err := c.exec("INSERT INTO players (id, name, created_at) VALUES ($1, $2, $3)",
			string(tomb.ID), tomb.Name, tomb.CreatedAt.UnixMilli()); err != nil {
			return err
		}
		for _, step := range []struct {
			query string
			args  []any
		}{
			{touchTables, []any{string(id)}},
			{"UPDATE seats SET player = $1, name = $2, origin = '' WHERE player = $3", []any{string(tomb.ID), tomb.Name, string(id)}},
			{"UPDATE seats SET sub = NULL, sub_name = '' WHERE sub = $1", []any{string(id)}},
		} {
			if _, err := c.exec(step.query, step.args...); err != nil {
				return err
			}
		}
		if err := record.DropEditionsOf(writing{c}, id); err != nil {
			return err
		}
		if err := inTurn(c); err != nil {
			return err
		}
		if err := record.EraseResults(writing{c}, id, tomb.ID); err != nil {
			return err
		}
		for one, next := range heirs {
			if _, err := c.exec("UPDATE games SET owner = $1, stamp = stamp + 1 WHERE id = $2 AND owner = $3", record.OrNull(next), one, string(id)); err != nil {
				return err
			}
		}
		return removePlayer(c, id)
	})
}

// removePlayer removes a player; rows that refer to them go along or lose the reference,
// as its table says.
func removePlayer(c *conn, id account.PlayerID) error {
	c.tell(newsOfAll, "")
	n, err := c.change("DELETE FROM players WHERE id = $1", string(id))
	if err == nil && n == 0 {
		return storage.ErrNotFound
	}
	return err
}

// known is ErrNotFound if there is no such player.
func known(c *conn, id account.PlayerID) error {
	var one int
	return c.scan("SELECT 1 FROM players WHERE id = $1", []any{string(id)}, &one)
}
