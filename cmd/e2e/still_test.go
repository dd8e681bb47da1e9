package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// listening keeps the sentences of the line for the screen reader.
const listening = `(() => { window.said = []; window.line = document.getElementById("status");
	new MutationObserver(() => said.push(line.textContent)).observe(line, {childList: true, characterData: true, subtree: true});
	return true })()`

// TestWhatIsBegunSurvivesTheMovesOfOthers begins a trade, sees its
// preview, and goes on typing while the other one moves: nothing is lost, and one
// sentence a move is said outside the part that changes.
func TestWhatIsBegunSurvivesTheMovesOfOthers(t *testing.T) {
	t.Parallel()
	b := browser(t)
	p := newPair(t, serve(t), b)
	cash, want := "#f-m-propose_trade-0 [name=give_cash]", "#f-m-propose_trade-0 [name=want_cash]"
	write := func(field, text string) {
		require.NoError(t, p.ben.Do(chromedp.Clear(chromedp.CSS(field)), chromedp.SendKeys(chromedp.CSS(field), text)))
	}
	value := func(field string) string {
		v, err := rig.Eval[string](p.ben, fmt.Sprintf("document.querySelector(%q).value", field))
		require.NoError(t, err)
		return v
	}
	ticked := `document.querySelector("#f-m-propose_trade-0 [name=want_deeds][value='39']").checked`
	sum := `document.querySelector("#trade-sum").innerText`

	write(cash, "123")
	require.NoError(t, p.ben.Do(chromedp.Click(chromedp.CSS("#f-m-propose_trade-0 label[for=w39]"))))
	require.NoError(t, p.ben.Await(sum+`.includes("$1,377")`), "the server adds up what has been begun")
	require.NoError(t, p.ben.Await(sum+`.includes("all of Dark blue")`), "and says what it completes")
	_, err := rig.Eval[bool](p.ben, listening)
	require.NoError(t, err)
	write(want, "4")
	seq, err := rig.Eval[int](p.ben, seqShown)
	require.NoError(t, err)

	p.press(p.ada, "roll")
	require.NoError(t, p.ben.Await(fmt.Sprintf("%s > %d", seqShown, seq)), "Ben sees the move")
	require.NoError(t, p.ben.Do(chromedp.KeyEvent("5")), "while he types")
	p.press(p.ada, "buy")
	require.NoError(t, p.ben.Await("document.body.innerText.includes('1,440')"))
	assert.Equal(t, "123", value(cash))
	assert.Equal(t, "45", value(want), "both keys came into the field")
	on, err := rig.Eval[bool](p.ben, ticked)
	require.NoError(t, err)
	assert.True(t, on)
	open, err := rig.Eval[bool](p.ben, `document.getElementById("trade").open`)
	require.NoError(t, err)
	assert.True(t, open)
	said, err := rig.Eval[[]string](p.ben, "said")
	require.NoError(t, err)
	assert.NotEmpty(t, said)
	inside, err := rig.Eval[bool](p.ben, `!!line.closest("#table") || !line.isConnected || line.getAttribute("role") !== "status"`)
	require.NoError(t, err)
	assert.False(t, inside, "the sentence stands outside what is morphed")

	require.NoError(t, p.ben.Do(chromedp.KeyEvent(kb.Tab)))
	require.NoError(t, p.ben.Await(sum+`.includes("$1,422")`), "1500 - 123 + 45")
	require.NoError(t, p.ben.Do(chromedp.Click(chromedp.CSS("#m-propose_trade-0:not([aria-disabled=true])"))))
	require.NoError(t, p.ada.Await(`document.querySelector("#act .arrival .upshot")`), "Ada is asked, and told what it would complete")
	require.NoError(t, p.ben.Await(`document.querySelector("#f-m-propose_trade-0 [name=give_cash]").value === ""`), "the form starts afresh")
	require.NoError(t, p.ben.Await(`(r => r.bottom > 0 && r.top < innerHeight)(document.querySelector("#trades").getBoundingClientRect())`), "the offer is in sight, not the foot of the page")
	p.quiet(p.ben)
	p.quiet(p.ada)
}

// TestABidSurvivesTheBidsOfOthers types an amount while others bid.
func TestABidSurvivesTheBidsOfOthers(t *testing.T) {
	t.Parallel()
	b := browser(t)
	p := newPair(t, serve(t), b)
	require.NoError(t, p.ben.Open(p.url()))
	p.press(p.ada, "roll")
	require.NoError(t, p.ada.Await(`document.getElementById("m-decline")`))
	p.press(p.ada, "decline")
	field := "#in-m-bid"
	require.NoError(t, p.ben.Await(`document.querySelector("#in-m-bid")`))
	require.NoError(t, p.ben.Do(chromedp.SendKeys(chromedp.CSS(field), "12")))
	require.NoError(t, p.ada.Do(chromedp.Click(chromedp.CSS("#m-bid-0:not([aria-disabled=true])"))))
	require.NoError(t, p.ben.Await(`document.querySelector("#act-h").innerText.includes("Ada bids")`))
	require.NoError(t, p.ben.Do(chromedp.KeyEvent("5")))
	v, err := rig.Eval[string](p.ben, `document.querySelector("#in-m-bid").value`)
	require.NoError(t, err)
	assert.Equal(t, "125", v)
	require.NoError(t, p.ben.Do(chromedp.KeyEvent(kb.Enter)))
	require.NoError(t, p.ada.Await(`document.querySelector("#act-h").innerText.includes("125")`))
	assert.Empty(t, p.ben.Problems())
}
