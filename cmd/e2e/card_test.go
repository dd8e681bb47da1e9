package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestACardLeavesTheBoardInSight opens the cards of lots that others have built on.
func TestACardLeavesTheBoardInSight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range []phasePosition{{name: "built", doc: builtUp, query: "?deed=8"}, {name: "friends", doc: rig.FourFriends, query: "?deed=6"}} {
		require.NoError(t, p.Open(s.URL+m.create(t, p)))
		room, err := rig.Eval[float64](p, `document.querySelector(".ring > .s:not(.k)").getBoundingClientRect().top - document.getElementById("deed").getBoundingClientRect().bottom`)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, room, 0.0, m.name)
	}
}

// TestAnotherCardMovesNothing looks at a card and puts it away again, on a wide
// page that is scrolled a little, and shuts the menu of a narrow one.
func TestAnotherCardMovesNothing(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "friends", doc: rig.FourFriends}
	path := m.create(t, p)
	require.NoError(t, p.Open(s.URL+path))
	where := `scrollY + " " + document.activeElement.closest("li")?.id`
	still := func(want string) {
		t.Helper()
		require.NoError(t, p.Await(where+` === "`+want+`"`), want)
	}
	_, err := rig.Eval[bool](p, `(scrollTo(0, 20), window.same = true)`)
	require.NoError(t, err)
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#s6 a"))))
	require.NoError(t, p.Await(`document.getElementById("of-s6") && window.same`))
	still("20 s6")
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#deed a"))))
	require.NoError(t, p.Await(`!document.getElementById("of-s6") && window.same`))
	still("20 s6")

	require.NoError(t, p.Emulate(rig.Emulation{Width: 360, Height: 740, Language: "de"}))
	shown := `document.getElementById("nav").checkVisibility()`
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS(".menu"))))
	require.NoError(t, p.Await(shown))
	require.NoError(t, p.Do(chromedp.KeyEvent(kb.Escape)))
	require.NoError(t, p.Await("!"+shown))
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS(".menu"))))
	require.NoError(t, p.Await(shown))
	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#status"))))
	require.NoError(t, p.Await("!"+shown))
}
