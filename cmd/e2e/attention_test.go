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
	holds(t, p.ben, `!document.getElementById("away")`, "nothing has happened yet")
	for _, move := range []string{"roll", "buy", "end_turn"} {
		p.press(p.ada, move)
	}
	require.NoError(t, p.ben.Await(marked+` && /^● |^Your turn/.test(document.title)`))
	holds(t, p.ben, `(delete document.hidden, document.dispatchEvent(new Event("visibilitychange")))`, "he is back")
	require.NoError(t, p.ben.Await(marked+` && document.title.startsWith("Your turn")`))
	require.NoError(t, p.ada.Await("!"+marked))

	require.NoError(t, p.ben.Await(`document.querySelector("body > p.vh[role=status]").textContent.startsWith("Since you looked away: Ada buys ")`), "it is said once")
	holds(t, p.ben, `document.querySelector("#tape > #away:first-child").innerText.split("\n").length === 2`, "it stands on the tape")
	holds(t, p.ben, `(window.said = 0, new MutationObserver(() => said++).observe(document.querySelector("body > p.vh[role=status]"), {childList: true}), htmx.trigger("#table", "game"), true)`, "the table is fetched again")
	p.press(p.ben, "roll")
	require.NoError(t, p.ben.Await(`!document.getElementById("away")`), "who moves has read it")
	holds(t, p.ben, `said === 0`, "and not again")
	holds(t, p.ada, `!document.getElementById("away")`, "who was there all the time")
}
