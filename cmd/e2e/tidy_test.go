package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// numbersKept is for how many games a browser keeps numbers for the dice.
const numbersKept = `Object.keys(localStorage).filter(k => k.startsWith("bh/chain/")).length`

// A browser keeps its numbers for the dice as long as the game needs them, and
// nothing at all of a player who has signed out.
func TestBrowsersKeepNothingLongerThanNeeded(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "options": map[string]any{"house.resign_bankrupt": true}})
	require.NoError(t, ada.Await(numbersKept+" === 1"))
	require.NoError(t, ada.Post("/games/"+id+"/start", map[string]any{}, nil))
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Open(s.URL+"/games/"+id))
		require.NoError(t, p.Await(myDice+".status === 'playing'"), "both have brought their first numbers")
	}
	require.NoError(t, ben.Post("/games/"+id+"/moves", map[string]any{"move": "resign"}, nil))
	require.NoError(t, ada.Open(s.URL+"/games/"+id))
	require.NoError(t, ada.Await(myDice+".status === 'finished'"))
	require.NoError(t, ada.Await(numbersKept+" === 0"), "nobody asks for them any more")

	var made rig.State
	require.NoError(t, ben.Post("/games", map[string]any{"edition": "us-classic", "players": 2}, &made))
	require.NoError(t, ben.Open(s.URL+"/games/"+made.Game))
	require.NoError(t, ben.Await(numbersKept+" > 0"))
	require.NoError(t, ben.Open(s.URL+"/me/account"))
	_, err := rig.Eval[bool](ben, `(document.getElementById("f-out").requestSubmit(), true)`)
	require.NoError(t, err)
	require.NoError(t, ben.Await(`location.pathname === "/" && localStorage.length === 0`), "whoever signs out leaves nothing")
}
