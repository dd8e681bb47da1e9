package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAHiddenTabSaysThatItsPlayerIsAsked looks away, is called by the title and the
// icon of the tab, and looks again.
func TestAHiddenTabSaysThatItsPlayerIsAsked(t *testing.T) {
	t.Parallel()
	p := meet(t, serve(t), browser(t))
	marked := `document.querySelector("link[rel=icon]").href.includes("favicon-asked")`
	holds(t, p.ada, marked, "her turn")
	holds(t, p.ben, "!"+marked, "not his")
	holds(t, p.ben, `(window.slow = setInterval, window.setInterval = (f, ms) => slow(f, Math.min(ms, 100)),
		Object.defineProperty(document, "hidden", {configurable: true, get: () => true}), document.dispatchEvent(new Event("visibilitychange")))`, "he looks away")
	for _, move := range []string{"roll", "buy", "end_turn"} {
		p.press(p.ada, move)
	}
	require.NoError(t, p.ben.Await(marked+` && /^● |^Your turn/.test(document.title)`))
	holds(t, p.ben, `(delete document.hidden, document.dispatchEvent(new Event("visibilitychange")))`, "he is back")
	require.NoError(t, p.ben.Await(marked+` && document.title.startsWith("Your turn")`))
	require.NoError(t, p.ada.Await("!"+marked))
}
