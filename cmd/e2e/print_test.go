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
