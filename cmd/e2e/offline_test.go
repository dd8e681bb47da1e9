package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestWhatCannotBeSentIsSaid takes the server away under an open table: the
// decision says that it was not sent, the status line why, until it is back.
func TestWhatCannotBeSentIsSaid(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "roll", doc: rig.FourFriends}
	path := m.create(t, p)
	day := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, day.SignIn(s.URL, "Ben"))
	require.NoError(t, day.Open(s.URL+"/me"))
	holds(t, day, `(navigator.setAppBadge = n => (window.badge = n, Promise.resolve()), navigator.clearAppBadge = () => (window.badge = 0, Promise.resolve()),
		document.getElementById("day").dataset.awaited = "2", document.dispatchEvent(new Event("htmx:after:swap")), window.badge === 2)`, "the icon counts the tables that wait")
	require.NoError(t, p.Open(s.URL+path))
	require.NoError(t, s.Kill())
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#act .go"))))
	require.NoError(t, p.Await(`document.querySelector("#act #unsent")?.textContent.includes("Nicht gesendet")`))
	lost := `document.getElementById("status").classList.contains("lost") && document.getElementById("status").textContent.includes("Keine Verbindung")`
	require.NoError(t, p.Await(lost))
	require.NoError(t, day.Await(lost), "my day says it too")
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	require.NoError(t, p.Await(`!document.querySelector(".lost, #unsent")`))
	require.NoError(t, day.Await(`!document.querySelector(".lost")`))
}

// TestAFormStaysWithoutANetwork presses the button of a form that leads to another page: it
// stays with what was typed, and says that it was not sent, until it can be.
func TestAFormStaysWithoutANetwork(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "roll", doc: rig.FourFriends}
	path := m.create(t, p) + "/notes"
	require.NoError(t, p.Open(s.URL+path))
	holds(t, p, `(Object.defineProperty(navigator, "onLine", {get: () => false, configurable: true}),
		document.getElementById("in-note").value = "Schlossallee", true)`, "the network is gone")
	press := chromedp.Click(chromedp.CSS("#m-note"))
	require.NoError(t, p.Do(press))
	require.NoError(t, p.Await(`document.querySelector("#f-note #unsent")?.textContent.includes("Nicht gesendet")`))
	holds(t, p, `document.getElementById("in-note").value === "Schlossallee"`, "what was typed")
	holds(t, p, `(delete navigator.onLine, window.dispatchEvent(new Event("online")), window.old = true, !document.getElementById("unsent"))`, "it is back")
	require.NoError(t, p.Do(press))
	require.NoError(t, p.Await(`!window.old && document.getElementById("in-note")?.value === "Schlossallee"`))
}

// TestAPageLooksMoreRarelyForALostServer takes the server away under an open table: its
// page fetches at ever longer intervals, and at once when the server is back.
func TestAPageLooksMoreRarelyForALostServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "roll", doc: rig.FourFriends}
	require.NoError(t, p.Open(s.URL+m.create(t, p)))
	require.NoError(t, s.Kill())
	holds(t, p, `(window.pauses = [], window.later = setTimeout,
		window.setTimeout = (f, ms, ...rest) => ([2e3, 4e3, 8e3, 16e3, 3e4].includes(ms) && pauses.push(ms), later(f, ms > 1e3 && ms < 3e4 ? 100 : ms, ...rest)),
		htmx.trigger(document.getElementById("table"), "game"), true)`, "a fetch that fails")
	require.NoError(t, p.Await(`pauses.length === 5`))
	holds(t, p, `pauses.join() === "2000,4000,8000,16000,30000"`, "ever longer")
	require.NoError(t, p.Await(`document.getElementById("status").classList.contains("lost")`))
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	require.NoError(t, p.Await(`!document.querySelector(".lost")`), "it waits for no half a minute")
}

// TestAPageThatIsRefusedAStreamFetches opens a table with no stream left for its player: the
// page follows the game all the same, and does not say that there is no connection.
func TestAPageThatIsRefusedAStreamFetches(t *testing.T) {
	t.Parallel()
	s := serve(t, "--streams-per-table", "1") // somebody else has the only one
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "roll", doc: rig.FourFriends}
	path := m.create(t, p)
	watching, err := rig.NewClient(s.URL).Watch(t.Context(), strings.TrimPrefix(path, "/games/"), "")
	require.NoError(t, err)
	t.Cleanup(watching.Close)
	require.NoError(t, p.Open(s.URL+path))
	holds(t, p, `!!document.querySelector("#m-roll")`, "it is her turn")
	require.NoError(t, p.Post(path+"/moves", rig.Raw(`{"player": 0, "move": "roll"}`), nil))
	require.NoError(t, p.Await(`document.querySelector("#m-buy") && !document.querySelector(".lost")`))
}

