package record

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
)

// selectGames lists games in an order. They are chosen and sorted before their
// settings are read, so that those of the others are not.
func selectGames(columns, where, order, limit string) string {
	return "SELECT " + columns + " FROM (SELECT * FROM games g" + where + " ORDER BY " + order + limit + ") g" + withSettings + " ORDER BY " + order
}

// Terms are what an engine words in its own way when games and people are read.
type Terms struct {
	Public, BotsDue string // conditions
	StatusOfFew     string // the status of one person's games, which are few
	Matches         string // a text, a pattern

	Columns string // of games, which Scan reads
	Scan    func(row func(dest ...any) error, more ...any) (*table.Game, error)
}

func (t Terms) scan(row scan) (*table.Game, error) { return t.Scan(row) }

// Game implements table.Store.
func (t Terms) Game(ctx context.Context, q Queries, id string) (*table.Game, [32]byte, error) {
	var seed []byte
	g, err := first(ctx, q, "read game", "SELECT "+t.Columns+", s.seed FROM games g JOIN secrets s ON s.game = g.id"+withSettings+" WHERE g.id = ?",
		[]any{id}, func(row scan) (*table.Game, error) { return t.Scan(row, &seed) })
	if err != nil {
		return nil, [32]byte{}, err
	}
	if err := FillSeats(ctx, q, []*table.Game{g}, "game = ?", id); err != nil {
		return nil, [32]byte{}, err
	}
	if !g.Sealed {
		err = g.Damage
	}
	return g, [32]byte(seed), err
}

// Games lists the games of a filter in its order, without their seats.
func (t Terms) Games(ctx context.Context, q Queries, log *slog.Logger, f table.Filter) ([]*table.Game, error) {
	where, args := t.conditions(f)
	order, limit := "g.updated_at DESC, g.id", ""
	if f.Newer != nil {
		order = "g.updated_at, g.id DESC" // from the place upwards
	}
	if f.Limit > 0 {
		limit = fmt.Sprintf(" LIMIT %d", f.Limit)
	}
	games, err := list(ctx, q, "list games", selectGames(t.Columns, where, order, limit), args, t.scan)
	if err != nil {
		return nil, err
	}
	games = slices.DeleteFunc(games, func(g *table.Game) bool {
		if g.Damage == nil || g.Sealed || f.Damaged {
			return false
		}
		log.Error("a game is left out of lists", "err", g.Damage)
		return true // the others must not suffer for it
	})
	if f.Newer != nil {
		slices.Reverse(games)
	}
	return games, nil
}

// Find lists the games of a search that meet more conditions, without their seats.
func (t Terms) Find(ctx context.Context, q Queries, s operator.Search, more []string, values ...any) ([]*table.Game, error) {
	where, args := t.conditions(table.Filter{Statuses: s.Statuses, Before: s.Before})
	for _, cond := range more {
		if where == "" {
			where = " WHERE " + cond
		} else {
			where += " AND " + cond
		}
	}
	order := "g.updated_at DESC, g.id"
	switch {
	case s.Largest:
		order = "g.seq DESC, g.id"
	case s.Oldest:
		order = "g.updated_at, g.id"
	}
	limit := fmt.Sprintf(" LIMIT %d OFFSET %d", max(1, s.Limit), max(0, s.Skip))
	return list(ctx, q, "find games", selectGames(t.Columns, where, order, limit), append(args, values...), t.scan)
}

// People implements operator.Store: those with an id, or with a name that matches a pattern.
func (t Terms) People(ctx context.Context, q Queries, id, pattern string, limit, skip int) ([]operator.Person, error) {
	return list(ctx, q, "find people", `SELECT p.id, p.name, p.created_at,
		(SELECT count(*) FROM seats s WHERE s.player = p.id), (SELECT count(*) FROM sessions s WHERE s.player = p.id), (SELECT count(*) FROM tokens t WHERE t.player = p.id)
		FROM players p WHERE p.id = ? OR p.name `+t.Matches+` ? ORDER BY p.created_at DESC, p.id LIMIT ? OFFSET ?`, []any{id, pattern, limit, skip},
		func(row scan) (p operator.Person, err error) {
			p.Player, err = ScanPlayer(row, &p.Tables, &p.Sessions, &p.Tokens)
			return p, err
		})
}

// Illegible lists the games, but for sealed ones, whose settings cannot be read. It reads
// those of all games: SQL cannot say whether they can be decoded.
func Illegible(ctx context.Context, q Queries) ([]string, error) {
	ids := []string{}
	err := q.ReadRows(ctx, "read settings", func(tx Tx) error {
		return tx.Query("SELECT g.id, t.settings FROM games g"+withSettings+" WHERE NOT g.sealed", nil, func(row scan) error {
			var g table.Game
			var set []byte
			if err := row(&g.ID, &set); err != nil {
				return err
			}
			if ReadSettings(set, &g) != nil {
				ids = append(ids, g.ID)
			}
			return nil
		})
	})
	return ids, err
}

// FillSeats reads the seats of games, as far as they meet a condition, which should be
// that they are of these games.
func FillSeats(ctx context.Context, q Queries, games []*table.Game, cond string, args ...any) error {
	if len(games) == 0 {
		return nil
	}
	byID := make(map[string]*table.Game, len(games))
	for _, g := range games {
		byID[g.ID] = g
	}
	return q.ReadRows(ctx, "read seats", func(tx Tx) error {
		return tx.Query("SELECT "+seatColumns+" FROM seats WHERE "+cond+" ORDER BY game, seat", args, func(row scan) error {
			id, seat, err := scanSeat(row)
			if err != nil {
				return err
			}
			g := byID[id]
			g.Seats = append(g.Seats, seat)
			return nil
		})
	})
}

// conditions are what a filter asks of games g, as a WHERE clause.
func (t Terms) conditions(f table.Filter) (where string, args []any) {
	var conds []string
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
		add("("+t.Public+" OR "+theirs+")", string(f.Visible), string(f.Visible))
	case f.Public:
		add(t.Public)
	}
	if p := f.Older; p != nil {
		add("(g.updated_at < ? OR g.updated_at = ? AND g.id > ?)", p.At.UnixMilli(), p.At.UnixMilli(), p.ID)
	}
	if p := f.Newer; p != nil {
		add("(g.updated_at > ? OR g.updated_at = ? AND g.id < ?)", p.At.UnixMilli(), p.At.UnixMilli(), p.ID)
	}
	if len(f.Statuses) > 0 {
		status := "g.status"
		if f.Player != "" || f.Owner != "" {
			status = t.StatusOfFew
		}
		add(status + " IN (" + marks(len(f.Statuses)) + ")")
		for _, s := range f.Statuses {
			args = append(args, int(s))
		}
	}
	if f.BotsDue {
		add(t.BotsDue)
	}
	if f.Clocked {
		add("(g.ends_at IS NOT NULL OR g.link_by IS NOT NULL)")
	}
	if !f.Before.IsZero() {
		add("g.updated_at < ?", Millis(f.Before))
	}
	if len(conds) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(conds, " AND "), args
}
