package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/table"
)

var _ operator.Store = (*DB)(nil)

// Find implements operator.Store.
func (d *DB) Find(ctx context.Context, s operator.Search) ([]*table.Game, error) {
	where, args := terms.Conditions(table.Filter{Statuses: s.Statuses, Before: s.Before})
	also := func(cond string, values ...any) {
		if where == "" {
			where = " WHERE " + cond
		} else {
			where += " AND " + cond
		}
		args = append(args, values...)
	}
	if s.Damaged {
		ids, err := d.illegible(ctx)
		if err != nil {
			return nil, err
		}
		also("g.id = ANY(?)", ids)
	}
	if s.Text != "" {
		in, err := json.Marshal(s.Text)
		if err != nil {
			return nil, fmt.Errorf("encode text: %w", err)
		}
		// Settings may be no JSON; the title stands in them as it is encoded.
		cond := `(g.id = ? OR EXISTS (SELECT 1 FROM settings t WHERE t.game = g.id AND substring(t.settings from '"title":"(([^"\\]|\\.)*)"') ~ ?)
			OR EXISTS (SELECT 1 FROM seats x WHERE x.game = g.id AND (x.player = ? OR x.name ~ ?)))`
		also(cond, s.Text, contains(string(in[1:len(in)-1])), s.Text, contains(s.Text))
	}
	order := "g.updated_at DESC, g.id"
	switch {
	case s.Largest:
		order = "g.seq DESC, g.id"
	case s.Oldest:
		order = "g.updated_at, g.id"
	}
	query := record.SelectGames(gameColumns, where, order, fmt.Sprintf(" LIMIT %d OFFSET %d", max(1, s.Limit), max(0, s.Skip)))
	rows, err := d.query(ctx, numbered(query), args...)
	if err != nil {
		return nil, d.failure("find games", err)
	}
	defer rows.Close()
	var games []*table.Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, d.failure("find games", err)
		}
		games = append(games, g)
	}
	if err := rows.Err(); err != nil {
		return nil, d.failure("find games", err)
	}
	return games, d.readSeats(ctx, games)
}

// illegible lists the games whose settings cannot be read. It reads
// those of all games: SQL cannot say whether they can be decoded.
func (d *DB) illegible(ctx context.Context) ([]string, error) {
	rows, err := d.query(ctx, "SELECT g.id, t.settings FROM games g"+record.WithSettings+" WHERE NOT g.sealed")
	if err != nil {
		return nil, d.failure("read settings", err)
	}
	defer rows.Close()
	ids := []string{}
	for rows.Next() {
		var g table.Game
		var set []byte
		if err := rows.Scan(&g.ID, &set); err != nil {
			return nil, d.failure("read settings", err)
		}
		if record.ReadSettings(set, &g) != nil {
			ids = append(ids, g.ID)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, d.failure("read settings", err)
	}
	return ids, nil
}

// contains is a regular expression.
func contains(text string) string { return record.AnyCase(text, regexp.QuoteMeta) }

// People implements operator.Store.
func (d *DB) People(ctx context.Context, text string, limit, skip int) ([]operator.Person, error) {
	rows, err := d.query(ctx, `SELECT p.id, p.name, p.created_at,
		(SELECT count(*) FROM seats s WHERE s.player = p.id), (SELECT count(*) FROM sessions s WHERE s.player = p.id), (SELECT count(*) FROM tokens t WHERE t.player = p.id)
		FROM players p WHERE p.id = $1 OR p.name ~ $2 ORDER BY p.created_at DESC, p.id LIMIT $3 OFFSET $4`, text, contains(text), limit, skip)
	if err != nil {
		return nil, d.failure("find people", err)
	}
	defer rows.Close()
	var list []operator.Person
	for rows.Next() {
		var p operator.Person
		var at int64
		if err := rows.Scan(&p.ID, &p.Name, &at, &p.Tables, &p.Sessions, &p.Tokens); err != nil {
			return nil, d.failure("find people", err)
		}
		p.CreatedAt = time.UnixMilli(at).UTC()
		list = append(list, p)
	}
	return list, d.failure("find people", rows.Err())
}
