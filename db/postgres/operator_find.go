package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

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
	return terms.People(ctx, d, text, contains(text), limit, skip)
}
