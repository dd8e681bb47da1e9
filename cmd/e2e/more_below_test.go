package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestWhatLiesBelowADecisionShows: where the middle of the board is too low for all
// that is asked, it fades out at its edge until one has scrolled down.
func TestWhatLiesBelowADecisionShows(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "roll", doc: rig.FourFriends}
	path := m.create(t, p)
	require.NoError(t, p.Emulate(rig.Emulation{Width: 1280, Height: 800, Language: "en"}))
	require.NoError(t, p.Open(s.URL+path))
	_, err := rig.Eval[int](p, `(document.querySelector(".act > .choice").style.minBlockSize = "1000px", 1)`)
	require.NoError(t, err)
	const overflows, fades = `(a => a.scrollHeight > a.clientHeight + 8)(document.querySelector(".act"))`, `+getComputedStyle(document.querySelector(".act"), "::after").opacity > .9`
	require.NoError(t, p.Await(overflows+" && "+fades), "there is more, and one sees it")
	_, err = rig.Eval[int](p, `(document.querySelector(".act").scrollTop = 9999, 1)`)
	require.NoError(t, err)
	require.NoError(t, p.Await(overflows+" && !("+fades+")"), "there is nothing more")
}