// TestWithoutAServerAPageOfOursLooksAgain takes the server away and goes to pages: in
// place of the browser's error there is a page in the reader's language, which goes on
// by itself. It stands in for pages only, and only for players who have signed in.
func TestWithoutAServerAPageOfOursLooksAgain(t *testing.T) {
	t.Parallel()
	s := serve(t)
	visits := func(name string) *rig.Session {
		p := newSession(t, browser(t), rig.Emulation{Width: 390, Height: 844})
		require.NoError(t, p.SignIn(s.URL, name))
		return p
	}
	ada, ben, stranger := visits("Ada"), visits("Ben"), newSession(t, browser(t), rig.Emulation{})
	settled := func(p *rig.Session) {
		t.Helper()
		ready, err := rig.EvalAsync[bool](p, `navigator.serviceWorker.ready.then(r => r.update()).then(() => true)`)
		require.NoError(t, err)
		require.True(t, ready)
		on, err := rig.EvalAsync[bool](p, `navigator.serviceWorker.ready.then(r => new Promise(done => {
			const look = () => !r.installing && !r.waiting && r.active.state === "activated" ? done(true) : setTimeout(look, 20);
			look();
		}))`)
		require.NoError(t, err)
		require.True(t, on)
	}
	m := phasePosition{name: "roll", doc: rig.FourFriends}
	path := m.create(t, ada)
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Open(s.URL+path))
		settled(p)
	}
	require.NoError(t, ada.Open(s.URL+path+"?lang=de")) // the worker that she has speaks English
	settled(ada)
	holds(t, ada, `navigator.serviceWorker.controller !== null`, "the worker stands between page and server")
	require.NoError(t, ada.Open(s.URL+path))
	require.NoError(t, stranger.Open(s.URL+path))
	none, err := rig.EvalAsync[bool](stranger, `navigator.serviceWorker.getRegistrations().then(all => all.length === 0)`)
	require.NoError(t, err)
	assert.True(t, none, "strangers are given no worker")
	files, err := rig.EvalAsync[bool](ada, `caches.open("offline").then(c => c.keys())
		.then(all => all.length === 2 && all.every(r => new URL(r.url).pathname.startsWith("/static/")))`)
	require.NoError(t, err)
	assert.True(t, files, "no page is kept")

	require.NoError(t, s.Kill())
	here := `document.getElementById("offline-h")?.textContent === `
	require.NoError(t, ada.Open(s.URL+path))
	require.NoError(t, ada.Await(here+`"Du bist offline"`))
	holds(t, ada, `document.documentElement.lang === "de" && location.pathname === "`+path+`"`, "the address stays what was wanted")
	holds(t, ada, `!document.querySelector("#act, #board, form") && document.querySelector(".hero").getBoundingClientRect().width > 300`, "nothing of the game is shown")
	holds(t, ada, `document.styleSheets[0]?.cssRules.length > 0 && document.documentElement.scrollWidth <= innerWidth`, "it has its style sheet")
	for _, ask := range []string{`fetch(location)`, `fetch(location, {headers: {"HX-Request": "true"}})`, `fetch(location + "/moves", {method: "POST"})`} {
		refused, err := rig.EvalAsync[bool](ada, ask+`.then(() => false, () => true)`)
		require.NoError(t, err)
		assert.True(t, refused, "%s is not answered by the worker", ask)
	}
	holds(t, ada, `window.before = true`, "")
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#again"))))
	require.NoError(t, ada.Await(`!window.before && `+here+`"Du bist offline"`), "it has looked, and stays")
	require.NoError(t, ben.Open(s.URL+"/me"))
	require.NoError(t, ben.Await(here+`"You are offline"`))

	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	require.NoError(t, ada.Await(`document.querySelector("#act .go") && location.pathname === "`+path+`"`), "the table is back by itself")
	require.NoError(t, ben.Await(`document.getElementById("day")`))
	seq := `fetch(location, {headers: {Accept: "application/json"}}).then(a => a.json()).then(game => game.seq)`
	before, err := rig.EvalAsync[int](ada, seq)
	require.NoError(t, err)
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#act .go"))))
	eventually(t, "the press of a page behind the worker is a move", func() bool {
		now, err := rig.EvalAsync[int](ada, seq)
		return err == nil && now > before
	})
	assert.Empty(t, ada.Problems())
}
