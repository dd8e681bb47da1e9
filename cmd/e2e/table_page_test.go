package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// snapshot is a table at a moment: the page, and the state that programs get.
type snapshot struct {
	page     *rig.Page
	state    rig.State
	controls []control
}

// over reports whether the game has ended and the page says so.
func (s *snapshot) over() bool { return s.page.Doc.Find(".result").Length() > 0 }

// find is the first control that can make this move.
func (s *snapshot) find(move string, args url.Values) (control, url.Values, bool) {
	for _, c := range s.controls {
		if fill, ok := c.takes(args); ok && c.move == move {
			return c, fill, true
		}
	}
	return control{}, nil, false
}

// moves lists the moves for which the page has controls, each once.
func (s *snapshot) moves() (names []string) {
	for _, c := range s.controls {
		if !slices.Contains(names, c.move) {
			names = append(names, c.move)
		}
	}
	slices.Sort(names)
	return names
}

// newSnapshot reads a page and checks that it offers the moves that programs get.
func newSnapshot(t *testing.T, html, path string, state rig.State) *snapshot {
	t.Helper()
	page, err := rig.ReadPage(html, http.StatusOK, path)
	require.NoError(t, err)
	s := &snapshot{page, state, controls(page.Doc)}
	if s.over() {
		return s
	}
	var listed []string
	for _, m := range state.Moves {
		if !slices.Contains(listed, m.Name()) {
			listed = append(listed, m.Name())
		}
	}
	if slices.Contains(listed, "take_back") { // nobody asks for what goes back without asking
		listed = slices.DeleteFunc(listed, func(m string) bool { return m == "ask_undo" })
	}
	slices.Sort(listed)
	require.Equal(t, listed, s.moves(), "what the page offers in the phase %s", state.Phase)
	return s
}

// tablePage is a table in a browser, with scripts: it is never loaded anew.
type tablePage struct {
	t     *testing.T
	p     *rig.Session
	seat  int
	sent  int // moves pressed since the table was opened
	stale int // of these, how many came too late
}

// countRequests counts in the page which forms were sent and which answers came back.
const countRequests = `(() => { window.requests ??= (() => {
	const w = {sent: 0, answered: 0, status: 0};
	document.addEventListener("submit", () => w.sent++, true);
	document.addEventListener("htmx:finally:request", e => { // not after a swap: where the page has changed meanwhile, the table is fetched instead
		const c = e.detail?.ctx;
		if (c?.request?.method === "POST" && c.response) { w.answered++; w.status = c.response.status; }
	});
	return w;
})(); return true })()`

// begin is called when the table is in the window.
func (s *tablePage) begin() {
	s.t.Helper()
	require.NoError(s.t, s.p.Await("document.getElementById('table')"))
	_, err := rig.Eval[bool](s.p, countRequests)
	require.NoError(s.t, err)
	s.sent = 0
}

// settled waits until the page shows the newest state and the table waits for
// the seat, or the game is over. A game of computer players takes its time:
// the longer it takes, the less often it is polled.
const settled = `(async seat => {
	const offline = document.getElementById("status").dataset.offline;
	let why = "";
	for (let n = 0; n < 100; n++) {
		const r = await fetch(location.pathname, {headers: {Accept: "application/json"}, cache: "no-store", signal: AbortSignal.timeout(20000)}).catch(e => ({ok: false, status: String(e)}));
		if (!r.ok) return JSON.stringify({why: "the server answered " + r.status});
		const text = await r.text(), state = JSON.parse(text);
		const shown = +document.getElementById("table").dataset.seq;
		const over = !!document.querySelector(".result");
		why = "the page shows " + shown + " of " + state.seq + ", waiting for " + state.waiting_for + " in " + state.phase + ": " + document.getElementById("status").textContent;
		if (document.getElementById("status").textContent === offline) return JSON.stringify({why: "the page says it is offline"});
		if (state.status === "finished" ? over : state.seq === shown && !state.lock && (seat < 0 || state.waiting_for.includes(seat)))
			return JSON.stringify({state: text, html: document.documentElement.outerHTML});
		await new Promise(f => setTimeout(f, Math.min(20 + 4 * n, 200)));
	}
	return JSON.stringify({why: why});
})(%d)`

// awaitTurn waits until the table waits for the seat, or the game is over.
func (s *tablePage) awaitTurn() *snapshot {
	s.t.Helper()
	return s.awaitSnapshot(s.seat)
}

// awaitUpdate waits until the page is up to date, whichever player has to decide.
func (s *tablePage) awaitUpdate() *snapshot {
	s.t.Helper()
	return s.awaitSnapshot(-1)
}

func (s *tablePage) awaitSnapshot(seat int) *snapshot {
	s.t.Helper()
	var found struct{ Why, State, HTML string }
	for range 4 {
		text, err := rig.EvalAsync[string](s.p, fmt.Sprintf(settled, seat))
		require.NoError(s.t, err)
		require.NoError(s.t, json.Unmarshal([]byte(text), &found))
		if found.HTML != "" {
			break
		}
	}
	require.NotEmpty(s.t, found.HTML, "the table does not come to the player: %s", found.Why)
	var state rig.State
	require.NoError(s.t, json.Unmarshal([]byte(found.State), &state))
	return newSnapshot(s.t, found.HTML, "", state)
}

