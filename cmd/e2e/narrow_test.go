package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

const builtUp = `{"edition": "mega", "rulebook": "mega", "players": [
	{"name": "Ada", "space": 14, "deeds": [{"space": 27}, {"space": 29}, {"space": 30}, {"space": 31}]},
	{"name": "Ben", "space": 5, "deeds": [{"space": 7, "houses": 4}, {"space": 8, "houses": 4}, {"space": 11, "hotel": true}]}], "dice": [[1, 2, 1]]}`

// TestNarrowTablesDoNotMoveSideways opens all that is folded at tables with
// long names and long tables.
func TestNarrowTablesDoNotMoveSideways(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 360, Height: 740, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	long := strings.NewReplacer(`"Ben"`, `"`+strings.Repeat("W", 24)+`"`).Replace(rig.FourFriends)
	for _, m := range []phasePosition{{name: "long", doc: long}, {name: "built", doc: builtUp}} {
		require.NoError(t, p.Open(s.URL+m.create(t, p)))
		wide, err := rig.Eval[int](p, `(document.querySelectorAll("details").forEach(d => d.open = true), document.documentElement.scrollWidth)`)
		require.NoError(t, err)
		assert.LessOrEqual(t, wide, 360, m.name)
	}
}

// TestOffersOfLongNamesLeaveTheTableItsWidth: an offer of somebody whose name is one long word
// stands among the open ones in the last column of a phone and of a tablet on its side.
func TestOffersOfLongNamesLeaveTheTableItsWidth(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	offers := phasePosition{name: "offers", doc: strings.NewReplacer(`"Ben"`, `"`+strings.Repeat("W", 24)+`"`).Replace(rig.FourFriends), moves: []string{
		`{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25]}, "want": {"deeds": [21, 15]}}`,
		`{"player": 1, "move": "propose_trade", "to": 0, "give": {"cash": 10}, "want": {"deeds": [21]}}`}}
	showIn(t, p, s.URL+offers.create(t, p), []rig.Emulation{{Width: 320, Height: 640, Language: "de"}, {Width: 1024, Height: 768, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, p, `document.getElementById("trades").textContent.includes("WWWW")`, "the offer is among the open ones")
		holds(t, p, fmt.Sprintf("document.documentElement.scrollWidth <= %d", emulation.Width), fmt.Sprintf("%d px", emulation.Width))
	})
}

// TestAnOfferOnALowScreenIsNoWindowOfItsOwn: on a phone on its side one's own decision is in sight first, and
// the offer beside it moves with it, so that its answers follow what they are about.
func TestAnOfferOnALowScreenIsNoWindowOfItsOwn(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	offer := phasePosition{name: "offer", doc: rig.FourFriends, moves: []string{
		`{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25]}, "want": {"deeds": [21, 15]}}`}}
	showIn(t, p, s.URL+offer.create(t, p), []rig.Emulation{{Width: 667, Height: 375, Touch: true, Language: "de"}, {Width: 844, Height: 390, Touch: true, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, p, `(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector(".choice > .arrival"))`, fmt.Sprintf("the offer, %d px", emulation.Width))
		holds(t, p, `document.querySelector(".choice .go").getBoundingClientRect().bottom <= innerHeight`, fmt.Sprintf("the decision, %d px", emulation.Width))
	})
}

// TestLongWordsStayInTheWindow opens the invitation of a host whose name is one long word on
// phones, and a table on common screens, whose header has many ways.
func TestLongWordsStayInTheWindow(t *testing.T) {
	t.Parallel()
	s := serve(t)
	host, p := newSession(t, browser(t), rig.Emulation{}), newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, host.SignIn(s.URL, "Donaudampfschifffahrtsge"))
	var made rig.State
	require.NoError(t, host.Post("/games", map[string]any{"edition": "german-classic", "rulebook": "standard", "players": 3}, &made))
	showIn(t, p, s.URL+"/games/"+made.Game, []rig.Emulation{{Width: 390, Height: 740, Touch: true, Language: "de"}, {Width: 360, Height: 740, Touch: true, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, p, fmt.Sprintf("document.documentElement.scrollWidth <= %d", emulation.Width), fmt.Sprintf("the invitation, %d px", emulation.Width))
	})
	table := phasePosition{doc: rig.FourFriends}
	path := table.create(t, host)
	showIn(t, host, s.URL+path, []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 1024, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, host, `[...document.querySelectorAll("#ways a")].every(a => a.getBoundingClientRect().right <= innerWidth)`, fmt.Sprintf("the ways, %d px", emulation.Width))
	})
}

