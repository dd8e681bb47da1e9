package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

func TestFiguresSayWhatIsMissing(t *testing.T) {
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.Figures = stats.New(d.Setup.Rules, d.State).Figures()
	thrown := func() (dice, landings string) {
		doc := parse(t, render(t, tablepage.FiguresData{TableData: d}.Page(pageOf("en"))))
		return doc.Find("[aria-labelledby=f-dice-h] .note").Text(), doc.Find("[aria-labelledby=f-landings-h] .note").Text()
	}
	dice, _ := thrown()
	assert.Equal(t, "Nobody has thrown the dice.", dice)
	d.Figures.Dice.Throws = 1
	dice, landings := thrown()
	assert.Contains(t, dice, "One throw.")
	assert.NotContains(t, landings, "Nobody has thrown", "it says above that somebody has")
}
