package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

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
	return terms.People(ctx, d, text, contains(text), limit, skip)
}
