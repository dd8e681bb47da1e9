package e2e

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// typedInto types into a field of the editor as a person does.
const typedInto = `((id, typed) => { const field = document.getElementById(id);
	field.closest("details").open = true; field.focus(); field.value = typed; field.dispatchEvent(new Event("input", {bubbles: true})); })`

// TestTheBoardIsDrawnWhileOneTypes edits a copy of a board: name, colour and faults show
// by themselves, and the field keeps what was typed, and the focus.
func TestTheBoardIsDrawnWhileOneTypes(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1280, Height: 800, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	require.NoError(t, p.Open(s.URL+"/editions/us-classic/edit"))

	_, err := rig.Eval[bool](p, typedInto+`("at-spaces-1-name", "Mühlgasse") ?? true`)
	require.NoError(t, err)
	require.NoError(t, p.Await(`document.querySelector("#pv .ring")?.textContent.includes("Mühlgasse")`))
	at, err := rig.Eval[string](p, `document.activeElement.id`)
	require.NoError(t, err)
	assert.Equal(t, "at-spaces-1-name", at)

	before, err := rig.Eval[string](p, `getComputedStyle(document.querySelector("#pv .play")).backgroundColor`)
	require.NoError(t, err)
	_, err = rig.Eval[bool](p, typedInto+`("at-look-accent", "#aa2200") ?? true`)
	require.NoError(t, err)
	require.NoError(t, p.Await(`getComputedStyle(document.querySelector("#pv .play")).backgroundColor !== "`+before+`"`))

	_, err = rig.Eval[bool](p, typedInto+`("at-spaces-1-price", "viel") ?? true`)
	require.NoError(t, err)
	require.NoError(t, p.Await(`document.querySelector("#pv .faults a")?.textContent === "Feld 1 (Mühlgasse), Preis"`))
	said, err := rig.Eval[string](p, `document.querySelector("#pv .faults").textContent + "|" + document.getElementById("at-spaces-1-price").value + "|" + document.querySelector("#pv .ring").textContent.includes("Mühlgasse")`)
	require.NoError(t, err)
	assert.Contains(t, said, "Hier muss eine Zahl stehen")
	assert.Contains(t, said, "|viel|true", "what was typed stays, and the rest is shown")
	assert.Empty(t, p.Problems())
}

// asksBeforeLeaving reports whether the browser would ask before the page is left.
const asksBeforeLeaving = `(e => { dispatchEvent(e); return e.defaultPrevented; })(new Event("beforeunload", {cancelable: true}))`

// TestADraftIsNotLeftByAccident leaves the editor with something typed, by a way that
// loses it: the browser asks first, until the board is saved.
func TestADraftIsNotLeftByAccident(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1280, Height: 800})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	asks := func() bool {
		asks, err := rig.Eval[bool](p, asksBeforeLeaving)
		require.NoError(t, err)
		return asks
	}
	require.NoError(t, p.Open(s.URL+"/editions/us-classic/edit"))
	assert.False(t, asks(), "nothing has been changed")
	_, err := rig.Eval[bool](p, typedInto+`("at-spaces-1-name", "Mill Lane") ?? true`)
	require.NoError(t, err)
	assert.True(t, asks())

	require.NoError(t, p.Follow("#m-preview"))
	kept, err := rig.Eval[string](p, `document.getElementById("at-spaces-1-name").value`)
	require.NoError(t, err)
	assert.Equal(t, "Mill Lane", kept)
	assert.True(t, asks(), "it has been drawn again, and not saved")
	require.NoError(t, p.Follow("#m-text"))
	assert.True(t, asks(), "as text it is no safer")
	require.NoError(t, p.Follow("#m-edition"))
	assert.False(t, asks(), "it is saved")
	assert.Empty(t, p.Problems())
}
