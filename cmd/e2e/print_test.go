package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestAPrintedBoardIsWhole: nothing can be scrolled on paper, so that all columns of a board
// with its rents have to be within the width of a sheet of A4.
func TestAPrintedBoardIsWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 718, Height: 1040, Language: "de", Print: true})
	for _, id := range []string{"german-classic", "mega", "duel-masters", "mark-classic"} {
		require.NoError(t, p.Open(s.URL+"/editions/"+id))
		holds(t, p, `[...document.querySelectorAll(".spaces :is(td, th)")].every(c => c.getBoundingClientRect().right <= innerWidth)`, id)
	}
}

// TestPrintedStatisticsAreWhole: six long names cost no column of the rents, no figure is longer than a
// sheet, and no heading touches what is above it.
func TestPrintedStatisticsAreWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 718, Height: 1040, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	path := sixLongNames.create(t, p)
	require.NoError(t, p.Emulate(rig.Emulation{Width: 718, Height: 1040, Language: "de", Print: true}))
	require.NoError(t, p.Open(s.URL+path+"/stats"))
	holds(t, p, `(cells => cells.length > 50 && cells.every(c => c.getBoundingClientRect().right <= innerWidth))([...document.querySelectorAll(".matrix :is(td, th)")])`, "rents")
	holds(t, p, `[...document.querySelectorAll(".fig")].every(e => e.offsetHeight < 980)`, "a sheet of letter, less its margins")
	holds(t, p, `[...document.querySelectorAll(".page > .fig")].every(e => e.offsetTop - e.previousElementSibling.offsetTop - e.previousElementSibling.offsetHeight >= 12)`, "gaps")
}

// TestAPrintedTableEndsWithWhatIsSaid: no sheet is added for the air below the last part, no offer lies on
// two of them, and no box is printed for a chat in which nobody has said anything.
func TestAPrintedTableEndsWithWhatIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "offers", doc: rig.FourFriends, moves: []string{
		`{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25]}, "want": {"deeds": [21, 15]}}`,
		`{"player": 1, "move": "propose_trade", "to": 0, "give": {"cash": 10}, "want": {"deeds": [21]}}`}}
	path := m.create(t, p)
	require.NoError(t, p.Emulate(rig.Emulation{Width: 718, Height: 1040, Language: "de", Print: true}))
	require.NoError(t, p.Open(s.URL+path))
	holds(t, p, `(offers => offers.length > 0 && offers.every(e => getComputedStyle(e).breakInside === "avoid"))([...document.querySelectorAll(".offers .card")])`, "offers")
	holds(t, p, `!document.getElementById("chat").checkVisibility()`, "an empty chat")
	holds(t, p, `(last => document.querySelector(".page").getBoundingClientRect().bottom - last < 2)(Math.max(...[...document.querySelectorAll(".side > *")].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().bottom)))`, "the end")
	require.NoError(t, p.Post(path+"/chat", map[string]any{"text": "Hallo"}, nil))
	require.NoError(t, p.Open(s.URL+path))
	holds(t, p, `document.getElementById("chat").checkVisibility()`, "what was said")
}
