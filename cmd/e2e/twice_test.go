package e2e

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// gaps are those between the two presses of a double click, the usual one and with -long the
// others too.
func gaps() []time.Duration {
	if !*long {
		return []time.Duration{usualGap}
	}
	return []time.Duration{60 * time.Millisecond, usualGap, 200 * time.Millisecond}
}

const usualGap = 120 * time.Millisecond

// sandbox opens a sandbox in the visitor's browser, where a press counts at once.
func sandbox(t *testing.T, s *rig.Server, p *rig.Session, doc string) string {
	t.Helper()
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(doc)}, &made))
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	require.NoError(t, p.Rest())
	return made.Game
}

// pressTwice presses the middle of a button two times.
func pressTwice(t *testing.T, p *rig.Session, selector string, apart time.Duration) {
	t.Helper()
	alive := fmt.Sprintf("document.querySelector(%q)", selector+":not([aria-disabled=true])")
	require.NoError(t, p.Await(alive))
	at, err := rig.Eval[[]float64](p, `(b => { b.scrollIntoView({block: "center", behavior: "instant"}); const r = b.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2] })(`+alive+`)`)
	require.NoError(t, err)
	require.NoError(t, p.PressTwice(at[0], at[1], apart, false))
}

// lived waits until the page shows an event after seq, and until dead controls are
// alive again: until then a second press could still have an effect.
func lived(t *testing.T, p *rig.Session, seq uint32) {
	t.Helper()
	require.NoError(t, p.Await(fmt.Sprintf("%s > %d", seqShown, seq)))
	require.NoError(t, p.Await(`!document.querySelector("#table [aria-disabled=true]")`))
}

func count(t *testing.T, p *rig.Session, kind string) (n int) {
	t.Helper()
	for _, e := range logOf(t, p) {
		if e.Type == kind {
			n++
		}
	}
	return n
}

// toBuy is a position in which the turn ends after the purchase, and toAccept
// one in which a trade waits for its answer.
const (
	toBuy    = `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada"}, {"name": "Ben"}], "dice": [[1, 2]]}`
	toAccept = `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "deeds": [{"space": 5}]}, {"name": "Ben", "deeds": [{"space": 39}, {"space": 37}]}], "dice": [[1, 2]]}`
)

