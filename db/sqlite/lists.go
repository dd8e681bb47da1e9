package sqlite

import (
	"context"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

var terms = record.Terms{
	Matches: "GLOB", Public: "g.private = 0", BotsDue: "g.bots_due = 1",
	StatusOfFew: "+g.status", // not by its index: running ones may be many
	Columns:     record.GameColumns, Scan: record.ScanGame,
}

// Games implements table.Store.
func (d *DB) Games(ctx context.Context, f table.Filter) ([]*table.Game, error) {
	games, err := terms.Games(ctx, d, d.opt.Logger, f)
	if err != nil {
		return nil, err
	}
	return games, d.readSeats(ctx, games)
}

// seatsAtOnce is how many games one query covers.
const seatsAtOnce = 200

// readSeats fills in the seats of games.
func (d *DB) readSeats(ctx context.Context, games []*table.Game) error {
	for some := range slices.Chunk(games, seatsAtOnce) {
		ids := make([]any, len(some))
		for i, g := range some {
			ids[i] = g.ID
		}
		if err := record.FillSeats(ctx, d, some, "game IN ("+strings.Repeat("?, ", len(ids)-1)+"?)", ids...); err != nil {
			return err
		}
	}
	return nil
}

// Counts implements table.Store.
func (d *DB) Counts(ctx context.Context) (table.Counts, error) {
	var c table.Counts
	err := d.read.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM games WHERE status = 0),
		(SELECT count(*) FROM games WHERE status = 1),
		(SELECT count(*) FROM games WHERE status = 2),
		(SELECT count(*) FROM players),
		(SELECT coalesce(max(id), 0) FROM moves)`).Scan(&c.Lobby, &c.Playing, &c.Finished, &c.Players, &c.Moves)
	return c, d.failure("count", err)
}
