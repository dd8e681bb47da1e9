package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// While one waits: the invitation can be copied, dice can be tried, and a seat that
// is taken meanwhile takes away neither.
func TestWhileOneWaits(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	ada, ben := newSession(t, b, rig.Emulation{}), newSession(t, b, rig.Emulation{NoScript: true})
	require.NoError(t, ada.SignIn(s.URL, "Ada"))
	require.NoError(t, ben.SignInByForm(s.URL, "Ben"))
	var made rig.State
	require.NoError(t, ada.Post("/games", map[string]any{"edition": "us-classic", "players": 3}, &made))
	path := s.URL + "/games/" + made.Game
	require.NoError(t, ada.Open(path))
	require.NoError(t, ada.Await(myChain), "what the page fetches by itself has come")
	require.NoError(t, ada.Await(`document.getElementById("share-room-copy").type === "button"`))
	require.NoError(t, ada.Await(`!document.getElementById("tryout").hidden`))
	_, err := rig.Eval[bool](ada, `(document.getElementById("try-go").click(), true)`)
	require.NoError(t, err)
	require.NoError(t, ada.Await(`/^[1-6] \+ [1-6] = \d+$/.test(document.getElementById("try-sum").textContent)`))
	same, err := rig.Eval[bool](ada, `[...document.querySelectorAll("#tryout .die")].every(d => [...d.querySelectorAll("circle")].filter(c => getComputedStyle(c).display !== "none").length === +d.dataset.face)`)
	require.NoError(t, err)
	assert.True(t, same, "each die shows as many pips as it says")
	thrown, err := rig.Eval[string](ada, `document.getElementById("try-sum").textContent`)
	require.NoError(t, err)

	require.NoError(t, ben.Open(path))
	shown, err := ben.Text()
	require.NoError(t, err)
	assert.Contains(t, shown, "Ada invites you")
	assert.NotContains(t, shown, "Copy the link", "nothing is shown that needs the script")
	assert.NotContains(t, shown, "Try the dice")
	require.NoError(t, ben.Follow("#m-join"))
	require.NoError(t, ada.Await(`document.querySelector("#seats-h").closest("section").textContent.includes("Ben")`))
	require.NoError(t, ada.Await(`!document.getElementById("tryout").hidden && document.getElementById("share-room-copy").type === "button"`), "after a change of the page too")
	kept, err := rig.Eval[string](ada, `document.getElementById("try-sum").textContent`)
	require.NoError(t, err)
	assert.Equal(t, thrown, kept, "a page that came anew shows the last throw")
	assert.Empty(t, ada.Problems())
}

// TestACopyButtonSaysSoForAMoment presses it twice at once: then it says again what it does.
func TestACopyButtonSaysSoForAMoment(t *testing.T) {
	t.Parallel()
	s := serve(t)
	ada := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, ada.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, ada.Post("/games", map[string]any{"edition": "us-classic", "players": 3}, &made))
	require.NoError(t, ada.Open(s.URL+"/games/"+made.Game))
	said, err := rig.EvalAsync[bool](ada, `(async () => { // without a pause, in which the page might fetch itself anew
		const copy = document.querySelector("[data-copy]"), label = copy.value, later = setTimeout, ends = [], says = [];
		window.setTimeout = (f, ms, ...rest) => (ms === 2500 && ends.push(f), later(f, ms, ...rest));
		Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: async () => {}}});
		for (let press = 0; press < 2; press++) {
			copy.click();
			for (let i = 0; i < 20; i++) await null;
			says.push(copy.value === copy.dataset.done);
		}
		ends[1]();
		return says.every(done => done) && copy.value === label;
	})()`)
	require.NoError(t, err)
	assert.True(t, said)
}

// A guest whose seat the host frees is told so, and a game that begins while one reads further
// down begins at its top.
func TestAGuestIsToldWhatTheHostDoes(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	ada, ben := newSession(t, b, rig.Emulation{}), newSession(t, b, rig.Emulation{Width: 390, Height: 640})
	require.NoError(t, ada.SignIn(s.URL, "Ada"))
	require.NoError(t, ben.SignIn(s.URL, "Ben"))
	var made rig.State
	require.NoError(t, ada.Post("/games", map[string]any{"edition": "us-classic", "players": 2}, &made))
	path := "/games/" + made.Game
	require.NoError(t, ben.Post(path+"/seats", map[string]any{}, nil))
	require.NoError(t, ben.Open(s.URL+path))
	require.NoError(t, ben.Await(myChain))
	require.NoError(t, ada.Post(path+"/seats/1/leave", map[string]any{}, nil))
	require.NoError(t, ben.Await(`document.getElementById("status").textContent === "Your seat at this table has been freed."`))
	require.NoError(t, ben.Follow("#m-join"))
	require.NoError(t, ben.Await(`!document.querySelector("#m-join") && document.getElementById("status").textContent !== "Your seat at this table has been freed."`))

	_, err := rig.Eval[bool](ben, `(scrollTo(0, document.documentElement.scrollHeight), scrollY > 100)`)
	require.NoError(t, err)
	require.NoError(t, ada.Open(s.URL+path))
	require.NoError(t, ada.Follow("#m-start"))
	require.NoError(t, ben.Await(`document.querySelector(".play") && scrollY === 0 && document.activeElement.id === "act-h"`))
	assert.Empty(t, ben.Problems())
}