// TestASecondPressBuysOrAcceptsNothingMore presses Buy, the answer to a trade,
// and Enter twice.
func TestASecondPressBuysOrAcceptsNothingMore(t *testing.T) {
	t.Parallel()
	s, b := shipped(t), browser(t)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, apart := range gaps() {
		t.Run(fmt.Sprint("buy/", apart), func(t *testing.T) {
			sandbox(t, s, p, toBuy)
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-roll"))))
			require.NoError(t, p.Await(`document.querySelector("#m-buy:not([aria-disabled=true])")`))
			seq := stateOf(t, p).Seq
			pressTwice(t, p, "#m-buy", apart)
			lived(t, p, seq)
			assert.Equal(t, 1, count(t, p, "deed_transferred"))
			assert.Zero(t, count(t, p, "turn_ended"))
		})
	}
	t.Run("enter", func(t *testing.T) {
		sandbox(t, s, p, toBuy)
		require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-roll"))))
		require.NoError(t, p.Await(`document.querySelector("#m-buy:not([aria-disabled=true])")`))
		seq := stateOf(t, p).Seq
		_, err := rig.Eval[bool](p, `(document.querySelector("#m-buy").focus(), true)`)
		require.NoError(t, err)
		require.NoError(t, p.Do(chromedp.KeyEvent(kb.Enter)))
		time.Sleep(usualGap) // the habit itself
		require.NoError(t, p.Do(chromedp.KeyEvent(kb.Enter)))
		lived(t, p, seq)
		assert.Equal(t, 1, count(t, p, "deed_transferred"))
		assert.Zero(t, count(t, p, "turn_ended"))
	})
	t.Run("late", func(t *testing.T) { // a busy browser hands on the second press long after it was made
		sandbox(t, s, p, toBuy)
		require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-roll"))))
		require.NoError(t, p.Await(`document.querySelector("#m-buy:not([aria-disabled=true])")`))
		seq := stateOf(t, p).Seq
		holds(t, p, `(window.press = new MouseEvent("click", {bubbles: true, cancelable: true}), true)`, "made")
		holds(t, p, `(document.addEventListener("htmx:before:swap", () => { for (const end = performance.now() + 700; performance.now() < end;); }, {once: true}), true)`, "the answer takes as long")
		require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-buy"))))
		lived(t, p, seq)
		holds(t, p, `!document.getElementById("m-end_turn").dispatchEvent(press)`, "it was meant for what was there before")
		assert.Zero(t, count(t, p, "turn_ended"))
	})
	t.Run("moved", func(t *testing.T) { // another button moves there, and no answer of the server has moved it
		sandbox(t, s, p, toBuy)
		require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-roll"))))
		require.NoError(t, p.Await(`document.querySelector("#m-buy:not([aria-disabled=true])")`))
		// At once: half a second later it would be a press of its own.
		pressed, err := rig.EvalAsync[string](p, `new Promise(done => {
			document.addEventListener("htmx:after:swap", () => {
				const buy = document.getElementById("m-buy"), at = buy.getBoundingClientRect(), decline = document.getElementById("m-decline"), is = decline.getBoundingClientRect();
				decline.style.translate = (at.x - is.x) + "px " + (at.y - is.y) + "px";
				decline.style.zIndex = 9;
				const press = new MouseEvent("click", {bubbles: true, cancelable: true, detail: 1, clientX: at.x + at.width / 2, clientY: at.y + at.height / 2});
				done(String(buy.ariaDisabled) + " " + String(decline.dispatchEvent(press)));
			}, {once: true});
			htmx.trigger(document.getElementById("table"), "game");
		})`)
		require.NoError(t, err)
		assert.Equal(t, "null false", pressed, "it was meant for what lay there")
		assert.Zero(t, count(t, p, "auction_started"))
	})
	ben := player(t, s, "Ben")
	for _, apart := range gaps() {
		t.Run(fmt.Sprint("accept/", apart), func(t *testing.T) {
			id := sandbox(t, s, p, toAccept)
			require.NoError(t, ben.Join(t.Context(), id))
			sc := &sandboxTable{t: t, id: id, seats: []*rig.Client{ben}}
			sc.move(0, "propose_trade", "to", 0, "give", map[string]any{"deeds": []int{39}}, "want", map[string]any{"cash": 5})
			sc.move(0, "propose_trade", "to", 0, "give", map[string]any{"deeds": []int{37}}, "want", map[string]any{"cash": 6})
			accept := `:is(#act, #trades) [name=move][value=accept_trade]`
			require.NoError(t, p.Await(fmt.Sprintf("document.querySelectorAll(%q).length === 2", accept)))
			time.Sleep(600 * time.Millisecond) // what has just come to lie there is dead for half a second
			pressTwice(t, p, accept, apart)
			require.NoError(t, p.Await(`document.querySelector(".confirm") || document.querySelectorAll(":is(#act, #trades) [value=accept_trade]").length < 2`))
			assert.LessOrEqual(t, count(t, p, "trade_accepted"), 1, "two offers, one answer")
		})
	}
	assert.Empty(t, p.Problems())
}

