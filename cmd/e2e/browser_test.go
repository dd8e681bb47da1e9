package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// pair is two people with browsers at one table of two.
type pair struct {
	t        *testing.T
	s        *rig.Server
	id       string
	ada, ben *rig.Session
}

const twoAtTable = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "Ada", "cash": 1500, "deeds": [{"space": 39}]}, {"name": "Ben", "cash": 1500, "deeds": [{"space": 37}]}],
	"dice": [[1, 2], [2, 3]]}`

// newPair signs both in, in their browsers, and opens the table before them.
func newPair(t *testing.T, s *rig.Server, b *rig.Browser) *pair {
	t.Helper()
	p := &pair{t: t, s: s, ada: newSession(t, b, rig.Emulation{}), ben: newSession(t, b, rig.Emulation{})}
	require.NoError(t, p.ada.SignIn(s.URL, "Ada"))
	require.NoError(t, p.ben.SignIn(s.URL, "Ben"))
	var made rig.State
	require.NoError(t, p.ada.Post("/games", map[string]any{"scenario": rig.Raw(twoAtTable)}, &made))
	p.id = made.Game
	require.NoError(t, p.ben.Post("/games/"+p.id+"/seats", map[string]any{}, nil))
	require.NoError(t, p.ada.Open(p.url()))
	require.NoError(t, p.ben.Open(p.url()+"?trade=0"))
	for _, who := range []*rig.Session{p.ada, p.ben} {
		_, err := rig.Eval[bool](who, "window.stayed = true")
		require.NoError(t, err)
	}
	return p
}

func (p *pair) url() string { return p.s.URL + "/games/" + p.id }

// quiet makes sure that nothing went wrong behind the page's back.
func (p *pair) quiet(who *rig.Session) {
	p.t.Helper()
	assert.Empty(p.t, who.Problems())
	stayed, err := rig.Eval[bool](who, "window.stayed === true")
	require.NoError(p.t, err)
	assert.True(p.t, stayed, "the page was loaded anew")
}

const seqShown = "+document.getElementById('table').dataset.seq"

func (p *pair) press(who *rig.Session, move string) {
	p.t.Helper()
	require.NoError(p.t, who.Do(chromedp.Click(chromedp.CSS(fmt.Sprintf("button[name=move][value=%s]:not([aria-disabled=true])", move)))))
}

func TestTwoBrowsersSeeOneGame(t *testing.T) {
	t.Parallel()
	b := browser(t)
	p := newPair(t, serve(t), b)

	field := "document.querySelector('input[name=give_cash]')"
	require.NoError(t, p.ben.Do(
		chromedp.Clear(chromedp.CSS("input[name=give_cash]")),
		chromedp.SendKeys(chromedp.CSS("input[name=give_cash]"), "123"),
	))
	before, err := rig.Eval[int](p.ben, seqShown)
	require.NoError(t, err)

	p.press(p.ada, "roll")
	require.NoError(t, p.ada.Await(fmt.Sprintf("%s > %d", seqShown, before)), "Ada sees her own move")
	require.NoError(t, p.ben.Await(fmt.Sprintf("%s > %d", seqShown, before)), "Ben sees it without touching anything")
	typed, err := rig.Eval[string](p.ben, field+".value")
	require.NoError(t, err)
	assert.Equal(t, "123", typed, "what Ben was typing is still there")
	focused, err := rig.Eval[bool](p.ben, "document.activeElement === "+field)
	require.NoError(t, err)
	assert.True(t, focused, "and the cursor is where it was")

	p.press(p.ada, "buy")
	require.NoError(t, p.ben.Await("document.body.innerText.includes('1,440')"), "Ben sees what Ada has left")
	p.press(p.ada, "ask_undo")
	require.NoError(t, p.ben.Await("document.querySelector('#undo #m-agree_undo')"), "Ben is asked")
	p.press(p.ben, "agree_undo")
	for _, who := range []*rig.Session{p.ada, p.ben} {
		require.NoError(t, who.Await("!document.querySelector('#players').innerText.includes('1,440') && document.querySelector('#tape s')"), "all is as before, and the tape says so")
	}
	p.press(p.ada, "buy")
	require.NoError(t, p.ben.Await("document.querySelector('#players').innerText.includes('1,440')"), "and once more")
	p.quiet(p.ada)
	p.quiet(p.ben)

	for _, who := range []*rig.Session{p.ada, p.ben} {
		holds(t, who, lossy, "from now on answers are late, and some are lost")
	}
	for range 6 {
		eventually(t, "somebody moves", func() bool { return act(t, p.ada) != "" || act(t, p.ben) != "" })
	}
	for _, who := range []*rig.Session{p.ada, p.ben} {
		require.NoError(t, who.Await("(compare(), window.agrees === true)"), "the page comes to show what a fresh one does")
		holds(t, who, "window.lost > 0", "an answer was lost")
	}
}

// What changes at a table while a move is on its way, and is no part of the game, is
// fetched when the answer has come.
func TestWhatChangesDuringAMoveIsShown(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	holds(t, p.ada, `(window.get = fetch, window.held = new Promise(done => window.release = done),
		window.fetch = async (to, how) => { const answer = await get(to, how); if (String(to).includes("/moves")) { window.moved = true; await held } return answer },
		document.querySelector("#act button[value=roll]").click(), true)`, "her answer is on its way")
	require.NoError(t, p.ada.Await("window.moved === true"))
	require.NoError(t, p.ada.Post("/games/"+p.id+"/chat/rules", map[string]any{"chat": true, "watchers": true, "bots": "quiet"}, nil))
	const current = `(get(location.pathname, {headers: {Accept: "text/html"}}).then(a => a.text()).then(text => { window.rev = / data-rev="(\d+)"/.exec(text)[1] }), document.getElementById("table").dataset.rev === window.rev)`
	holds(t, p.ben, `(window.get = fetch, true)`, "")
	require.NoError(t, p.ben.Await(current), "all have heard of the change")
	holds(t, p.ada, `(release(), true)`, "her answer comes")
	require.NoError(t, p.ada.Await(current))
	holds(t, p.ada, `!document.querySelector(".presence.thinking")`, "and not only when something else has changed")
	p.quiet(p.ada)
}

// lossy lets a third of the fetched tables get lost on their way, and the others come
// late; compare says whether the page shows what the server says.
const lossy = `(() => {
	const plain = window.fetch.bind(window);
	let fetched = 0;
	window.lost = 0;
	window.fetch = async (to, o) => {
		const answer = await plain(to, o);
		if ((o?.method ?? to.method ?? "GET") !== "GET" || new URL(to.url ?? to, location).pathname !== location.pathname) return answer;
		await new Promise(done => setTimeout(done, ++fetched * 70 % 200));
		if (fetched % 3 !== 1) return answer;
		lost++;
		throw new TypeError("lost");
	};
	const said = doc => ["act-h", "board", "players", "purses"].map(id => doc.getElementById(id).textContent.replace(/\s+/g, " ")).join("|") +
		[...doc.querySelectorAll("#board li")].map(li => li.className).join("|") + [...doc.querySelectorAll("#tape li")].map(li => li.id).join();
	window.compare = async () => {
		const fresh = await plain(location.pathname, {headers: {Accept: "text/html", "HX-Request": "true"}});
		window.agrees = said(new DOMParser().parseFromString(await fresh.text(), "text/html")) === said(document);
	};
	return true;
})()`

func TestABrowserCatchesUpAfterARestart(t *testing.T) {
	t.Parallel()
	b := browser(t)
	p := newPair(t, serve(t), b)
	before, err := rig.Eval[int](p.ben, seqShown)
	require.NoError(t, err)
	for _, who := range []*rig.Session{p.ada, p.ben} { // a worker that is being fetched would be missed, too
		ready, err := rig.EvalAsync[bool](who, "navigator.serviceWorker.ready.then(() => true)")
		require.NoError(t, err)
		require.True(t, ready)
	}
	require.NoError(t, p.s.Kill())
	again, err := p.s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })

	p.press(p.ada, "roll")
	require.NoError(t, p.ben.Await(fmt.Sprintf("%s > %d", seqShown, before)), "Ben's page finds the server again by itself")
	p.quiet(p.ben)
	p.press(p.ada, "buy")
	p.press(p.ada, "end_turn")
	require.NoError(t, p.ben.Await("document.querySelector('button[name=move][value=roll]')"), "it is Ben's turn on Ben's screen")
}

func TestATurnWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	b := browser(t)
	p := newPair(t, serve(t), b)
	require.NoError(t, p.ada.Open(p.url()))
	for _, move := range []string{"roll", "buy", "end_turn"} {
		p.reach(p.ada, move)
		seq, err := rig.Eval[int](p.ada, seqShown)
		require.NoError(t, err)
		require.NoError(t, p.ada.Await(`document.activeElement.ariaDisabled !== "true"`), "half a second after the last press")
		require.NoError(t, p.ada.Do(chromedp.KeyEvent(kb.Enter)))
		require.NoError(t, p.ada.Await(fmt.Sprintf("%s > %d", seqShown, seq)), move)
		require.NoError(t, p.ada.Await("document.activeElement !== document.body"), "%s: the focus is not lost", move)
	}
	require.NoError(t, p.ben.Await("document.querySelector('button[name=move][value=roll]')"))
	assert.Empty(t, p.ada.Problems())
}

// reach presses Tab until the button of a move has the focus, which every
// reader can see.
func (p *pair) reach(who *rig.Session, move string) {
	p.t.Helper()
	var path []string
	for range 40 {
		require.NoError(p.t, who.Do(chromedp.KeyEvent(kb.Tab)))
		at, err := rig.Eval[string](who, `(() => { const e = document.activeElement; return e.tagName + ":" + (e.value ?? "") + ":" + (e.innerText ?? "").slice(0, 30).trim() })()`)
		require.NoError(p.t, err)
		path = append(path, at)
		if !strings.HasPrefix(at, "BUTTON:"+move+":") {
			continue
		}
		seen, err := rig.Eval[bool](who, `(() => { const e = document.activeElement, r = e.getBoundingClientRect();
			const top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
			return r.width >= 24 && r.height >= 24 && (e === top || e.contains(top)) && getComputedStyle(e).outlineStyle !== "none" })()`)
		require.NoError(p.t, err)
		require.True(p.t, seen, "the focused button %s is large enough, not covered, and has an outline", move)
		return
	}
	require.Failf(p.t, "no way to the button by Tab", "%s: %v", move, path)
}

// TestSlowGameInABrowserWithoutScripts clicks through a game with scripts
// switched off, from the form for a new table to the result. After some moves the
// player gives up: TestAWholeGameWithFormsAlone plays on to the end.
func TestSlowGameInABrowserWithoutScripts(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t, withoutPauses...) // a whole game
	p := newSession(t, b, rig.Emulation{NoScript: true})
	require.NoError(t, p.Open(s.URL+"/games/new?edition=us-classic"))
	require.NoError(t, p.Do(
		chromedp.SendKeys(chromedp.CSS("#f-open [name=name]"), "Norma"),
		chromedp.SendKeys(chromedp.CSS("#f-open [name=players]"), kb.Backspace+kb.Delete+"2"),
		chromedp.SetValue(chromedp.CSS("#f-open [name='level.1']"), "medium"),
	))
	require.NoError(t, p.Follow("#f-open button:not([name])"))
	require.NoError(t, p.Follow("form[action$='/start'] button"))
	pages := 0
	for ; pages < 200; pages++ {
		page, err := p.Page()
		require.NoError(t, err)
		if page.Doc.Find("#result, .result").Length() > 0 {
			t.Logf("%d pages", pages)
			assert.Contains(t, page.Text(), "Norma")
			assert.Empty(t, p.Problems())
			return
		}
		if _, _, ok := page.Find("move", "resign"); ok && pages >= 40 {
			require.NoError(t, p.Follow("#m-resign"))
			require.NoError(t, p.Follow(".confirm form button"))
			continue
		}
		f, press, ok := page.Find("move", thriftyMoves...)
		if !ok {
			require.NoError(t, p.Do(chromedp.Reload()))
			continue
		}
		require.NoError(t, p.Follow(fmt.Sprintf("form[action='%s'] button[name=move][value=%s]", f.Action, press.Value)))
	}
	t.Fatalf("no result after %d pages", pages)
}
