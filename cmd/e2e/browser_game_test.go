package e2e

import (
	"fmt"
	"net/url"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// gameSetup is a game of one rulebook on its own board.
type gameSetup struct {
	rulebook, edition string
	bots              int
	options           map[string]string // by name of the option, "true" for a tick
	emulation         rig.Emulation
}

// gameSetups are the six rulebooks, narrow and wide, German and English in turn. At one
// of the tables the others play on when the player leaves; a browser that watches is
// what takes most of the time.
var gameSetups = []gameSetup{
	{"mark", "mark-classic", 2, map[string]string{"end_time": "90"}, rig.Emulation{Width: 360, Height: 740, Language: "de"}},
	{"sonic", "sonic", 1, nil, rig.Emulation{Width: 1440, Height: 900, Language: "en"}},
	{"standard", "german-classic", 1, nil, rig.Emulation{Width: 1440, Height: 900, Language: "de"}},
	{"mega", "mega", 1, nil, rig.Emulation{Width: 360, Height: 740, Language: "en"}},
	{"us", "us-classic", 1, map[string]string{"short": "true"}, rig.Emulation{Width: 1440, Height: 900, Language: "en", Dark: true}},
	{"duel", "duel-masters", 1, map[string]string{"quick": "true", "duel": "true"}, rig.Emulation{Width: 360, Height: 740, Language: "de", Dark: true}},
}

// TestAGameInABrowser plays from the lobby to the result, by mouse, against computer
// players. After some time the player leaves and watches how the others end the game.
func TestAGameInABrowser(t *testing.T) {
	t.Parallel()
	playInBrowser(t, gameSetups[:1])
}

// TestSlowGameOfEachRulebookInABrowser does the same with the other rulebooks.
func TestSlowGameOfEachRulebookInABrowser(t *testing.T) {
	t.Parallel()
	playInBrowser(t, gameSetups[1:])
}

func playInBrowser(t *testing.T, setups []gameSetup) {
	t.Helper()
	b := browser(t)
	s := serve(t, withoutPauses...) // whole games
	for _, g := range setups {
		t.Run(g.rulebook, func(t *testing.T) {
			t.Parallel()
			p := newSession(t, b, g.emulation)
			a := &screenshots{t: t, p: p, name: g.rulebook, emulation: g.emulation}
			g.create(t, s, p, a)
			w := &tablePage{t: t, p: p}
			w.begin()
			g.playAndResign(t, w, a)
		})
	}
}

// create goes from the lobby to a started game, by the form with every choice.
func (g gameSetup) create(t *testing.T, s *rig.Server, p *rig.Session, a *screenshots) {
	t.Helper()
	require.NoError(t, p.Open(s.URL+"/"))
	a.take("lobby")
	require.NoError(t, p.Follow("#m-more"))
	require.NoError(t, p.Do(
		chromedp.Click(chromedp.CSS(fmt.Sprintf(`label[for="ed-%s"]`, g.edition))),
		chromedp.Click(chromedp.CSS(fmt.Sprintf(`label[for="rb-%s"]`, g.rulebook))),
	))
	require.NoError(t, p.Await(fmt.Sprintf(`document.querySelector('[name=drawn]').value === '%s %s'`, g.edition, g.rulebook)))
	w := &tablePage{t: t, p: p}
	fill := url.Values{
		"name": {"Wanda"}, "players": {strconv.Itoa(g.bots + 1)}, "bot.default": {strconv.Itoa(g.bots)}, "private": {"true"},
	}
	for name, value := range g.options {
		fill.Set("option."+name, value)
	}
	_, _, why := w.fillIn("f-open", "m-open", fill)
	require.Empty(t, why)
	a.take("form")
	require.NoError(t, p.Follow("#m-open"))
	a.take("room")
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-start"))))
	require.NoError(t, p.Await(`document.querySelector('#nav a[href$="/stats"]')`)) // the header of the waiting room becomes that of a game
}

// playAndResign plays for some time, leaves, and waits for the result.
func (g gameSetup) playAndResign(t *testing.T, w *tablePage, a *screenshots) {
	t.Helper()
	policy := &policy{pressed: map[string]int{}, build: 3}
	limit := 8
	if takesScreenshots() {
		limit, policy.build = 300, 20
	}
	now := w.awaitTurn()
	require.Equal(t, g.rulebook, now.state.Rulebook)
	for range limit {
		if now.over() || now.state.Players[w.seat].Bankrupt {
			break
		}
		c, fill, ok := policy.next(now)
		require.True(t, ok, "nothing to press in the phase %s: %v", now.state.Phase, now.moves())
		a.take(screenshotName(now, &c))
		w.press(c, fill)
		now = w.awaitTurn()
	}
	if c, fill, ok := now.find("resign", nil); ok {
		w.press(c, fill)
		now = w.awaitTurn()
	}
	require.True(t, now.over(), "the game is not over in the phase %s", now.state.Phase)
	a.take("result")
	assert.Contains(t, now.page.Text(), "Wanda")
	assert.Len(t, now.state.Standings, g.bots+1)
	assert.Positive(t, policy.pressed["roll"])
	w.end()
	t.Logf("%d clicks, %d of them late: %v", w.sent, w.stale, policy.pressed)
}