// TestASecondPressDoesNothingOnTheNextPage presses twice a control that leads to another
// page: one table is opened, one answer given, and nothing on the page that comes
// is pressed by it.
func TestASecondPressDoesNothingOnTheNextPage(t *testing.T) {
	t.Parallel()
	s, b := shipped(t), browser(t)
	for _, apart := range gaps() {
		t.Run(fmt.Sprint("play now/", apart), func(t *testing.T) {
			s, p := shipped(t), newSession(t, b, rig.Emulation{})
			require.NoError(t, p.Open(s.URL+"/"))
			pressTwice(t, p, "#m-quick", apart)
			require.NoError(t, p.Await(`document.getElementById("table")`))
			require.NoError(t, p.Await(`document.readyState === "complete" && performance.now() > 700`))
			mine, err := rig.EvalAsync[int](p, `fetch("/", {headers: {Accept: "text/html"}}).then(r => r.text()).then(h => new Set(
				[...new DOMParser().parseFromString(h, "text/html").querySelectorAll("#main a[href^='/games/']")].map(a => a.getAttribute("href")).filter(h => /^\/games\/[a-z0-9]{10}$/.test(h))).size)`)
			require.NoError(t, err)
			assert.Equal(t, 1, mine, "one table")
			for _, e := range actsIn(logOf(t, p)) {
				assert.NotZero(t, e.seat, "No. %d %s", e.Seq, e.Type)
			}
			assert.Empty(t, p.Problems())
		})
		t.Run(fmt.Sprint("confirm/", apart), func(t *testing.T) {
			p := newSession(t, b, rig.Emulation{})
			require.NoError(t, p.SignIn(s.URL, "Ada"))
			id := sandbox(t, s, p, toBuy)
			require.NoError(t, p.Open(s.URL+"/games/"+id+"/confirm?move=resign"))
			for _, button := range []string{"#back", ".confirm form button"} {
				// The confirmation page comes while the second press is on its way.
				_, err := rig.Eval[bool](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect();
					const a = document.createElement("a"); a.href = location.href; a.id = "here"; a.textContent = "here";
					a.setAttribute("class", "btn"); document.body.append(a);
					const sheet = new CSSStyleSheet();
					sheet.replaceSync("#here { position: fixed; z-index: 99; left: " + r.x + "px; top: " + r.y + "px; width: " + r.width + "px; height: " + r.height + "px }");
					document.adoptedStyleSheets = [sheet]; return true })()`, button))
				require.NoError(t, err)
				born, err := rig.Eval[float64](p, "performance.timeOrigin")
				require.NoError(t, err)
				pressTwice(t, p, "#here", apart)
				require.NoError(t, p.Await(fmt.Sprintf(`performance.timeOrigin > %f && document.readyState === "complete" && performance.now() > 700`, born)))
				at, err := rig.Eval[string](p, "location.pathname")
				require.NoError(t, err)
				assert.Equal(t, "/games/"+id+"/confirm", at, "the second press goes nowhere")
			}
			assert.Zero(t, happenedIn(t, s, id, "resigned"))
		})
	}
}

func happenedIn(t *testing.T, s *rig.Server, id, kind string) (n int) {
	t.Helper()
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/games/"+id+"/events", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status)
	var log []entry
	require.NoError(t, a.Into(&log))
	for _, e := range log {
		if e.Type == kind {
			n++
		}
	}
	return n
}

// TestTheSameFormTwiceWithoutScripts posts a form two times, as a double press
// does where no script prevents it, and again from the page that Back shows.
func TestTheSameFormTwiceWithoutScripts(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	r := rig.Plain{Client: player(t, s, "Ada")}
	id, err := r.Create(t.Context(), map[string]any{"scenario": rig.Raw(toBuy)})
	require.NoError(t, err)
	path := "/games/" + id
	send := func(page *rig.Page, move string) *rig.Page {
		t.Helper()
		f, b, ok := page.Find("move", move)
		require.True(t, ok, "%s: %s", move, page.Text())
		require.NotEmpty(t, f.Fields.Get("offer"))
		after, err := rig.Press(t.Context(), r, f, b)
		require.NoError(t, err)
		return after
	}
	for _, move := range []string{"roll", "buy", "end_turn"} {
		page := open(t, r, path)
		require.Equal(t, http.StatusOK, send(page, move).Status)
		state, err := r.State(t.Context(), id)
		require.NoError(t, err)
		for range 2 { // the second press at once, and another after Back
			again := send(page, move)
			assert.Equal(t, http.StatusConflict, again.Status, "%s: %s", move, again.Text())
			now, err := r.State(t.Context(), id)
			require.NoError(t, err)
			assert.Equal(t, state.Seq, now.Seq, "%s again", move)
		}
	}
}

// TestASecondPressMarksNoWords presses twice a button that leaves words where it lay: the
// second press would mark them. Other words are marked as ever.
func TestASecondPressMarksNoWords(t *testing.T) {
	t.Parallel()
	s, p := serve(t), newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.Open(s.URL+"/"))
	for label, marked := range map[string]string{"button": "", "p": "words"} {
		_, err := rig.Eval[bool](p, fmt.Sprintf(`(() => { getSelection().removeAllRanges(); document.getElementById("here")?.remove();
			const e = document.createElement(%q); e.id = "here"; e.textContent = "words"; e.setAttribute("class", "btn");
			e.addEventListener("click", () => { if (e.localName === "button") { const p = document.createElement("p"); p.id = "here"; p.textContent = "words"; p.setAttribute("class", "btn"); e.replaceWith(p); } });
			document.querySelector("#main").prepend(e); return true })()`, label))
		require.NoError(t, err)
		pressTwice(t, p, "#here", usualGap)
		said, err := rig.Eval[string](p, `document.getElementById("here").localName + getSelection().toString().trim()`)
		require.NoError(t, err)
		assert.Equal(t, "p"+marked, said, label)
		time.Sleep(600 * time.Millisecond) // what comes next is no part of this double click
	}
}
