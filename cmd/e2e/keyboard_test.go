package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// keyboardUser are a player without a mouse.
type keyboardUser struct {
	t    *testing.T
	p    *rig.Session
	keys int
}

func (h *keyboardUser) key(key string) {
	h.t.Helper()
	h.keys++
	require.NoError(h.t, h.p.Do(chromedp.KeyEvent(key)))
}

// at reports whether the focus is on the selected element and, if so, whether
// it can be seen: large enough, in the window, not covered, with an outline.
const at = `(s => { const e = document.activeElement;
	if (!e?.matches(s)) return "no: " + e?.nodeName + " " + e?.id;
	const r = e.getBoundingClientRect(), top = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
	if (r.width < 24 || r.height < 24) return "too small";
	if (e !== top && !e.contains(top)) return "covered by " + top?.outerHTML.slice(0, 120);
	return getComputedStyle(e).outlineStyle === "none" ? "no outline" : "" })(%q)`

// stops counts the stops of Tab on this page.
const stops = `document.querySelectorAll("a[href],button,input,select,textarea,summary").length`

// reach presses Tab until the focus is on the selected element, at most once
// around the page. It is false if the page has changed meanwhile and has it no
// longer, as when another player bids first.
func (h *keyboardUser) reach(selector string) bool {
	h.t.Helper()
	why := ""
	around, err := rig.Eval[int](h.p, stops)
	require.NoError(h.t, err)
	for range around + 20 {
		h.key(kb.Tab)
		var err error
		why, err = rig.Eval[string](h.p, fmt.Sprintf(at, selector))
		require.NoError(h.t, err)
		if why == "" {
			return true
		}
	}
	there, err := rig.Eval[bool](h.p, fmt.Sprintf("document.querySelector(%q) !== null", selector))
	require.NoError(h.t, err)
	if !there {
		return false
	}
	html, _ := rig.Eval[string](h.p, fmt.Sprintf(`location + " " + ((document.querySelector(%q) ?? document.querySelector("#act h2"))?.closest("section,details")?.outerHTML ?? "").slice(0, 800)`, selector))
	require.Failf(h.t, "no way by Tab", "%s: %s after %d stops; the page is %s", selector, why, around, html)
	return false
}

// press reaches a control and presses Enter; false if the page has lost it.
func (h *keyboardUser) press(selector string) bool {
	h.t.Helper()
	if !h.reach(selector) {
		return false
	}
	require.NoError(h.t, h.p.Await(fmt.Sprintf("document.querySelector(%q)?.ariaDisabled !== 'true'", selector)))
	h.key(kb.Enter)
	return true
}

// mustPress is press for a control that cannot go away.
func (h *keyboardUser) mustPress(selector string) {
	h.t.Helper()
	require.Truef(h.t, h.press(selector), "%s is gone", selector)
}

// settle answers the confirmation page before a move, if one has come.
func (h *keyboardUser) settle(w *tablePage) {
	h.t.Helper()
	require.NoError(h.t, h.p.Await(`document.querySelector(".confirm form button")`))
	h.mustPress(".confirm form button")
	w.begin()
}

// TestSlowGameWithTheKeyboardAlone goes from the lobby to the winner with Tab and
// Enter. A player who has not lost after some time resigns, by the keyboard too.
func TestSlowGameWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t, withoutPauses...) // a whole game
	h := &keyboardUser{t: t, p: newSession(t, b, rig.Emulation{})}
	require.NoError(t, h.p.Open(s.URL+"/"))
	h.mustPress("#m-quick")
	w := &tablePage{t: t, p: h.p}
	w.begin()
	h.key(kb.Tab)
	h.key(kb.Enter) // the first link leads past everything to the decision
	policy, acts := &policy{pressed: map[string]int{}}, 0
	now := w.awaitTurn()
	for ; acts < 25 && !now.over() && !now.state.Players[w.seat].Bankrupt; acts++ {
		c, _, ok := policy.byName(now, slices.Concat(thriftyMoves, debtorMoves)...)
		require.True(t, ok, "nothing to press in the phase %s: %v", now.state.Phase, now.moves())
		if !h.press("#" + c.button) {
			now = w.awaitTurn()
			continue
		}
		policy.pressed[c.move]++
		if c.asks {
			h.settle(w)
		} else {
			require.NoError(t, h.p.Await(fmt.Sprintf("%s > %d", seqShown, now.state.Seq)), c.String())
			require.NoError(t, h.p.Await("document.activeElement !== document.body"), "%s: the focus is lost", c.String())
		}
		now = w.awaitTurn()
	}
	if !now.over() && !now.state.Players[w.seat].Bankrupt {
		h.mustPress("#m-resign")
		h.settle(w)
	}
	require.True(t, w.awaitTurn().over())
	text, err := h.p.Text()
	require.NoError(t, err)
	assert.Contains(t, text, "Guest")
	assert.Empty(t, h.p.Problems())
	t.Logf("%d moves with %d keys: %v", acts, h.keys, policy.pressed)
}

// TestTheFocusIsNotLost is a player without a mouse while what has the focus goes away:
// the keyboard goes on at the decision, or at the deed on which something was built.
func TestTheFocusIsNotLost(t *testing.T) {
	t.Parallel()
	s := serve(t)
	h := &keyboardUser{t: t, p: newSession(t, browser(t), rig.Emulation{Language: "en"})}
	require.NoError(t, h.p.SignIn(s.URL, "Ada"))
	open := func(name string) string {
		m := phasePositionsNamed(t, name)[0]
		path := m.create(t, h.p)
		require.NoError(t, h.p.Open(s.URL+path))
		return path
	}

	path := open("auction-led")
	h.key(kb.Tab)
	h.key(kb.Enter)
	holds(t, h.p, `document.activeElement.id === "act-h"`, "the first link leads to the decision")
	require.True(t, h.reach("#in-m-bid"))
	for _, move := range []string{`{"player": 0, "move": "pass"}`, `{"player": 1, "move": "pass"}`} {
		require.NoError(t, h.p.Post(path+"/moves", json.RawMessage(move), nil))
	}
	require.NoError(t, h.p.Await(`!document.querySelector("#in-m-bid")`))
	require.NoError(t, h.p.Await(`document.activeElement.id === "act-h"`), "the auction is over while a bid is typed")

	open("building")
	require.True(t, h.press("#m-build-18"))
	require.NoError(t, h.p.Await(`!document.querySelector("#m-build-18")`))
	require.NoError(t, h.p.Await(`document.activeElement.matches("#deeds li:has(#m-sell-18) > a")`), "a house is built")
	assert.Empty(t, h.p.Problems())
}
