package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// legible looks for things that large letters break: a page wider than its window, a
// control that is cut off, or one that cannot be scrolled into view or is not there.
const legible = `(() => { const bad = [];
	document.getAnimations().forEach(a => a.finish()); // what has just come lets presses through
	if (document.documentElement.scrollWidth > innerWidth) bad.push("wider than the window by " + (document.documentElement.scrollWidth - innerWidth));
	for (const b of document.querySelectorAll("#act button, #act select, #act input:not([type=hidden]), #act a.btn, #act h2, main form button")) {
		if (!b.checkVisibility() || b.closest("details:not([open])")) continue;
		if (b.scrollWidth > b.clientWidth + 2 && b.clientWidth) bad.push("cut off: " + b.outerHTML.slice(0, 90));
		b.scrollIntoView({block: "nearest", behavior: "instant"});
		const r = b.getBoundingClientRect(), top = document.elementFromPoint(Math.min(r.x + r.width / 2, innerWidth - 1), r.y + Math.min(r.height / 2, innerHeight / 3));
		if (top && b !== top && !b.contains(top) && !b.closest("label")?.contains(top)) bad.push("covered by " + top.outerHTML.slice(0, 60) + ": " + b.outerHTML.slice(0, 90));
	}
	scrollTo(0, 0);
	for (const e of document.querySelectorAll("#act .more :is(a, button, summary):not(.plain-only, details *)")) if (!e.checkVisibility()) bad.push("out of reach: " + e.innerText);
	for (const e of document.querySelectorAll(".cashes .cash, #players .chips")) if (e.checkVisibility() && e.scrollWidth > e.clientWidth) bad.push("runs out of its place: " + e.innerText);
	return bad })()`

// inRing reports whether the throw and the deed lie in the ring and not beside it.
const inRing = `[...document.querySelectorAll("#act > :is(.throw, .deed)")].every(e => {
	const r = e.getBoundingClientRect(), ring = document.querySelector(".ring").getBoundingClientRect();
	return r.top >= ring.top && r.bottom <= ring.bottom && r.left >= ring.left && r.right <= ring.right })`

// inSight reports whether the first button, which is one's own decision, is there before anybody scrolls, and the
// last one, which may be the answer to an offer beside it, after they scroll to it.
const inSight = `(() => {
	const seen = b => { const r = b.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1 && b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) };
	for (let e = document.querySelector("#act .go"); e; e = e.parentElement) e.scrollTop = 0; // where a page begins
	const first = scrollY === 0 && seen(document.querySelector("#act .go"));
	const last = [...document.querySelectorAll("#act button")].filter(b => b.checkVisibility()).at(-1);
	last.scrollIntoView({block: "nearest", behavior: "instant"});
	return first && seen(last) })()`

// TestSlowPagesWithLargeLetters doubles the letters on a common screen and a phone
// and, as the zoom to 400 % does, shows the pages on a very narrow one. On low screens,
// such as those of a phone on its side, the decision is seen without scrolling.
func TestSlowPagesWithLargeLetters(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	paths := map[string]string{"lobby": "/", "new": "/games/new"}
	for _, m := range phasePositionsNamed(t, "buy", "auction-led", "debt", "trade-answer", "equalise") {
		paths[m.name] = m.create(t, p)
	}
	emulations := []rig.Emulation{{Width: 1280, Height: 900, Letters: 32, Language: "de"}, {Width: 320, Height: 640, Language: "de"}, {Width: 412, Height: 800, Letters: 24, Language: "en"}, {Width: 740, Height: 360, Language: "de"}, {Width: 720, Height: 450, Language: "en"}, {Width: 640, Height: 360, Language: "de"}}
	for _, emulation := range emulations {
		require.NoError(t, p.Emulate(emulation))
		for name, path := range paths {
			t.Run(fmt.Sprintf("%s/%d", name, emulation.Width), func(t *testing.T) {
				require.NoError(t, p.Open(s.URL+path))
				bad, err := rig.Eval[[]string](p, legible)
				require.NoError(t, err)
				assert.Empty(t, bad)
				if name == "buy" && emulation.Height < 500 {
					holds(t, p, inRing, "what the decision is about lies in the ring")
				}
				if name == "trade-answer" && emulation.Height < 500 {
					holds(t, p, inSight, "the decision first, and the offer beside it within reach")
				}
				(&screenshots{t: t, p: p, name: "large", emulation: emulation}).takeAsIs(name)
			})
		}
	}
}
