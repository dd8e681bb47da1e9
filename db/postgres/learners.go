package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

const selectLearner = `SELECT taught, quiet, EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game WHERE s.player = $1 AND g.status = $2)
	FROM players WHERE id = $1`

// Learner implements account.LearnerStore.
func (d *DB) Learner(ctx context.Context, id account.PlayerID) (account.Learner, error) {
	var l account.Learner
	var taught int64
	err := d.row(ctx, selectLearner, string(id), int(game.Finished)).Scan(&taught, &l.Quiet, &l.Played)
	l.Taught = uint64(taught) //nolint:gosec // a set of bits
	return l, d.failure("read what a player was taught", err)
}

// Teach implements account.LearnerStore.
func (d *DB) Teach(ctx context.Context, id account.PlayerID, kinds uint64) error {
	return d.changePlayer(ctx, "note what a player was taught", id, "UPDATE players SET taught = taught | $2::bigint WHERE id = $1", int64(kinds)) //nolint:gosec // a set of bits
}

// Explain implements account.LearnerStore.
func (d *DB) Explain(ctx context.Context, id account.PlayerID, on bool) error {
	if on {
		return d.changePlayer(ctx, "switch explanations on", id, "UPDATE players SET taught = CASE WHEN quiet THEN 0 ELSE taught END, quiet = false WHERE id = $1")
	}
	return d.changePlayer(ctx, "switch explanations off", id, "UPDATE players SET quiet = true WHERE id = $1")
}

// changePlayer changes a player, whose id is $1 of the query, and lets other servers
// hear of it; ErrNotFound if there is none.
func (d *DB) changePlayer(ctx context.Context, doing string, id account.PlayerID, query string, args ...any) error {
	return d.do(ctx, doing, func(c *conn) error {
		c.tell(newsOfPlayer, string(id))
		n, err := c.change(query, append([]any{string(id)}, args...)...)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}
