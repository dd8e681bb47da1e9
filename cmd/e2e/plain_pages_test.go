package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestShortPagesReachTheFootOfTheWindow: what every page ends with stands at its end, and the first
// thing that a page has to say close to its head.
func TestShortPagesReachTheFootOfTheWindow(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	for _, path := range []string{"/nothing", "/players", "/login"} {
		showIn(t, p, s.URL+path, []rig.Emulation{{Width: 1280, Height: 900}, {Width: 390, Height: 844, Touch: true}}, func(emulation rig.Emulation) {
			foot, err := rig.Eval[float64](p, `document.querySelector(".foot").getBoundingClientRect().bottom - innerHeight`)
			require.NoError(t, err)
			require.InDelta(t, 0, foot, 1, "%s, %d px", path, emulation.Width)
			gap, err := rig.Eval[float64](p, `(said => { const r = document.createRange(); r.selectNodeContents(said); return document.querySelector("#act").getBoundingClientRect().top - r.getBoundingClientRect().bottom })(document.querySelector("#status"))`)
			require.NoError(t, err)
			require.Less(t, gap, 40.0, "%s, %d px", path, emulation.Width)
		})
	}
}

// unevenWays lists the cards of tables whose way lies higher or lower than that of a card beside them.
const unevenWays = `JSON.stringify(Object.values(Object.groupBy([...document.querySelectorAll(".tlist > .card:has(> p > :is(.btn, .go))")], e => Math.round(e.getBoundingClientRect().top)))
	.flatMap(row => row.map(e => [e.innerText, Math.round(e.querySelector("p > :is(.btn, .go)").getBoundingClientRect().bottom)]).filter(([, at], _, all) => at !== all[0][1]).map(([said, at]) => said + " at " + at)))`

// TestCardsBesideEachOtherHaveTheirWaysInALine: however much they say.
func TestCardsBesideEachOtherHaveTheirWaysInALine(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, game := range []map[string]any{{"edition": "mega", "players": 3}, {"edition": "german-classic", "players": 4, "pace": "correspondence", "title": "Der Freitagabend-Stammtisch im Hinterzimmer"}, {"edition": "sonic"}} {
		var made rig.State
		require.NoError(t, p.Post("/games", game, &made))
	}
	for _, path := range []string{"/", "/editions"} {
		showIn(t, p, s.URL+path, []rig.Emulation{{Width: 1280, Height: 900, Language: "de"}, {Width: 768, Height: 1024, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `document.querySelectorAll(".tlist > .card").length > 2`, path)
			noneOf(t, p, unevenWays, "%s, %d px", path, emulation.Width)
		})
	}
}

// TestTheHeadOfLargeLettersIsInOrder: on a phone with letters of twice the size the name of a page
// stands above what it says first, and the menu at the end of its line.
func TestTheHeadOfLargeLettersIsInOrder(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	for _, path := range []string{"/", "/players"} {
		require.NoError(t, p.Emulate(rig.Emulation{Width: 390, Height: 844, Language: "de", Letters: 32}))
		require.NoError(t, p.Open(s.URL+path))
		holds(t, p, `((h1, said) => h1.getBoundingClientRect().bottom <= said.getBoundingClientRect().top + 1)(document.querySelector(".top h1"), document.querySelector("#status"))`, path+": the name is above")
		holds(t, p, `(menu => menu.right <= innerWidth && menu.right > innerWidth - 40)(document.querySelector(".menu").getBoundingClientRect())`, path+": the menu is at the end")
	}
}

// TestTheTurnInTheHeadIsALine: where it has no room beside the name of the table it stands
// whole below it.
func TestTheTurnInTheHeadIsALine(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"edition": "german-classic", "title": "Tisch von Gast", "bots": []string{"", "", ""}}, &made))
	require.NoError(t, p.Post("/games/"+made.Game+"/start", nil, nil))
	emulations := inLanguage([]rig.Emulation{{Width: 960, Height: 800}, {Width: 1024, Height: 800}, {Width: 1152, Height: 800}, {Width: 1280, Height: 800}}, "de")
	showIn(t, p, s.URL+"/games/"+made.Game, emulations, func(emulation rig.Emulation) {
		holds(t, p, `(sub => { const r = document.createRange(); r.selectNodeContents(sub); return r.getBoundingClientRect().height < 1.9 * parseFloat(getComputedStyle(sub).fontSize) })(document.querySelector("#sub"))`, fmt.Sprintf("%d px", emulation.Width))
	})
}

// TestSlowTheStatusInTheHeadIsReadable: on a desk it is whole in the head of a page or not there at all.
func TestSlowTheStatusInTheHeadIsReadable(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for _, path := range []string{"/gallery/past", "/gallery/past-end", "/gallery/log", "/gallery/figures", "/gallery/result"} {
		showIn(t, p, s.URL+path, []rig.Emulation{{Width: 1280, Height: 800, Language: "en"}, {Width: 1280, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `(said => said.clientWidth < 2 || said.scrollHeight <= said.clientHeight + 1)(document.querySelector("#status"))`, path+" "+emulation.Language)
		})
	}
}

