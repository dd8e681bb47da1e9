package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// TestTheOddsOfADuel: a duel that every throw wins or only one is no fraction.
func TestTheOddsOfADuel(t *testing.T) {
	t.Parallel()
	for strength, says := range map[int32]map[string]string{
		1000:  {"en": "Every throw is enough.", "de": "Das gelingt mit jedem Wurf."},
		7000:  {"en": "21 throws out of 36 are enough.", "de": "Das gelingt mit 21 von 36 Würfen."},
		12000: {"en": "One throw out of 36 is enough.", "de": "Das gelingt mit einem von 36 Würfen."},
	} {
		duel := bare(t, loadSetup(t, "duel-masters", "duel", map[string]any{"duel": true}))
		duel.st.Rules.Spaces[13].Strength = strength
		duel.give(0, 11, 14)
		duel.give(1, 13)
		duel.s.Players[0].Space, duel.s.Turn.Space = 13, 13
		for lang, text := range says {
			d := duel.in(game.PhaseDuel).data(0)
			page := parse(t, render(t, d.Page(pageOf(lang))))
			assert.Contains(t, page.Find("#act").Text(), text, strength)
		}
	}
}
