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
