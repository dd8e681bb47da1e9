package sqlite

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

var terms = record.Terms{
	Public: "g.private = 0", BotsDue: "g.bots_due = 1",
	StatusOfFew: "+g.status", // not by its index: running ones may be many
}

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
	rows, err := d.read.QueryContext(ctx, record.SelectGames(record.GameColumns, where, order, limit), args...)
	if err != nil {
		return nil, d.failure("list games", err)
	}
	defer rows.Close()
	var games []*table.Game
	for rows.Next() {
		g, err := record.ScanGame(rows.Scan)
		if err != nil {
			return nil, d.failure("list games", err)
		}
		if g.Damage != nil && !g.Sealed && !f.Damaged {
			d.opt.Logger.Error("a game is left out of lists", "err", g.Damage)
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

// seatsAtOnce is how many games one query covers.
const seatsAtOnce = 200

// readSeats fills in the seats of games.
func (d *DB) readSeats(ctx context.Context, games []*table.Game) error {
	for len(games) > 0 {
		n := min(len(games), seatsAtOnce)
		if err := d.readSomeSeats(ctx, games[:n]); err != nil {
			return err
		}
		games = games[n:]
	}
	return nil
}

func (d *DB) readSomeSeats(ctx context.Context, games []*table.Game) error {
	byID := make(map[string]*table.Game, len(games))
	args := make([]any, len(games))
	for i, g := range games {
		byID[g.ID], args[i] = g, g.ID
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(games)), ", ")
	rows, err := d.read.QueryContext(ctx, "SELECT "+record.SeatColumns+" FROM seats WHERE game IN ("+
		marks+") ORDER BY game, seat", args...)
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
