package sim

import (
	"context"
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var wholeGames = flag.Int("games", 0, "whole games of each rulebook and option set, instead of the usual number")

// TestWholeGames plays bot games to their end under every rulebook, each
// command audited: go test ./game/sim -run TestWholeGames -games 2000 -v plays many.
func TestWholeGames(t *testing.T) {
	for _, table := range tables() {
		t.Run(table.name, func(t *testing.T) {
			t.Parallel()
			games := table.games
			if testing.Short() {
				games /= 10
			}
			if *wholeGames > 0 {
				games = *wholeGames
			}
			sum, err := Run(context.Background(), Config{
				Setup: table.load(t), Players: table.players, Games: games, Seed: 1, Audit: true, Workers: 1, Stats: true,
				Bots: []string{"default", "cautious", "builder", "trader"},
			})
			require.NoError(t, err)
			ended := 100 * (games - sum.Ends.Cut) / games
			assert.GreaterOrEqual(t, ended, table.ends, "games that end by themselves: %+v", sum.Ends)
			assert.Len(t, sum.Results, games)
			t.Logf("%+v turns %v commands %v events %v wins %v", sum.Ends, sum.Turns, sum.Commands, sum.Events, sum.Wins)
		})
	}
}
