package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// aLap is a game in which Ada can do nothing after her throws but end her turn.
const aLap = `{"edition": "us-classic", "rulebook": "us", "players": [
	{"name": "Ada", "space": 0, "cash": 90, "deeds": [{"space": 28}]}, {"name": "Ben", "space": 0}],
	"dice": [[4, 6], [4, 6], [4, 6], [4, 6], [2, 6]]}`

const (
	leaving = `!!document.getElementById("stay")`
	waits   = `!document.getElementById("stay") && !!document.getElementById("alone") && !document.getElementById("m-end_turn").hidden`
)

// beforeTheEnd runs a script half a second after the page has begun to leave. The page's own
// clock does it, so that a slow machine is not late.
func beforeTheEnd(t *testing.T, p *rig.Session, script string) {
	t.Helper()
	holds(t, p, `(window.waiting = setInterval(() => {
		if (document.getElementById("stay")) (clearInterval(waiting), setTimeout(() => { `+script+`; window.acted = true }, 500));
	}, 20), true)`, "about to act")
}

// TestATurnEndsByItself plays turns in which nothing is left to do: they end a moment
// after the film, unless the player stays or has switched it off.
func TestATurnEndsByItself(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ada := newSession(t, browser(t), rig.Emulation{Width: 390, Height: 844, Motion: true, Touch: true})
	require.NoError(t, ada.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, ada.Post("/games", map[string]any{"scenario": rig.Raw(aLap)}, &made))
	ben := player(t, s, "Ben")
	require.NoError(t, ben.Join(t.Context(), made.Game))
	require.NoError(t, ada.Open(s.URL+"/games/"+made.Game))

	turn := func() (seat int) {
		state, err := ben.State(t.Context(), made.Game)
		require.NoError(t, err)
		return state.Turn.Player
	}
	const asked = `!!document.querySelector("#m-roll:not([aria-disabled=true])")`
	round := func() {
		t.Helper()
		if turn() == 1 {
			for _, move := range []string{"roll", "end_turn"} {
				state, err := ben.State(t.Context(), made.Game)
				require.NoError(t, err)
				played, err := ben.Play(t.Context(), made.Game, rig.Move{"move": move, "player": 1, "seq": state.Seq})
				require.NoError(t, err)
				require.True(t, played.OK(), played.Detail)
			}
		}
		require.NoError(t, ada.Await(asked))
		require.NoError(t, ada.Do(chromedp.Click("#m-roll")))
	}
	begins := inFirstFrame(t, ada, leaving, filmOver+` && document.getElementById("m-end_turn").hidden && document.querySelector("#stay").innerText.includes("ends by itself")`)
	round()
	begins("after the film, in the button's place")
	require.NoError(t, ada.Await(fmt.Sprintf(`!(%s) && !document.getElementById("m-end_turn")`, leaving)))
	assert.Equal(t, 1, turn(), "it has ended")

	beforeTheEnd(t, ada, `document.getElementById("stay").click()`)
	round()
	require.NoError(t, ada.Await("window.acted && "+waits))
	holds(t, ada, `document.activeElement.id === "m-end_turn"`, "the focus is where the press was")
	holds(t, ada, `(htmx.trigger("#table", "game"), true)`, "fetched again")
	time.Sleep(1800 * time.Millisecond)
	holds(t, ada, waits, "a player who stays has the time they want")
	assert.Equal(t, 0, turn())
	require.NoError(t, ada.Do(chromedp.Click("#m-end_turn")))

	require.NoError(t, ada.Await(`!document.getElementById("m-end_turn")`))
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS(".menu")), chromedp.Click("#film-4")))
	holds(t, ada, `document.getElementById("film-4").textContent === "End turns by itself: off"`, "a switch")
	round()
	require.NoError(t, ada.Await(`!!document.getElementById("m-end_turn") && `+filmOver))
	time.Sleep(1800 * time.Millisecond)
	assert.Equal(t, 0, turn(), "switched off")
	assert.Empty(t, ada.Problems())
}

// TestATurnIsKept does something else in the moment before the turn ends, and looks at
// one with less motion: neither ends.
func TestATurnIsKept(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	for name, script := range map[string]string{
		"a key":         `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Tab", bubbles: true}))`,
		"another press": `document.querySelector("#help summary").click()`,
		"looking away":  `Object.defineProperty(document, "hidden", {get: () => true}), document.dispatchEvent(new Event("visibilitychange"))`,
		"less motion":   "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSession(t, b, rig.Emulation{Motion: script != ""})
			require.NoError(t, p.SignIn(s.URL, "Ada"))
			sandbox(t, s, p, aLap)
			if script != "" {
				beforeTheEnd(t, p, script)
			}
			require.NoError(t, p.Do(chromedp.Click("#m-roll")))
			if script != "" {
				require.NoError(t, p.Await("window.acted"))
			}
			require.NoError(t, p.Await(waits))
			time.Sleep(1800 * time.Millisecond)
			holds(t, p, waits, "the button stays")
			assert.Equal(t, 0, stateOf(t, p).Turn.Player, "and the turn is still hers")
			assert.Empty(t, p.Problems())
		})
	}
}
