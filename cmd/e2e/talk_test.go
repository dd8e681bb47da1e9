package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// A message of one player appears in the other's browser, on the page of the table and on
// that of the chat; a draft there stays, and no board is fetched for it.
func TestTwoBrowsersTalk(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	say := func(who *rig.Session, text string) {
		require.NoError(t, who.Do(chromedp.SendKeys(chromedp.CSS("#in-say"), text+kb.Enter)))
	}
	hears := func(who *rig.Session, text string) {
		t.Helper()
		require.NoError(t, who.Await(`[...document.querySelectorAll('#chat .words')].some(w => w.textContent === `+"`"+text+"`)"))
	}
	require.NoError(t, p.ben.Do(chromedp.SendKeys(chromedp.CSS("#in-say"), "half a sen")))
	say(p.ada, "<b>hello</b> there")
	hears(p.ada, "<b>hello</b> there")
	hears(p.ben, "<b>hello</b> there")
	typed, err := rig.Eval[string](p.ben, "document.getElementById('in-say').value")
	require.NoError(t, err)
	assert.Equal(t, "half a sen", typed)
	require.NoError(t, p.ada.Await("!document.getElementById('in-say').value"), "what was said is no longer in the field")
	require.NoError(t, p.ben.Do(chromedp.SendKeys(chromedp.CSS("#in-say"), "tence"+kb.Enter)))
	hears(p.ada, "half a sentence")
	p.quiet(p.ada)
	p.quiet(p.ben)
	require.NoError(t, p.ada.Emulate(rig.Emulation{Width: 390, Height: 844, Touch: true}))
	holds(t, p.ada, `(scrollTo(0, 0), document.activeElement.blur(), !document.getElementById("unread"))`, "she has seen it")
	require.NoError(t, p.ada.Await(`document.getElementById("chat").getBoundingClientRect().top > innerHeight`))
	say(p.ben, "anybody there?")
	require.NoError(t, p.ada.Await(`document.getElementById("unread")?.textContent === "Chat: 1 new" && document.title.startsWith("(1) ")`), "it is counted where the chat is out of sight")
	holds(t, p.ben, `!document.getElementById("unread")`, "what one has said oneself is not news")
	require.NoError(t, p.ada.Do(chromedp.Click("#unread")))
	require.NoError(t, p.ada.Await(`!document.getElementById("unread") && !document.title.startsWith("(")`), "and no more when it is in sight")

	require.NoError(t, p.ben.Open(p.url()+"/chat"))
	say(p.ada, "and on the other page")
	hears(p.ben, "and on the other page")
	say(p.ben, "fine")
	hears(p.ben, "fine")
	hears(p.ada, "fine")
	assert.Empty(t, p.ben.Problems())
}

// My games follows the events at the tables, and a move made there comes back to it.
func TestMyDayFollowsTheTables(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	day := p.s.URL + "/me"
	require.NoError(t, p.ada.Open(day))
	require.NoError(t, p.ben.Open(day))
	require.NoError(t, p.ada.Await("!!document.querySelector('#day button[name=move][value=roll]')"))
	p.press(p.ada, "roll")
	require.NoError(t, p.ada.Await("location.pathname === '/me' && !document.querySelector('#day button[value=roll]')"))
	require.NoError(t, p.ada.Post("/games/"+p.id+"/chat", map[string]any{"text": "look"}, nil))
	require.NoError(t, p.ben.Await("!!document.querySelector(\"#day a[href$='/chat']\")"))
	assert.Empty(t, p.ada.Problems())
	assert.Empty(t, p.ben.Problems())
}
