package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// shifting has the browser note every layout shift from now on that no press of
// the visitor's own explains, and which elements moved. Painting while the page
// still loaded is no move of others. Only the log may grow, at its top, and shift
// the foot below it: they are made invisible, and invisible parts do not count.
const shifting = `(() => { window.shifts = [];
	const sheet = new CSSStyleSheet();
	sheet.replaceSync("#log, #log *, #log ~ * { visibility: hidden !important }");
	document.adoptedStyleSheets = [sheet];
	new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput)
		shifts.push({value: e.value, down: e.sources.some(s => Math.abs(s.previousRect.y - s.currentRect.y) > 12), what: e.sources.map(s => (s.node?.id ? "#" + s.node.id : s.node?.className || s.node?.nodeName || "gone")
			+ " " + [s.previousRect, s.currentRect].map(r => [r.x, r.y, r.width, r.height].map(Math.round)).join(" -> "))});
	}).observe({type: "layout-shift"}); return true })()`

type shift struct {
	Value float64
	Down  bool // a line or more, up or down
	What  []string
}

// measured says which shifts count.
type measured int

const (
	everything measured = iota
	downwards
)

// shifts are those noted so far, after the page has been painted again.
func shifts(t *testing.T, p *rig.Session) []shift {
	t.Helper()
	text, err := rig.EvalAsync[string](p, `new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => f(JSON.stringify(window.shifts)), 50))))`)
	require.NoError(t, err)
	var list []shift
	require.NoError(t, json.Unmarshal([]byte(text), &list))
	return list
}

// TestNothingJumpsWhenOthersMove plays a turn of every kind while another player
// looks on: by the browser's own measure, to its three decimal places,
// nothing on their page shifts, whichever letters they have.
func TestNothingJumpsWhenOthersMove(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	letters, emulations := []rig.Letters{rig.DejaVu, rig.Noto, rig.Liberation, rig.Mono}, shiftEmulations
	if !*long {
		letters, emulations = letters[:1], []rig.Emulation{emulations[0], emulations[2]} // the least room and the most
	}
	for i, letters := range letters {
		t.Run(string(letters), func(t *testing.T) {
			b := browser(t) // whose letters are the first ones
			if i > 0 {
				var err error
				b, err = rig.NewBrowser(context.Background(), letters)
				require.NoError(t, err)
				defer b.Close()
			}
			nothingJumps(t, s, b, emulations, everything, "Ada", "Ben", "Cleo")
		})
	}
}

// TestSlowNothingJumpsWithLongNames does the same where everybody has as long a name
// as there may be, so that headings and the status line take three lines. Words
// behind a name have another place in their line when the name is another one.
func TestSlowNothingJumpsWithLongNames(t *testing.T) {
	t.Parallel()
	emulations := shiftEmulations
	if !*long {
		emulations = emulations[:1]
	}
	nothingJumps(t, serve(t), browser(t), emulations, downwards, strings.Repeat("W", 24), "Christoph-Alexander Wolf", "Maximiliane-Friederike M")
}

