package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// A trade that is typed and not sent is still there when the page is loaded
// anew, and stays when the table moves on; one that was sent is not.
func TestABegunTradeOutlastsAReload(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(presses)}, &made))
	ben := player(t, s, "Ben")
	require.NoError(t, ben.Join(t.Context(), made.Game))
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	anew := func() {
		t.Helper()
		_, err := rig.Eval[bool](p, `(window.old = true, location.reload(), true)`)
		require.NoError(t, err)
		require.NoError(t, p.Await(`!window.old && document.readyState === "complete" && document.getElementById("trade")`))
	}
	const (
		begun   = `document.getElementById("trade").open && document.querySelector("#trade [name=give_cash]").value === "120" && document.querySelector("#trade [name=want_deeds][value='39']").checked`
		nothing = `!location.search && !document.getElementById("trade").open && !+document.querySelector("#trade [name=give_cash]").value && !document.querySelector("#trade [name=want_deeds]").checked`
		take    = `(() => { document.getElementById("trade").open = true; document.querySelector("#trade [name=want_deeds][value='39']").click(); return true })()`
	)
	_, err := rig.Eval[bool](p, take)
	require.NoError(t, err)
	require.NoError(t, p.Do(chromedp.SendKeys(chromedp.CSS("#trade [name=give_cash]"), "120")))
	require.NoError(t, p.Await(`document.getElementById("trade-sum").innerText.includes("$120")`), "it is added up")
	anew()
	holds(t, p, begun, "what was typed is still there")

	_, err = rig.Eval[any](p, `document.querySelector("#s39 a").click()`)
	require.NoError(t, err)
	require.NoError(t, p.Await(`location.search.includes("deed=39") && document.querySelector("#of-s39")`))
	holds(t, p, begun, "a look at a card takes nothing away")
	anew()
	holds(t, p, begun, "nor does the page of that card, loaded anew")

	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#trade [name=move][value=propose_trade]"))))
	require.NoError(t, p.Await(`!+document.querySelector("#trade [name=give_cash]").value`), "it is sent")
	anew()
	holds(t, p, nothing, "what was sent is not begun once more")
	assert.Empty(t, p.Problems())
}
