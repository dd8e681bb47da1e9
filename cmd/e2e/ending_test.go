package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// After a game one press opens the next table; those who still look at the result
// hear of it without a press, and one press seats them there.
func TestPlayAgainWithTheSamePeople(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "options": map[string]any{"house.resign_bankrupt": true}})
	require.NoError(t, ada.Post("/games/"+id+"/start", map[string]any{}, nil))
	for _, p := range []*rig.Person{ada, ben} {
		require.NoError(t, p.Open(s.URL+"/games/"+id))
	}
	require.NoError(t, ben.Post("/games/"+id+"/moves", map[string]any{"move": "resign"}, nil))
	won, lost := `document.getElementById("act-h").textContent === "You won"`, `document.getElementById("act-h").textContent === "You came second"`
	require.NoError(t, ada.Await(won), "the page follows to the end")
	require.NoError(t, ben.Await(lost))

	share, err := rig.Eval[bool](ada, `!document.getElementById("share-end-copy").hidden`)
	require.NoError(t, err)
	assert.True(t, share, "a browser that can copy offers it")
	shown, err := rig.EvalLater[bool](ada, `(async () => { const i = document.querySelector(".shot img"); await i.decode(); return i.naturalWidth === 1200; })()`)
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
