package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestATradeIsReckonedWhileItIsTyped types an amount and stays in its field:
// the sum follows, and the text and the cursor stay.
func TestATradeIsReckonedWhileItIsTyped(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "trade", doc: rig.FourFriends, query: "?trade=2#trade"}
	require.NoError(t, p.Open(s.URL+m.create(t, p)))
	const cash = "in-give-cash-2"
	require.NoError(t, p.Do(chromedp.Focus(chromedp.CSS("#"+cash))))
	for _, keys := range []string{"5", "5"} {
		require.NoError(t, p.Do(chromedp.KeyEvent(keys)))
	}
	require.NoError(t, p.Await(`document.getElementById("trade-sum").textContent.includes("585")`))
	require.NoError(t, p.Do(chromedp.KeyEvent("0")))
	require.NoError(t, p.Await(`document.getElementById("trade-sum").textContent.replace(/\s/g, "").includes("90€")`))
	typed, err := rig.Eval[string](p, `document.activeElement.id + "=" + document.activeElement.value`)
	require.NoError(t, err)
	assert.Equal(t, cash+"=550", typed)
}
