package sqlite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
			where, args := conditions(c.filter)
			steps := stepsOf(t, d, selectGames(where, "g.updated_at DESC, g.id", ""), args...)
			assert.Contains(t, steps, "SEARCH g USING INDEX "+c.by)
			assert.NotContains(t, steps, "games_status")
		})
	}
}

// While guests are cleared away no move can be made.
func TestIdleGuestsAreFoundByIndexes(t *testing.T) {
	steps := stepsOf(t, openTest(t, Options{}), "SELECT p.id"+idleGuests, 5)
	for step := range strings.Lines(steps) {
		if strings.HasPrefix(step, "SCAN") {
			assert.Equal(t, "SCAN p\n", step, "only people are looked through")
		}
	}
}

// Nor while visits of long ago are.
func TestOldVisitsAreFoundByAnIndex(t *testing.T) {
	steps := stepsOf(t, openTest(t, Options{}), oldVisits, 5)
	assert.Contains(t, steps, "SEARCH visits USING")
	assert.NotContains(t, steps, "SCAN")
}
