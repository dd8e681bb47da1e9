package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestWatchingOnAfterABankruptcy leads a player who is out to the film at twice its
// speed, on the same page; without script there is a link.
func TestWatchingOnAfterABankruptcy(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "en"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "out", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 10, "space": 20}, {"name": "Ben"}, {"name": "Cleo"}],
		"debts": [{"debtor": 0, "creditor": 1, "amount": 300, "reason": "rent"}]}`, moves: []string{`{"player": 0, "move": "declare_bankruptcy"}`}}
	path := m.create(t, p)
	require.NoError(t, p.Open(s.URL+path))
	text, err := rig.EvalAsync[string](p, `fetch(location.pathname, {headers: {Accept: "text/html"}}).then(r => r.text())`)
	require.NoError(t, err)
	assert.Regexp(t, `<a class="btn" href="#log">Watch</a>`, text, "without script")

	const pressed = `[document.getElementById("m-watch").textContent, document.getElementById("m-watch").ariaPressed, String(localStorage.getItem("film.speed"))].join()`
	before, err := rig.Eval[string](p, pressed)
	require.NoError(t, err)
	assert.Equal(t, "Watch at 2×,false,null", before)
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-watch"))))
	after, err := rig.Eval[string](p, pressed+` + " " + location.pathname`)
	require.NoError(t, err)
	assert.Equal(t, "Watch at 2×,true,null "+path, after)
	require.NoError(t, p.Post(path+"/moves", map[string]any{"player": 1, "move": "roll"}, nil))
	require.NoError(t, p.Await(`[...document.querySelectorAll("#tape li")].some(li => li.textContent.includes("Ben rolls"))`), "the table goes on")
	kept, err := rig.Eval[string](p, pressed)
	require.NoError(t, err)
	assert.Equal(t, "Watch at 2×,true,null", kept, "and the button stays")
	assert.Empty(t, p.Problems())
}

// After a game one press opens the next table; those who still look at the result
// hear of it without a press, and one press seats them there.
func TestPlayAgainWithTheSamePeople(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "options": map[string]any{"house.resign_bankrupt": true}})
	require.NoError(t, ada.Post("/games/"+id+"/start", map[string]any{}, nil))
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Open(s.URL+"/games/"+id))
	}
	require.NoError(t, ben.Post("/games/"+id+"/moves", map[string]any{"move": "resign"}, nil))
	won, lost := `document.getElementById("act-h").textContent === "You won"`, `document.getElementById("act-h").textContent === "You came second"`
	require.NoError(t, ada.Await(won), "the page follows to the end")
	require.NoError(t, ben.Await(lost))

	share, err := rig.Eval[bool](ada, `document.getElementById("share-end-copy").type === "button"`)
	require.NoError(t, err)
	assert.True(t, share, "a browser that can copy offers it")
	shown, err := rig.EvalAsync[bool](ada, `(async () => { const i = document.querySelector(".shot img"); await i.decode(); return i.naturalWidth === 1200; })()`)
	require.NoError(t, err)
	assert.True(t, shown, "the picture is shown")

	require.NoError(t, ada.Follow("#m-again"))
	require.NoError(t, ada.Await(`location.pathname !== "/games/`+id+`" && document.getElementById("seats-h")`))
	require.NoError(t, ben.Await(`document.getElementById("m-again").textContent.includes("Join the next game")`), "told without a press")
	require.NoError(t, ben.Follow("#m-again"))
	require.NoError(t, ben.Await(`document.getElementById("seats-h")`))
	next, err := rig.Eval[string](ada, "location.pathname")
	require.NoError(t, err)
	same, err := rig.Eval[string](ben, "location.pathname")
	require.NoError(t, err)
	assert.Equal(t, next, same)
	for _, problem := range append(ada.Problems(), ben.Problems()...) {
		assert.Contains(t, problem, "/chain", "the game may end while a browser offers its numbers")
	}
}