// TestAnOfferMovesNothingUnderAFinger: on phones an offer comes above one's own decision,
// which keeps its place, and gives way to the form of the counter-offer.
func TestAnOfferMovesNothingUnderAFinger(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	roll, buy, end := `{"player": 0, "move": "roll"}`, `{"player": 0, "move": "buy"}`, `{"player": 0, "move": "end_turn"}`
	offer := `{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25]}, "want": {"deeds": [21, 15]}}`
	for i, m := range []phasePosition{{name: "roll", doc: rig.FourFriends}, {name: "buy", doc: rig.FourFriends, moves: []string{roll}}, {name: "wait", doc: rig.FourFriends, moves: []string{roll, buy, end}}} {
		for _, emulation := range inTurn(i, []rig.Emulation{{Width: 360, Height: 640, Touch: true}, {Width: 390, Height: 844, Touch: true}}) {
			t.Run(fmt.Sprintf("%s/%d", m.name, emulation.Width), func(t *testing.T) {
				path := m.create(t, p)
				require.NoError(t, p.Emulate(emulation))
				require.NoError(t, p.Open(s.URL+path))
				notesShifts(t, p)
				seq, err := rig.Eval[uint32](p, seqShown)
				require.NoError(t, err)
				require.NoError(t, p.Post(path+"/moves", json.RawMessage(offer), nil))
				stays(t, p, seq+1, "the offer", everything)
				require.NoError(t, p.Await(`document.querySelector(".arrival").getAnimations().every(a => a.playState === "finished")`), "a press at first goes through")
				require.NoError(t, p.Do(chromedp.Click(chromedp.CSS(".arrival a[id^=counter-]:not([aria-disabled=true])"))))
				require.NoError(t, p.Await(`document.querySelector("#trade[open] [name=counter]")`))
				shown, err := rig.Eval[bool](p, `[...document.querySelectorAll(".arrival > :not(h2, h3)")].some(e => e.checkVisibility())`)
				require.NoError(t, err)
				assert.False(t, shown, "the offer gives way to the answer")
			})
		}
	}
}

// TestABidMovesNoButton: on phones those who lead find the bids where they were when they
// are outbid, and no amount of the others is cut off.
func TestABidMovesNoButton(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`, `{"player": 1, "move": "bid", "amount": 110}`}}
	for _, emulation := range []rig.Emulation{{Width: 360, Height: 640, Touch: true, Language: "de"}, {Width: 390, Height: 844, Touch: true}} {
		path := m.create(t, p)
		require.NoError(t, p.Emulate(emulation))
		require.NoError(t, p.Open(s.URL+path))
		notesShifts(t, p)
		for i, seat := range []int{0, 2, 0, 3} {
			seq, err := rig.Eval[uint32](p, seqShown)
			require.NoError(t, err)
			require.NoError(t, p.Post(path+"/moves", map[string]any{"player": seat, "move": "bid", "amount": 144 + 10*i}, nil))
			stays(t, p, seq+1, "bid", everything)
			holds(t, p, `[...document.querySelectorAll(".bidder .bub")].every(e => e.getBoundingClientRect().right <= e.parentElement.getBoundingClientRect().right)`, "all of each bid is seen")
		}
	}
}

// notesShifts begins to note shifts: for half a second after a press, or when the window has
// another size, the browser counts none.
func notesShifts(t *testing.T, p *rig.Session) {
	t.Helper()
	_, err := rig.EvalAsync[bool](p, "new Promise(f => setTimeout(() => f("+shifting+"), 600))")
	require.NoError(t, err)
}

var shiftEmulations = []rig.Emulation{{Width: 360, Height: 740}, {Width: 768, Height: 1024}, {Width: 1440, Height: 900}}

func nothingJumps(t *testing.T, s *rig.Server, b *rig.Browser, emulations []rig.Emulation, measure measured, names ...string) {
	t.Helper()
	sc := newSandboxTable(t, s, turnOfEveryKind, names...)
	var all []*rig.Session
	for _, emulation := range emulations {
		p := newSession(t, b, emulation)
		require.NoError(t, p.Open(s.URL+"/games/"+sc.id))
		painted(t, p) // what it still puts in its place is no move of others
		_, err := rig.Eval[bool](p, shifting)
		require.NoError(t, err)
		all = append(all, p)
	}
	for _, m := range everyKind {
		state := sc.move(m.seat, m.name, m.args...)
		for _, p := range all {
			stays(t, p, state.Seq, m.name, measure)
		}
	}
}

// stays waits until a page shows a move, and claims that nothing on it shifted.
func stays(t *testing.T, p *rig.Session, seq uint32, move string, measure measured) {
	t.Helper()
	require.NoError(t, p.Await(fmt.Sprintf("%s >= %d", seqShown, seq)), move)
	sum := 0.0
	list := shifts(t, p)
	for _, one := range list {
		if measure == everything || one.Down {
			sum += one.Value
		}
	}
	wide, err := rig.Eval[int](p, "innerWidth")
	require.NoError(t, err)
	assert.Less(t, sum, 0.0005, "%s, %d px wide: %v", move, wide, list)
	_, err = rig.Eval[bool](p, "(shifts.length = 0, true)")
	require.NoError(t, err)
}

// everyKind are the moves of the turns.
var everyKind = []struct {
	seat int
	name string
	args []any
}{
	{0, "roll", nil}, {0, "buy", nil}, {0, "end_turn", nil},
	{1, "roll", nil}, {1, "decline", nil}, {2, "bid", []any{"amount", 20}}, {0, "pass", nil}, {1, "pass", nil}, {1, "end_turn", nil},
	{2, "roll", nil}, {2, "end_turn", nil},
	{0, "build", []any{"spaces", []int{37}}}, {0, "mortgage", []any{"space", 5}},
	{0, "propose_trade", []any{"to", 1, "give", map[string]any{"cash": 50}, "want", map[string]any{"deeds": []int{12}}}},
}

// turnOfEveryKind lets Ada buy, Ben leave a deed to an auction and Cleo pay.
const turnOfEveryKind = `{"edition": "us-classic", "rulebook": "us", "options": {"rent.auto_claim": true}, "players": [
	{"name": "Ada", "deeds": [{"space": 39}, {"space": 37}, {"space": 5}]}, {"name": "Ben", "deeds": [{"space": 12}]}, {"name": "Cleo", "space": 30}],
	"dice": [[1, 2], [2, 4], [3, 4]]}`

// TestNothingCoversTheRowOfCash: on phones it stays in sight when one scrolls, and the card
// in the ring passes below it while one has to decide.
func TestNothingCoversTheRowOfCash(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 390, Height: 844, Touch: true})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	path := (&phasePosition{doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`}}).create(t, p)
	require.NoError(t, p.Open(s.URL+path))
	for _, scrolled := range []string{`.act > .deed`, `.act > .throw`} {
		holds(t, p, `(e => { scrollBy(0, e.getBoundingClientRect().top - 4); return e.getBoundingClientRect().top < 10; })(document.querySelector("`+scrolled+`"))`, "it is behind the row")
		holds(t, p, `[...document.querySelectorAll("#purses .cash")].every(e => (r => e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)))(e.getBoundingClientRect()))`, "all cash is in sight below "+scrolled)
	}
}

