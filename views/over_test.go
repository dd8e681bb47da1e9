package views_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/text"
)

func TestAGameThatIsOverDoesNotSayThatItGoesOn(t *testing.T) {
	en := text.For("en")
	d, ok := position(t, "us-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.State.TimeUp = true
	assert.Contains(t, render(t, d.Page(pageOf("en"))), en.T("table.time_up"))
	d.State.Status = game.Finished
	html := render(t, d.Page(pageOf("en")))
	assert.NotContains(t, html, en.T("table.time_up"))
	assert.Contains(t, html, en.T("result.check_what"))
	d.Sandbox = true
	assert.NotContains(t, render(t, d.Page(pageOf("en"))), en.T("result.check_what"), "a sandbox has nothing to prove")
}

func TestWhoWaitsAtTheEndIsToldThatItIsCounted(t *testing.T) {
	for _, h := range handmadeMatches(t) {
		if h.name != "final" {
			continue
		}
		d := h.m.data(2)
		choice := parse(t, render(t, d.Page(pageOf("en")))).Find(".choice")
		assert.Equal(t, "Counting in a moment", choice.Find("h2").Text())
		assert.Empty(t, choice.Find(".since").Text(), "nobody is kept waiting")
	}
}
