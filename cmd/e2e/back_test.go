package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestBackSendsNothingAgain moves in a browser without scripts and then goes
// back, forward and loads anew: the answer to a form is a page to read, so no
// form is sent a second time. A page of before the move, left in another tab,
// changes nothing, and neither does loading its refusal anew.
func TestBackSendsNothingAgain(t *testing.T) {
	t.Parallel()
	s, b := shipped(t), browser(t)
	p := newSession(t, b, rig.Emulation{NoScript: true})
	require.NoError(t, p.SignInByForm(s.URL, "Ada"))
	id := sandbox(t, s, p, toBuy)
	left, err := p.NewTab(rig.Emulation{NoScript: true})
	require.NoError(t, err)
	t.Cleanup(left.Close)
	seq := func() int { return int(stateOf(t, p).Seq) }
	shows := func(who *rig.Session, want int, when string) {
		t.Helper()
		require.NoError(t, who.Await(fmt.Sprintf(`document.readyState === "complete" && document.getElementById("table") && %s === %d`, seqShown, want)), when)
	}
	for _, move := range []string{"roll", "buy", "end_turn"} {
		button := fmt.Sprintf("form button[name=move][value=%s]", move)
		require.NoError(t, left.Open(s.URL+"/games/"+id))
		before := seq()
		require.NoError(t, p.Follow(button))
		after := seq()
		require.Greater(t, after, before, move)
		shows(p, after, move)
		for _, step := range []struct {
			name string
			do   chromedp.Action[chromedp.Void]
		}{{"load anew", chromedp.Reload()}, {"back", chromedp.NavigateBack()}, {"load anew", chromedp.Reload()}, {"forward", chromedp.NavigateForward()}} {
			require.NoError(t, p.Do(step.do), step.name)
			shows(p, after, move+", "+step.name)
			assert.Equal(t, after, seq(), "%s, %s", move, step.name)
		}

		require.Error(t, left.Follow(button), "%s from the page of before is refused", move)
		for range 2 {
			text, err := left.Text()
			require.NoError(t, err)
			assert.Contains(t, text, "Already played", move)
			assert.Equal(t, after, seq(), "%s from the page of before", move)
			require.NoError(t, left.Do(chromedp.Reload()))
		}
	}
	assert.Empty(t, p.Problems())
}