// TestTheFilmsButtonsHaveTheirRoom: the script puts them into the header when the page has been
// drawn, on a slow line a while later, and the ways beside them keep their place.
func TestTheFilmsButtonsHaveTheirRoom(t *testing.T) {
	t.Parallel()
	s := serve(t)
	player, watcher := newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900}), newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900})
	require.NoError(t, player.SignIn(s.URL, "Ada"))
	path := (&phasePosition{doc: rig.FourFriends}).create(t, player)
	for who, p := range map[string]*rig.Session{"player": player, "watcher": watcher} {
		require.NoError(t, p.Open(s.URL+path))
		require.NoError(t, p.Await(`document.querySelector("#film button")`), who)
		widths, err := rig.Eval[[]float64](p, `(e => { const filled = e.getBoundingClientRect().width; e.replaceChildren(); return [filled, e.getBoundingClientRect().width]; })(document.getElementById("film"))`)
		require.NoError(t, err)
		assert.InDelta(t, widths[0], widths[1], 6, "%s: with buttons and before", who)
	}
}

// TestTheLogIsNoWiderThanItsPlace: it is scrolled up and down only, on every screen.
func TestTheLogIsNoWiderThanItsPlace(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	path := (&phasePosition{doc: rig.FourFriends, moves: []string{`{"player": 0, "move": "roll"}`}}).create(t, p)
	for _, emulation := range shiftEmulations {
		require.NoError(t, p.Emulate(emulation))
		require.NoError(t, p.Open(s.URL+path))
		holds(t, p, `(e => e.clientWidth > 0 && e.scrollWidth <= e.clientWidth)(document.getElementById("tape"))`, fmt.Sprint(emulation))
	}
}