// TestSlowTheStatusIsWholeBesideALongTitle: in a narrow window and below the longest title of a table
// it has a line of its own.
func TestSlowTheStatusIsWholeBesideALongTitle(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, title := range []string{"Tisch von Gast", "Der sehr lange Freitagabend-Stammtisch im alten Hinterzimmer"} {
		var made rig.State
		require.NoError(t, p.Post("/games", map[string]any{"title": title, "scenario": rig.Raw(unsold)}, &made))
		for _, path := range []string{"/books", "/pace", "/chat", "/events", "/stats"} {
			showIn(t, p, s.URL+"/games/"+made.Game+path, inLanguage([]rig.Emulation{{Width: 960, Height: 700}, {Width: 1024, Height: 700}, {Width: 1280, Height: 800}, {Width: 1440, Height: 900}}, "de"), func(emulation rig.Emulation) {
				where := fmt.Sprintf("%s%s, %d px", title, path, emulation.Width)
				holds(t, p, `(said => said.clientWidth > 60 && said.scrollHeight <= said.clientHeight + 1)(document.querySelector("#status"))`, where)
				holds(t, p, `document.documentElement.scrollWidth <= innerWidth`, where)
			})
		}
	}
}

// TestTheVoicesOfAVoteStandTogether: on a desk the buttons for and against are no page apart.
func TestTheVoicesOfAVoteStandTogether(t *testing.T) {
	t.Parallel()
	p := newPair(t, serve(t), browser(t))
	require.NoError(t, p.ada.Post("/games/"+p.id+"/pace", map[string]any{"what": "pause", "days": 1}, nil))
	showIn(t, p.ben, p.url()+"/pace", []rig.Emulation{{Width: 1440, Height: 900}, {Width: 1024, Height: 768}, {Width: 360, Height: 740, Touch: true}}, func(emulation rig.Emulation) {
		holds(t, p.ben, `(([first, second]) => second.top === first.top && second.left - first.right < 24)([...document.querySelectorAll(".vote .row button")].map(b => b.getBoundingClientRect()))`, fmt.Sprintf("%d px", emulation.Width))
	})
}

// TestNamesOfTokensAreWhole: those of colours too, on every screen of a waiting room.
func TestNamesOfTokensAreWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"edition": "german-classic", "players": 4}, &made))
	for _, language := range []string{"de", "en"} {
		showIn(t, p, s.URL+"/games/"+made.Game, inLanguage([]rig.Emulation{{Width: 768, Height: 1024}, {Width: 1024, Height: 768}, {Width: 1280, Height: 800}, {Width: 360, Height: 740}}, language), func(emulation rig.Emulation) {
			noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".looks label > span")].filter(e => { const r = document.createRange(); r.selectNodeContents(e); return r.getClientRects().length !== 1 }).map(e => e.textContent))`, "%d px, %s", emulation.Width, language)
		})
	}
}

// wordsInTwo lists the words of a page that are broken where they have no hyphen.
const wordsInTwo = `JSON.stringify((() => {
	const bad = [], words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let n; n = words.nextNode();) {
		if (n.data.includes("\u00ad") || !n.parentElement.checkVisibility() || n.parentElement.closest(".vh, svg, code, option")) continue;
		for (const word of n.data.matchAll(/[\p{L}\d]{2,}/gu)) {
			range.setStart(n, word.index); range.setEnd(n, word.index + word[0].length);
			if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) bad.push(word[0]);
		}
	}
	return bad;
})())`

// TestSlowNoWordOfAPageIsBroken: not on phones and not on tablets, in both languages.
func TestSlowNoWordOfAPageIsBroken(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, path := range []string{"/", "/games/new", "/rules", "/rules/us/play", "/editions", "/me", "/me/account", "/me/notices", "/login"} {
		for _, language := range []string{"de", "en"} {
			showIn(t, p, s.URL+path, inLanguage([]rig.Emulation{{Width: 360, Height: 740}, {Width: 768, Height: 1024}}, language), func(emulation rig.Emulation) {
				noneOf(t, p, wordsInTwo, "%s, %d px, %s", path, emulation.Width, language)
			})
		}
	}
}

// TestSlowLettersOfTwiceTheSizeStayInTheWindowOfAPhone: no page has to be moved sideways.
func TestSlowLettersOfTwiceTheSizeStayInTheWindowOfAPhone(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var room, game rig.State
	require.NoError(t, p.Post("/games", map[string]any{"edition": "us-classic", "players": 4, "bots": []string{"easy"}}, &room))
	require.NoError(t, p.Post("/games", map[string]any{"edition": "us-classic", "players": 4, "bots": []string{"easy", "easy", "easy"}, "quick": true}, &game))
	for _, lang := range []string{"de", "en"} {
		require.NoError(t, p.Emulate(rig.Emulation{Width: 360, Height: 740, Language: lang, Letters: 32}))
		for _, path := range []string{
			"/", "/games/new", "/rules", "/rules/us", "/rules/mark/play", "/editions", "/editions/us-classic", "/me", "/me/account", "/login",
			"/games/" + room.Game, "/games/" + game.Game, "/games/" + game.Game + "/books", "/games/" + game.Game + "/orders", "/games/" + game.Game + "/pace",
		} {
			require.NoError(t, p.Open(s.URL+path))
			wide, err := rig.Eval[int](p, "document.documentElement.scrollWidth")
			require.NoError(t, err)
			require.LessOrEqual(t, wide, 360, "%s in %s", path, lang)
		}
	}
}
