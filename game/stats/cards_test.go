package stats_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
)

// TestDecksThatLeadToEachOther: however many cards lead from deck to deck, the odds
// of a throw are found at once and add up to 1.
func TestDecksThatLeadToEachOther(t *testing.T) {
	const chance, chest game.Space = 7, 2
	to := [game.NumDecks]game.CardDef{
		game.Chance: {Op: game.OpAdvanceTo, Space: chest, Salary: true},
		game.Chest:  {Op: game.OpAdvanceTo, Space: chance, Salary: true},
	}
	again := [game.NumDecks]game.CardDef{
		game.Chance: {Op: game.OpPayOrDraw, Amount: 10, Deck: game.Chest},
		game.Chest:  {Op: game.OpPayOrDraw, Amount: 10, Deck: game.Chance},
	}
	for name, c := range map[string]struct {
		cards int
		last  [game.NumDecks]game.CardDef // of the cards
		draw  float64
	}{
		"three cards":               {3, to, 0},
		"all but one":               {15, to, 0},
		"all, and the last may pay": {16, again, 0.5},
		"all, and nobody ever pays": {16, again, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := *load(t, "us").Rules
			for deck := range r.Board.Decks {
				cards := &r.Board.Decks[deck].Cards
				for i := range cards {
					cards[i] = game.CardDef{Op: game.OpCollect, Amount: 10}
				}
				for i := range c.cards {
					cards[i] = to[deck]
				}
				cards[c.cards-1] = c.last[deck]
			}
			e, err := stats.Expect(&r, stats.Habits{Try: 1, Bus: 1, Draw: c.draw})
			require.NoError(t, err)
			sum := e.Jail
			for _, p := range e.Space {
				sum += p
			}
			assert.InDelta(t, 1, sum, 1e-9)
		})
	}
}