// TestLongNamesStayInTheWindow opens the pages of a table at which everybody's name is one long
// word on phones, with what can be done about a message.
func TestLongNamesStayInTheWindow(t *testing.T) {
	t.Parallel()
	s := serve(t)
	b := browser(t)
	p, guest := newSession(t, b, rig.Emulation{}), newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, strings.Repeat("W", 24)))
	require.NoError(t, guest.SignIn(s.URL, strings.Repeat("M", 24)))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"edition": "german-classic", "rulebook": "standard", "players": 2, "pace": "correspondence"}, &made))
	table := "/games/" + made.Game
	require.NoError(t, guest.Post(table+"/seats", map[string]any{}, nil))
	require.NoError(t, p.Post(table+"/start", map[string]any{}, nil))
	for _, who := range []*rig.Session{p, guest} {
		require.NoError(t, who.Post(table+"/chat", map[string]any{"text": "Hallo"}, nil))
	}
	for _, path := range []string{"", "/chat", "/events", "/books", "/pace"} {
		showIn(t, p, s.URL+table+path, []rig.Emulation{{Width: 320, Height: 640, Language: "de"}, {Width: 390, Height: 740, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `document.body.innerText.includes("WWWW")`, path)
			holds(t, p, `(document.querySelectorAll(".about").forEach(d => d.open = true), location.pathname.endsWith("/chat") === !!document.querySelector(".about"))`, path)
			holds(t, p, fmt.Sprintf("document.documentElement.scrollWidth <= %d", emulation.Width), fmt.Sprintf("%s, %d px", path, emulation.Width))
		})
	}
}

// TestTheStatusLineOfAPhoneIsWhole: what a phone says above the board is not cut where two lines hold it.
func TestTheStatusLineOfAPhoneIsWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "card", doc: `{"edition": "german-classic", "rulebook": "standard", "players": [{"name": "Ada", "space": 3}, {"name": "Ben"}], "dice": [[4, 5]]}`, moves: []string{`{"move": "roll"}`}}
	path := m.create(t, p)
	for _, language := range []string{"de", "en"} {
		require.NoError(t, p.Emulate(rig.Emulation{Width: 360, Height: 640, Touch: true, Language: language}))
		require.NoError(t, p.Open(s.URL+path))
		holds(t, p, `(e => e.innerText.length > 40 && e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)(document.getElementById("status"))`, language)
	}
}

// TestALongStatusOfAPhoneIsCutBetweenLines: of a refusal that takes more than three lines nothing shows below them.
func TestALongStatusOfAPhoneIsCutBetweenLines(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 390, Height: 844, Touch: true, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	require.NoError(t, p.Open(s.URL+"/games/new?edition=german-classic"))
	holds(t, p, `(document.querySelector("[name='option.end_time']").value = "60", document.querySelector("main button.go").click(), true)`, "sent")
	require.NoError(t, p.Await(`document.getElementById("problem")`))
	holds(t, p, `(e => { const s = getComputedStyle(e), line = parseFloat(s.lineHeight), shown = e.clientHeight - parseFloat(s.paddingTop);
		return e.scrollHeight > 3.5 * line && shown < 3.1 * line })(document.getElementById("status"))`, "the third line is the last")
}

// TestStrangersSeeWhereToSignIn opens the lobby and a table signed out on common screens: on wide
// ones the way in stands in the header itself.
func TestStrangersSeeWhereToSignIn(t *testing.T) {
	t.Parallel()
	s := serve(t)
	host, p := newSession(t, browser(t), rig.Emulation{}), newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, host.SignIn(s.URL, "Ada"))
	table := phasePosition{doc: rig.FourFriends}
	for _, path := range []string{"/", table.create(t, host)} {
		showIn(t, p, s.URL+path, []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 1000, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
			where := fmt.Sprintf("%s, %d px", path, emulation.Width)
			holds(t, p, `document.querySelector("#ways a[href^='/players']").checkVisibility()`, where)
			holds(t, p, `[...document.querySelectorAll("#ways a")].every(a => a.getBoundingClientRect().right <= innerWidth)`, where)
			holds(t, p, `[...document.querySelectorAll("#ways a[href$='/play']")].every(a => !a.checkVisibility())`, where)
		})
	}
}

// faintWords lists the words of the decision that do not stand out from what lies behind them.
const faintWords = `(() => {
	const paint = c => { const [r, g, b, a = 1] = c.match(/[\d.]+/g).map(Number); return {r, g, b, a} }
	const light = ({r, g, b}) => [r, g, b].map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0)
	const behind = e => { for (; e; e = e.parentElement) { const c = paint(getComputedStyle(e).backgroundColor); if (c.a === 1) return c } return {r: 255, g: 255, b: 255} }
	return [...document.querySelectorAll("#act :is(h2, p, a, summary, label, small, b)")]
		.filter(e => e.checkVisibility() && e.getClientRects().length && e.innerText.trim() && !e.closest(".deed, .throw, .board, .vh, button"))
		.filter(e => { const a = light(paint(getComputedStyle(e).color)), b = light(behind(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 4.5 })
		.map(e => e.innerText.trim()) })()`

// TestSlowADecisionIsLegibleInALowNarrowWindow: of a common screen that is left at 400 %, and of a
// small window beside another one. There the decision lies on the frame of the board.
func TestSlowADecisionIsLegibleInALowNarrowWindow(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "buy", "auction-led", "debt", "trade-answer") {
		path := m.create(t, p)
		for _, emulation := range []rig.Emulation{{Width: 320, Height: 256, Language: "de"}, {Width: 360, Height: 470, Language: "en", Dark: true}} {
			require.NoError(t, p.Emulate(emulation))
			require.NoError(t, p.Open(s.URL+path))
			faint, err := rig.Eval[[]string](p, faintWords)
			require.NoError(t, err)
			assert.Empty(t, faint, "%s at %d by %d", m.name, emulation.Width, emulation.Height)
		}
	}
}
