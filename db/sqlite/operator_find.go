package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
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
		also("g.id IN (SELECT value FROM json_each(?))", ids)
	}
	if s.Text != "" {
		part := contains(s.Text)
		cond := `(g.id = ? OR EXISTS (SELECT 1 FROM settings t WHERE t.game = g.id AND CASE WHEN json_valid(t.settings) THEN t.settings ->> '$.title' GLOB ? END)
			OR EXISTS (SELECT 1 FROM seats x WHERE x.game = g.id AND (x.player = ? OR x.name GLOB ?)))`
		also(cond, s.Text, part, s.Text, part)
	}
	order := "g.updated_at DESC, g.id"
	switch {
	case s.Largest:
		order = "g.seq DESC, g.id"
	case s.Oldest:
		order = "g.updated_at, g.id"
	}
	query := record.SelectGames(record.GameColumns, where, order, fmt.Sprintf(" LIMIT %d OFFSET %d", max(1, s.Limit), max(0, s.Skip)))
	rows, err := d.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, d.failure("find games", err)
	}
	defer rows.Close()
	var games []*table.Game
	for rows.Next() {
		g, err := record.ScanGame(rows.Scan)
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

// illegible lists the games whose settings cannot be read, as JSON. It reads
// those of all games: SQL cannot say whether they can be decoded.
func (d *DB) illegible(ctx context.Context) (string, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT g.id, t.settings FROM games g"+record.WithSettings+" WHERE g.sealed = 0")
	if err != nil {
		return "", d.failure("read settings", err)
	}
	defer rows.Close()
	ids := []string{}
	for rows.Next() {
		var g table.Game
		var set sql.RawBytes
		if err := rows.Scan(&g.ID, &set); err != nil {
			return "", d.failure("read settings", err)
		}
		if record.ReadSettings(set, &g) != nil {
			ids = append(ids, g.ID)
		}
	}
	if err := rows.Err(); err != nil {
		return "", d.failure("read settings", err)
	}
	list, err := json.Marshal(ids)
	return string(list), err
}

// contains is a pattern for GLOB.
func contains(text string) string {
	return "*" + record.AnyCase(text, strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace) + "*"
}

// People implements operator.Store.
func (d *DB) People(ctx context.Context, text string, limit, skip int) ([]operator.Person, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT p.id, p.name, p.created_at,
		(SELECT count(*) FROM seats s WHERE s.player = p.id), (SELECT count(*) FROM sessions s WHERE s.player = p.id), (SELECT count(*) FROM tokens t WHERE t.player = p.id)
		FROM players p WHERE p.id = ? OR p.name GLOB ? ORDER BY p.created_at DESC, p.id LIMIT ? OFFSET ?`, text, contains(text), limit, skip)
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
