package views_test

import (
	"strings"
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

// The switches of the film stand where it plays: elsewhere they would keep room for nothing.
func TestPagesWithoutAFilmHaveNoSwitches(t *testing.T) {
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	assert.Equal(t, 1, parse(t, render(t, d.Page(pageOf("en")))).Find("#film").Length())
	d.Figures = stats.New(d.Setup.Rules, d.State).Figures()
	assert.Zero(t, parse(t, render(t, tablepage.FiguresData{TableData: d}.Page(pageOf("en")))).Find("#film").Length())
	assert.Zero(t, parse(t, render(t, tablepage.HintData{TableData: d}.Page(pageOf("en")))).Find("#film").Length())
}

// Once is no number of times, and below the bars the corner in the middle has its whole name.
func TestOneLandingIsOnce(t *testing.T) {
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.Figures = stats.New(d.Setup.Rules, d.State).Figures()
	d.Figures.Throws = 1
	for i := range d.Figures.Landings {
		d.Figures.Landings[i].Count = stats.Count{}
	}
	landings := func(lang string) (says, corners string) {
		doc := parse(t, render(t, tablepage.FiguresData{TableData: d}.Page(pageOf(lang))))
		fig := doc.Find("[aria-labelledby=f-landings-h]")
		return fig.Find(".note").First().Text(), fig.Find("svg .ax.m").Text()
	}
	d.Figures.Landings[20].Seen = 1
	says, corners := landings("en")
	assert.Contains(t, says, "Most often: Free Parking, once. Expected: 0.0 times.")
	assert.Contains(t, corners, "Free Parking")
	says, _ = landings("de")
	assert.Contains(t, says, "Am häufigsten: Frei Parken, einmal.")
	d.Figures.Landings[20].Seen = 2
	says, _ = landings("en")
	assert.Contains(t, says, "Most often: Free Parking, 2 times.")
}

// In a text browser and to a listener a colon ends every name before its numbers, in whichever language it is.
func TestEveryNameOfALandingEndsInAColon(t *testing.T) {
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.Figures = stats.New(d.Setup.Rules, d.State).Figures()
	d.Figures.Throws = 1
	names := parse(t, render(t, tablepage.FiguresData{TableData: d}.Page(pageOf("de")))).Find("[aria-labelledby=f-landings-h] tbody th")
	assert.NotZero(t, names.Find("[lang=en]").Length())
	for _, name := range names.EachIter() {
		assert.True(t, strings.HasSuffix(name.Text(), ":"), name.Text())
	}
}
