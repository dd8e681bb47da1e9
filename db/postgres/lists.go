package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

var terms = record.Terms{Public: "NOT g.private", BotsDue: "g.bots_due", StatusOfFew: "g.status"}

// Games implements table.Store.
func (d *DB) Games(ctx context.Context, f table.Filter) ([]*table.Game, error) {
	where, args := terms.Conditions(f)
	order, limit := "g.updated_at DESC, g.id", ""
	if f.Newer != nil {
		order = "g.updated_at, g.id DESC" // from the place upwards
	}
	if f.Limit > 0 {
		limit = fmt.Sprintf(" LIMIT %d", f.Limit)
	}
	rows, err := d.query(ctx, numbered(record.SelectGames(gameColumns, where, order, limit)), args...)
	if err != nil {
		return nil, d.failure("list games", err)
	}
	defer rows.Close()
	var games []*table.Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, d.failure("list games", err)
		}
		if g.Damage != nil && !g.Sealed && !f.Damaged {
			d.log.Error("a game is left out of lists", "err", g.Damage)
			continue // the others must not suffer for it
		}
		games = append(games, g)
	}
	if err := rows.Err(); err != nil {
		return nil, d.failure("list games", err)
	}
	if f.Newer != nil {
		slices.Reverse(games)
	}
	return games, d.readSeats(ctx, games)
}

// readSeats fills in the seats of games.
func (d *DB) readSeats(ctx context.Context, games []*table.Game) error {
	byID := make(map[string]*table.Game, len(games))
	ids := make([]string, len(games))
	for i, g := range games {
		byID[g.ID], ids[i] = g, g.ID
	}
	rows, err := d.query(ctx, "SELECT "+record.SeatColumns+" FROM seats WHERE game = ANY($1) ORDER BY game, seat", ids)
	if err != nil {
		return d.failure("read seats", err)
	}
	defer rows.Close()
	for rows.Next() {
		id, seat, err := record.ScanSeat(rows.Scan)
		if err != nil {
			return d.failure("read seats", err)
		}
		g := byID[id]
		g.Seats = append(g.Seats, seat)
	}
	return d.failure("read seats", rows.Err())
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
