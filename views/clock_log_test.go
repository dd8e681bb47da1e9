package views_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// A move that the clock made says so once, however much it leads to.
func TestTheClockIsNamedOnceAMove(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseBuy)
	m.s.Turn.Seat, m.s.Turn.Space = 1, 39
	m.must(game.Move(game.Decline, 1))
	d := m.data(0)
	require.GreaterOrEqual(t, len(d.Log), 2, "declined, and put up to auction")
	for i := range d.Log {
		d.Log[i].By = wire.ByClock
	}
	text := parse(t, render(t, d.Page(pageOf("en")))).Find("#log").Text()
	assert.Equal(t, 1, strings.Count(text, "(time ran out)"), text)
}

// A position tried out begins in the middle of a game, in a turn.
func TestASandboxDoesNotClaimToBeginBeforeTheFirstTurn(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil))
	m.must(game.Move(game.Roll, 0))
	d := m.data(0)
	assert.Contains(t, render(t, d.Page(pageOf("en"))), "Before the first turn")
	d.Sandbox = true
	html := render(t, d.Page(pageOf("en")))
	assert.NotContains(t, html, "Before the first turn")
	assert.Contains(t, html, "From the starting position")
}
