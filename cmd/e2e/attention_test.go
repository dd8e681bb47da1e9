package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// TestAHiddenTabSaysThatItsPlayerIsAsked looks away, is called by the title and the
// icon of the tab, and looks again: what happened meanwhile stands on the tape. Who
// stays hears it.
func TestAHiddenTabSaysThatItsPlayerIsAsked(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	marked := `document.querySelector("link[rel=icon]").href.includes("favicon-asked")`
	holds(t, p.ada, marked, "her turn")
	holds(t, p.ben, "!"+marked, "not his")
	holds(t, p.ben, `(window.slow = setInterval, window.setInterval = (f, ms) => slow(f, Math.min(ms, 100)),
		Object.defineProperty(document, "hidden", {configurable: true, get: () => true}), document.dispatchEvent(new Event("visibilitychange")))`, "he looks away")
	holds(t, p.ben, `!document.getElementById("away")`, "nothing has happened yet")
	const fetched = `!!document.querySelector("script[src*='/static/sound.']")`
	holds(t, p.ada, "!"+fetched+" && !film.ears.context", "nothing sounds before a press")
	p.press(p.ada, "roll")
	require.NoError(t, p.ada.Await(fetched+` && film.ears.context.currentTime > 0 && film.ears.hear.length === 1`))
	holds(t, p.ada, `(window.heard = [], window.notes = 0, window.hear = film.ears.hear, film.ears.hear = name => { heard.push(name); hear(name) },
		window.start = OscillatorNode.prototype.start, OscillatorNode.prototype.start = function (at) { notes++; start.call(this, at) }, true)`, "listening")
	require.NoError(t, p.ada.Await(`film.ears.context.state === "suspended"`), "what is silent takes no power")
	p.press(p.ada, "buy")
	require.NoError(t, p.ada.Await(`heard.includes("loss") && notes >= 2`), "her own money")
	p.press(p.ada, "end_turn")
	require.NoError(t, p.ben.Await(marked+` && /^● |^Your turn/.test(document.title)`))
	holds(t, p.ben, `(delete document.hidden, document.dispatchEvent(new Event("visibilitychange")))`, "he is back")
	require.NoError(t, p.ben.Await(marked+` && document.title.startsWith("Your turn")`))
	require.NoError(t, p.ada.Await("!"+marked))

	require.NoError(t, p.ben.Await(`document.querySelector("body > p.vh[role=status]").textContent.startsWith("Since you looked away: Ada buys ")`), "it is said once")
	holds(t, p.ben, `document.querySelector("#tape > #away:first-child").innerText.split("\n").length === 2`, "it stands on the tape")
	holds(t, p.ben, `(window.said = 0, new MutationObserver(() => said++).observe(document.querySelector("body > p.vh[role=status]"), {childList: true}), htmx.trigger("#table", "game"), true)`, "the table is fetched again")
	p.press(p.ben, "roll")
	require.NoError(t, p.ada.Await(`heard.includes("dice")`), "the throw of another player")
	require.NoError(t, p.ben.Await(`!document.getElementById("away")`), "who moves has read it")
	holds(t, p.ben, `said === 0`, "and not again")
	holds(t, p.ada, `!document.getElementById("away")`, "who was there all the time")

	p.press(p.ben, "buy")
	p.press(p.ben, "end_turn")
	require.NoError(t, p.ada.Await(`heard.at(-1) === "turn"`), "she is called")
	require.NoError(t, p.ada.Do(chromedp.Click("#film-2")))
	holds(t, p.ada, `document.getElementById("film-2").textContent === "Sound: off" && (heard.length = 0, true)`, "switched off")
	p.press(p.ada, "roll")
	require.NoError(t, p.ada.Await(`!!document.querySelector("#act :is([id^=m-buy], [id^=m-end_turn], [id^=m-roll])") && `+filmOver))
	holds(t, p.ada, `heard.length === 0`, "nothing is heard any more")
}

// TestAHiddenTabKeepsItsTitle looks away until the stream is closed: what the chat says is
// counted, no clock starts, and what its player does elsewhere takes the mark away.
func TestAHiddenTabKeepsItsTitle(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	holds(t, p.ada, `document.title.startsWith("Your turn")`, "her turn")
	holds(t, p.ada, `(window.slow = setInterval, window.setInterval = (f, ms) => slow(f, Math.min(ms, 100)), window.later = setTimeout,
		window.setTimeout = (f, ms, ...rest) => later(f, ms === 30000 ? 0 : ms, ...rest), window.asked = [], window.get = fetch,
		window.fetch = (to, how) => { if ((how?.method ?? "GET") === "GET") asked.push(String(to)); return get(to, how) },
		Object.defineProperty(document, "hidden", {configurable: true, get: () => true}), document.dispatchEvent(new Event("visibilitychange")))`, "she looks away")
	require.NoError(t, p.ben.Do(chromedp.SendKeys(chromedp.CSS("#in-say"), "are you there?"+kb.Enter)))
	require.NoError(t, p.ada.Await(`/^\(1\) Your turn/.test(document.title)`), "the message is counted")
	for _, move := range []string{"roll", "buy", "end_turn"} {
		require.NoError(t, p.ada.Post("/games/"+p.id+"/moves", map[string]any{"move": move}, nil), "on the phone")
	}
	require.NoError(t, p.ada.Await(`/^\(1\) (?!.*Your turn|●)/.test(document.title) && !document.querySelector("link[rel=icon]").href.includes("favicon-asked")`))
	holds(t, p.ada, `asked.length && asked.every(to => to.includes("seen=0") || to.includes("/chat?"))`, "nobody has seen it")
	holds(t, p.ada, `(delete document.hidden, asked.length = 0, document.dispatchEvent(new Event("visibilitychange")))`, "she is back")
	require.NoError(t, p.ada.Await(`asked.some(to => /\/games\/\w+$/.test(to))`), "now somebody looks")
	require.Empty(t, p.ada.Problems())
}

// TestATabThatOpensHiddenSaysThatItsPlayerIsAsked opens the table in a tab that nobody
// looks at, as from a list of tables, or when a browser starts again.
func TestATabThatOpensHiddenSaysThatItsPlayerIsAsked(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	require.NoError(t, p.ben.Do(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		_, err := cdp.Call(ctx, tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `window.slow = setInterval; window.setInterval = (f, ms) => slow(f, Math.min(ms, 100));
				Object.defineProperty(document, "hidden", {configurable: true, get: () => true})`,
		})
		return err
	}), chromedp.Reload()))
	const marked = `document.hidden && document.querySelector("link[rel=icon]").href.includes("favicon-asked")`
	holds(t, p.ben, "document.hidden && !("+marked+")", "not his turn")
	for _, move := range []string{"roll", "buy", "end_turn"} {
		require.NoError(t, p.ada.Post("/games/"+p.id+"/moves", map[string]any{"move": move}, nil))
	}
	require.NoError(t, p.ben.Await(marked+` && /^● |^Your turn/.test(document.title)`))
	require.Empty(t, p.ben.Problems())
}
