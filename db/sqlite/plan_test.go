package sqlite

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
)

// stepsOf are how SQLite is going to answer a query.
func stepsOf(t *testing.T, d *DB, query string, args ...any) string {
	t.Helper()
	var steps []string
	for _, row := range rowsOf(t, d.read, "EXPLAIN QUERY PLAN "+query, args...) {
		steps = append(steps, row["detail"].(string))
	}
	require.NotEmpty(t, steps)
	return strings.Join(steps, "\n")
}

// A page of a person must not cost as much as all tables that run.
func TestThePersonsTablesAreFoundByThePerson(t *testing.T) {
	d := openTest(t, Options{})
	statuses := []game.Status{game.InLobby, game.Playing}
	for name, c := range map[string]struct {
		filter table.Filter
		by     string
	}{
		"sits":             {table.Filter{Player: "p", Statuses: statuses}, "sqlite_autoindex_games_1 (id=?)"},
		"sits and is seen": {table.Filter{Player: "p", Public: true, Visible: "q", Statuses: statuses[1:], Limit: 9}, "sqlite_autoindex_games_1 (id=?)"},
		"owns":             {table.Filter{Owner: "p", Statuses: statuses}, "games_owner (owner=?)"},
	} {
		t.Run(name, func(t *testing.T) {
			var asked overheard
			_, err := terms.Games(ctx, &asked, nil, c.filter)
			require.NoError(t, err)
			steps := stepsOf(t, d, asked.query, asked.args...)
			assert.Contains(t, steps, "SEARCH g USING INDEX "+c.by)
			assert.NotContains(t, steps, "games_status")
		})
	}
}

// While guests are cleared away no move can be made.
func TestIdleGuestsAreFoundByIndexes(t *testing.T) {
	var asked overheard
	_, err := record.Moderation{Queries: &asked}.DropGuests(ctx, time.Now(), 5, false)
	require.NoError(t, err)
	steps := stepsOf(t, openTest(t, Options{}), asked.query, asked.args...)
	require.Contains(t, steps, "SCAN p\n")
	for step := range strings.Lines(steps) {
		if strings.HasPrefix(step, "SCAN") {
			assert.Equal(t, "SCAN p\n", step, "only people are looked through")
		}
	}
}

// overheard is a database that remembers a statement in place of running it.
type overheard struct {
	record.Queries
	query string
	args  []any
}

func (o *overheard) WriteRows(_ context.Context, _ string, run func(record.Tx) error) error {
	return run(remembering{all: o})
}

func (o *overheard) ReadRows(_ context.Context, _ string, run func(record.Tx) error) error {
	return run(remembering{all: o})
}

type remembering struct {
	record.Tx
	all *overheard
}

func (r remembering) Exec(query string, args ...any) (int64, error) {
	r.all.query, r.all.args = query, args
	return 0, nil
}

func (r remembering) Query(query string, args []any, _ func(func(...any) error) error) error {
	r.all.query, r.all.args = query, args
	return nil
}

// Nor while visits of long ago are.
func TestOldVisitsAreFoundByAnIndex(t *testing.T) {
	var asked overheard
	require.NoError(t, record.Sweep(remembering{all: &asked}, time.Now()))
	steps := stepsOf(t, openTest(t, Options{}), asked.query, asked.args...)
	assert.Contains(t, steps, "SEARCH visits USING")
	assert.NotContains(t, steps, "SCAN")
}
