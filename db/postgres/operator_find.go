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
	var conds []string
	var args []any
	if s.Damaged {
		ids, err := record.Illegible(ctx, d)
		if err != nil {
			return nil, err
		}
		conds, args = append(conds, "g.id = ANY(?)"), append(args, ids)
	}
	if s.Text != "" {
		in, err := json.Marshal(s.Text)
		if err != nil {
			return nil, fmt.Errorf("encode text: %w", err)
		}
		// Settings may be no JSON; the title stands in them as it is encoded.
		conds = append(conds, `(g.id = ? OR EXISTS (SELECT 1 FROM settings t WHERE t.game = g.id AND substring(t.settings from '"title":"(([^"\\]|\\.)*)"') ~ ?)
			OR EXISTS (SELECT 1 FROM seats x WHERE x.game = g.id AND (x.player = ? OR x.name ~ ?)))`)
		args = append(args, s.Text, contains(string(in[1:len(in)-1])), s.Text, contains(s.Text))
	}
	games, err := terms.Find(ctx, d, s, conds, args...)
	if err != nil {
		return nil, err
	}
	return games, d.readSeats(ctx, games)
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