// fillForm fills a form in, unfolds the parts that hide its button, and returns where it is.
const fillForm = `((form, button, fill) => {
	const f = document.getElementById(form), b = document.getElementById(button);
	if (!f || !b) return JSON.stringify({why: "gone"});
	for (let d; d = b.closest("details:not([open])");) d.querySelector("summary").click();
	for (const [name, values] of Object.entries(fill)) {
		for (const c of f.elements) {
			if (c.name !== name || c.type === "hidden") continue;
			if (c.type === "checkbox" || c.type === "radio") { if (c.checked !== values.includes(c.value)) c.click(); continue; }
			c.value = values[0];
			c.dispatchEvent(new Event("input", {bubbles: true}));
			c.dispatchEvent(new Event("change", {bubbles: true}));
		}
	}
	if (!f.checkValidity()) return JSON.stringify({why: "the browser would not send it: " + [...f.elements].filter(c => !c.checkValidity()).map(c => c.name + "=" + c.value + " " + c.validationMessage)});
	b.scrollIntoView({block: "center", behavior: "instant"});
	const r = b.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, top = document.elementFromPoint(x, y);
	if (r.width < 24 || r.height < 24) return JSON.stringify({why: "too small: " + r.width + " x " + r.height});
	if (b !== top && !b.contains(top)) return JSON.stringify({why: "covered by " + top?.outerHTML.slice(0, 200)});
	return JSON.stringify({x: x, y: y});
})(%s)`

// answered waits for the answer to a click, or finds that it missed.
const answered = `(async (sent, answered) => {
	for (let n = 0; n < 6000; n++) {
		if (requests.answered > answered) return requests.status;
		if (n > 30 && requests.sent === sent) return 0;
		await new Promise(f => setTimeout(f, 10));
	}
	return -1;
})(%d, %d)`

// rested waits until a press counts: a button that has just come is dead for a moment, and
// one in an offer that has just come over the board lets presses through.
func (s *tablePage) rested(c control) {
	s.t.Helper()
	require.NoError(s.t, s.p.Await(fmt.Sprintf(`(b => !b || b.ariaDisabled !== "true" && getComputedStyle(b).pointerEvents !== "none")(document.getElementById(%q))`, c.button)))
}

// press makes a move with a real click; false if the table had moved on.
func (s *tablePage) press(c control, fill url.Values) bool {
	s.t.Helper()
	why := ""
	if c.asks {
		return s.agree(c, fill)
	}
	for range 5 {
		s.rested(c)
		x, y, trouble := s.fillIn(c.form, c.button, fill)
		if trouble == "gone" {
			s.stale++
			return false
		}
		if why = trouble; why != "" {
			time.Sleep(50 * time.Millisecond)
			continue
		}
		status := s.click(x, y)
		if why = fmt.Sprintf("answered %d", status); status == 0 {
			continue // the page shifted under the mouse
		}
		s.sent++
		if status == http.StatusConflict {
			s.stale++
			return false
		}
		require.Equal(s.t, http.StatusOK, status, "%s %v: %s", c.String(), fill, s.problem())
		return true
	}
	require.Failf(s.t, "a control cannot be used", "%s %v: %s", c.String(), fill, why)
	return false
}

// agree makes a move that has to be confirmed: it goes to the page that describes
// its effect, and presses there. The table is loaded anew; false if it had moved on.
func (s *tablePage) agree(c control, fill url.Values) bool {
	s.t.Helper()
	s.end()
	s.rested(c)
	_, _, why := s.fillIn(c.form, c.button, fill)
	if why == "gone" {
		s.stale++
		return false
	}
	require.Empty(s.t, why, "%s", c.String())
	require.NoError(s.t, s.p.Follow("#"+c.button))
	rows, err := rig.Eval[int](s.p, `document.querySelectorAll(".confirm tr").length`)
	require.NoError(s.t, err)
	assert.Positive(s.t, rows, "the page says what %s would bring about", c.String())
	require.NoError(s.t, s.p.Follow(".confirm form button"))
	s.begin()
	return true
}

func (s *tablePage) fillIn(form, button string, fill url.Values) (x, y float64, why string) {
	s.t.Helper()
	args := make([]string, 0, 3)
	for _, v := range []any{form, button, fill} {
		data, err := json.Marshal(v)
		require.NoError(s.t, err)
		args = append(args, string(data))
	}
	text, err := rig.Eval[string](s.p, fmt.Sprintf(fillForm, strings.Join(args, ", ")))
	require.NoError(s.t, err)
	var at struct {
		X, Y float64
		Why  string
	}
	require.NoError(s.t, json.Unmarshal([]byte(text), &at))
	return at.X, at.Y, at.Why
}

// click sends a click and returns the status of the answer, 0 if it hit nothing.
func (s *tablePage) click(x, y float64) int {
	s.t.Helper()
	before, err := rig.Eval[[]int](s.p, "[requests.sent, requests.answered]")
	require.NoError(s.t, err)
	require.NoError(s.t, s.p.Do(chromedp.MouseClickXY(x, y)))
	status, err := rig.EvalAsync[int](s.p, fmt.Sprintf(answered, before[0], before[1]))
	require.NoError(s.t, err)
	return status
}

func (s *tablePage) problem() string {
	text, err := rig.Eval[string](s.p, `[...document.querySelectorAll(".problem")].map(e => e.innerText).join(" / ")`)
	require.NoError(s.t, err)
	return text
}

// end checks that nothing went wrong behind the page's back.
func (s *tablePage) end() {
	s.t.Helper()
	sent, err := rig.Eval[int](s.p, "requests.sent")
	require.NoError(s.t, err)
	assert.Equal(s.t, s.sent, sent, "each click sent its form, once, and the page was never loaded anew")
	var bad []string
	late := 0
	for _, problem := range s.p.Problems() {
		if strings.Contains(problem, strconv.Itoa(http.StatusConflict)) {
			late++
			continue
		}
		bad = append(bad, problem)
	}
	assert.Empty(s.t, bad)
	assert.LessOrEqual(s.t, late, s.stale)
}
