package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/table"
)

// Games implements table.Store.
func (d *DB) Games(ctx context.Context, f table.Filter) ([]*table.Game, error) {
	where, args := conditions(f)
	order, limit := "g.updated_at DESC, g.id", ""
	if f.Newer != nil {
		order = "g.updated_at, g.id DESC" // from the place upwards
	}
	if f.Limit > 0 {
		limit = fmt.Sprintf(" LIMIT %d", f.Limit)
	}
	rows, err := d.query(ctx, numbered(selectGames(where, order, limit)), args...)
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

func conditions(f table.Filter) (string, []any) {
	var conds []string
	var args []any
	add := func(cond string, values ...any) {
		conds = append(conds, cond)
		args = append(args, values...)
	}
	const theirs = "g.id IN (SELECT game FROM seats WHERE player = ? UNION SELECT game FROM seats WHERE sub = ?)"
	if f.Player != "" {
		add(theirs, string(f.Player), string(f.Player))
	}
	if f.Owner != "" {
		add("g.owner = ?", string(f.Owner))
	}
	switch {
	case f.Public && f.Visible != "":
		add("(NOT g.private OR "+theirs+")", string(f.Visible), string(f.Visible))
	case f.Public:
		add("NOT g.private")
	}
	if p := f.Older; p != nil {
		add("(g.updated_at < ? OR g.updated_at = ? AND g.id > ?)", p.At.UnixMilli(), p.At.UnixMilli(), p.ID)
	}
	if p := f.Newer; p != nil {
		add("(g.updated_at > ? OR g.updated_at = ? AND g.id < ?)", p.At.UnixMilli(), p.At.UnixMilli(), p.ID)
	}
	if len(f.Statuses) > 0 {
		marks := strings.TrimSuffix(strings.Repeat("?, ", len(f.Statuses)), ", ")
		add("g.status IN (" + marks + ")")
		for _, s := range f.Statuses {
			args = append(args, int(s))
		}
	}
	if f.BotsDue {
		add("g.bots_due")
	}
	if f.Clocked {
		add("(g.ends_at IS NOT NULL OR g.link_by IS NOT NULL)")
	}
	if !f.Before.IsZero() {
		add("g.updated_at < ?", record.Millis(f.Before))
	}
	if len(conds) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(conds, " AND "), args
}

// readSeats fills in the seats of games.
func (d *DB) readSeats(ctx context.Context, games []*table.Game) error {
	byID := make(map[string]*table.Game, len(games))
	ids := make([]string, len(games))
	for i, g := range games {
		byID[g.ID], ids[i] = g, g.ID
	}
	rows, err := d.query(ctx, `SELECT game, coalesce(player, ''), name, bot, anchor, link, coalesce(sub, ''), sub_name, origin
		FROM seats WHERE game = ANY($1) ORDER BY game, seat`, ids)
	if err != nil {
		return d.failure("read seats", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var seat table.Seat
		var anchor, link []byte
		if err := rows.Scan(&id, &seat.Player, &seat.Name, &seat.Bot, &anchor, &link, &seat.Sub, &seat.SubName, &seat.Origin); err != nil {
			return d.failure("read seats", err)
		}
		seat.Anchor, seat.Link = toHash(anchor), toHash(link)
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
