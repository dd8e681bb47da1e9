package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

var terms = record.Terms{
	Matches: "~", Public: "NOT g.private", BotsDue: "g.bots_due", StatusOfFew: "g.status",
	Columns: gameColumns, Scan: scanGame,
}

// Games implements table.Store.
func (d *DB) Games(ctx context.Context, f table.Filter) ([]*table.Game, error) {
	games, err := terms.Games(ctx, d, d.log, f)
	if err != nil {
		return nil, err
	}
	return games, d.readSeats(ctx, games)
}

// readSeats fills in the seats of games.
func (d *DB) readSeats(ctx context.Context, games []*table.Game) error {
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	return record.FillSeats(ctx, d, games, "game = ANY(?)", ids)
}

// Counts implements table.Store. Many moves are not counted: PostgreSQL estimates them.
func (d *DB) Counts(ctx context.Context) (table.Counts, error) {
	var c table.Counts
	err := d.row(ctx, `SELECT
		(SELECT count(*) FROM games WHERE status = 0),
		(SELECT count(*) FROM games WHERE status = 1),
		(SELECT count(*) FROM games WHERE status = 2),
		(SELECT count(*) FROM players),
		(SELECT CASE WHEN reltuples < 10000 THEN (SELECT count(*) FROM moves) ELSE reltuples::bigint END FROM pg_class WHERE oid = to_regclass('moves'))`).Scan(&c.Lobby, &c.Playing, &c.Finished, &c.Players, &c.Moves)
	return c, d.failure("count", err)
}
