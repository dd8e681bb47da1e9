package sqlite

import (
	"context"
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
	var conds []string
	var args []any
	if s.Damaged {
		ids, err := record.Illegible(ctx, d)
		if err != nil {
			return nil, err
		}
		list, err := json.Marshal(ids)
		if err != nil {
			return nil, fmt.Errorf("encode ids: %w", err)
		}
		conds, args = append(conds, "g.id IN (SELECT value FROM json_each(?))"), append(args, string(list))
	}
	if s.Text != "" {
		part := contains(s.Text)
		conds = append(conds, `(g.id = ? OR EXISTS (SELECT 1 FROM settings t WHERE t.game = g.id AND CASE WHEN json_valid(t.settings) THEN t.settings ->> '$.title' GLOB ? END)
			OR EXISTS (SELECT 1 FROM seats x WHERE x.game = g.id AND (x.player = ? OR x.name GLOB ?)))`)
		args = append(args, s.Text, part, s.Text, part)
	}
	games, err := terms.Find(ctx, d, s, conds, args...)
	if err != nil {
		return nil, err
	}
	return games, d.readSeats(ctx, games)
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
