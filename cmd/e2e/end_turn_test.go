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

// TestATurnEndsByItself plays a turn in which nothing is left to do: it ends a moment
// after the film, unless its player stays, does something else, looks away or has
// switched it off, and never at a page that prefers less motion.
func TestATurnEndsByItself(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ada := visitor(t, browser(t), rig.Look{Width: 390, Height: 844, Motion: true, Touch: true})
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
	const leaving = `!!document.getElementById("stay")`
	const waits = `!document.getElementById("stay") && !!document.getElementById("alone") && !document.getElementById("m-end_turn").hidden`

	round()
	require.NoError(t, ada.Await(leaving))
	holds(t, ada, filmOver, "after the film")
	holds(t, ada, `document.getElementById("m-end_turn").hidden && document.querySelector("#stay").innerText.includes("ends by itself")`, "in the button's place")
	require.NoError(t, ada.Await(fmt.Sprintf(`!(%s) && !document.getElementById("m-end_turn")`, leaving)))
	assert.Equal(t, 1, turn(), "it has ended")

	// The page's own clock presses, so that a slow machine is not late.
	holds(t, ada, `(window.press = setInterval(() => {
		const b = document.getElementById("stay");
		if (b) (clearInterval(press), setTimeout(() => (b.click(), window.pressed = true), 500));
	}, 20), true)`, "about to stay")
	round()
	require.NoError(t, ada.Await("window.pressed && "+waits))
	holds(t, ada, `document.activeElement.id === "m-end_turn"`, "the focus is where the press was")
	holds(t, ada, `(htmx.trigger("#table", "game"), true)`, "fetched again")
	time.Sleep(1800 * time.Millisecond)
	holds(t, ada, waits, "a player who stays has the time they want")
	assert.Equal(t, 0, turn())
	require.NoError(t, ada.Do(chromedp.Click("#m-end_turn")))

	require.NoError(t, ada.Await(`!document.getElementById("m-end_turn")`))
	require.NoError(t, ada.Do(chromedp.Click("#film-4")))
	holds(t, ada, `document.getElementById("film-4").textContent === "End turns by itself: off"`, "a switch")
	round()
	require.NoError(t, ada.Await(`!!document.getElementById("m-end_turn") && `+filmOver))
	time.Sleep(1800 * time.Millisecond)
	assert.Equal(t, 0, turn(), "switched off")
	assert.Empty(t, ada.Problems())
}
