package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
)

// TestNoAllocations: deciding, folding, listing options and choosing allocate
// nothing once the workspace has grown to its size.
func TestNoAllocations(t *testing.T) {
	for _, pair := range pairs() {
		t.Run(pair[1], func(t *testing.T) {
			sc := record(t, rules(t, pair), 2)
			var turn game.Turn
			var log []game.Event
			var opts []game.Option
			keep := func(e []game.Event) { log = append(log, e...) }
			decide := func() {
				log = log[:0]
				sc.replay(&turn, keep)
			}
			decide()
			require.Equal(t, game.Finished, turn.S.Status, "the replay is the game")
			assert.Zero(t, testing.AllocsPerRun(3, decide), "Decide")
			var folded game.State
			assert.Zero(t, testing.AllocsPerRun(3, func() {
				folded = sc.start
				for i := range log {
					folded.Apply(&log[i])
				}
			}), "Apply")
			require.Equal(t, turn.S, folded, "the log folds to the end of the game")
			assert.Zero(t, testing.AllocsPerRun(3, func() {
				for i := range sc.states {
					for seat := range game.Seat(4) {
						opts = game.Options(sc.rules, &sc.states[i], seat, opts[:0])
						bot.Choose(sc.rules, &sc.states[i], seat, opts)
					}
				}
			}), "Options and Choose")
		})
	}
}
