package views_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/tablepage"
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

// TestALateNumberIsWaitedForUntil: a player whose device is away sends no number, so the others
// read what is missing and for how long the table waits for it.
func TestALateNumberIsWaitedForUntil(t *testing.T) {
	m := bare(t, loadSetup(t, "us-classic", "us", nil)).in(game.PhaseRoll)
	m.s.Turn.Seat = 1
	m.s.Lock = game.DrawLock{Open: true, Seat: 1, Move: game.Roll}
	for lang, said := range map[string]string{
		"en": "For the dice, the number from Ben’s device is still missing. If it does not come, play goes on without it: 40 seconds left",
		"de": "Für die Würfel fehlt noch die Zahl vom Gerät von Ben. Kommt sie nicht, geht es ohne sie weiter: noch 40 Sekunden",
	} {
		d := m.data(0)
		d.Times = &tablepage.Timing{Now: noon, Next: &tablepage.NextStep{What: "draw", At: noon.Add(40 * time.Second), Seat: 1}}
		assert.Equal(t, said, strings.Join(strings.Fields(parse(t, render(t, d.Page(pageOf(lang)))).Find("#act .late").Text()), " "))
		d.Times.Next.What = "hour"
		assert.NotContains(t, parse(t, render(t, d.Page(pageOf(lang)))).Find("#act .late").Text(), ":")
	}
}
