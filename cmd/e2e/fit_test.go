package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/bankhalter/bankhalter/game/edition"
)

// showIn opens a page in the first of some emulations, and has its window take the size of each
// of the others; it is opened anew only where the language is another one.
func showIn(t *testing.T, p *rig.Session, url string, emulations []rig.Emulation, seen func(emulation rig.Emulation)) {
	t.Helper()
	for i, emulation := range emulations {
		require.NoError(t, p.Emulate(emulation))
		if i == 0 || emulation.Language != emulations[i-1].Language {
			require.NoError(t, p.Open(url))
		}
		require.NoError(t, p.Await(fmt.Sprintf(`matchMedia("(width: %dpx) and (height: %dpx)").matches`, emulation.Width, emulation.Height)))
		painted(t, p)
		seen(emulation)
	}
}

// painted waits until what has changed on a page is in sight.
func painted(t *testing.T, p *rig.Session) {
	t.Helper()
	_, err := rig.EvalAsync[bool](p, `new Promise(f => requestAnimationFrame(() => requestAnimationFrame(() => f(true))))`)
	require.NoError(t, err)
}

// noneOf asserts that a list which an expression makes of the page is empty.
func noneOf(t *testing.T, p *rig.Session, expression, format string, args ...any) {
	t.Helper()
	text, err := rig.Eval[string](p, expression)
	require.NoError(t, err)
	var bad []string
	require.NoError(t, json.Unmarshal([]byte(text), &bad))
	assert.Empty(t, bad, append([]any{format}, args...)...)
}

// misfits looks at every space of the ring: its name, its amount and its
// buildings are inside it and do not overlap, by more than a hair, and its sign is
// large enough to be known.
const misfits = `JSON.stringify([...document.querySelectorAll(".ring > li")].flatMap(li => {
	const out = li.getBoundingClientRect(), bad = [], hair = 1.5;
	const box = e => { const r = document.createRange(), said = [...e.childNodes].filter(n => n.nodeType === 3 && n.textContent.trim());
		r.setStartBefore(said[0]); r.setEndAfter(said.at(-1)); return r.getBoundingClientRect(); };
	const inside = (what, r) => { if (r.width && (r.left < out.left - hair || r.right > out.right + hair || r.top < out.top - hair || r.bottom > out.bottom + hair))
		bad.push(what + " sticks out of " + li.id + " " + li.innerText.replaceAll("\n", "|") + [r.left - out.left, out.right - r.right, r.top - out.top, out.bottom - r.bottom].map(n => " " + n.toFixed(1))); };
	const seen = e => e && getComputedStyle(e).clipPath === "none" && e.getBoundingClientRect().width > 2;
	const name = li.querySelector(".nm span"), amount = li.querySelector(".amt"), built = li.querySelector(".bld");
	if (seen(name)) inside("the name", box(name));
	if (seen(amount)) inside("the amount", box(amount));
	if (seen(built)) inside("the building", built.getBoundingClientRect());
	const sign = li.querySelector(".body > .ic");
	if (seen(sign)) { const r = sign.getBoundingClientRect(); inside("the sign", r);
		if (r.width < 10 || r.height < 10) bad.push("the sign is " + r.width.toFixed(1) + " by " + r.height.toFixed(1) + " px on " + li.id + " " + li.innerText.replaceAll("\n", "|")); }
	if (seen(name) && seen(amount)) { const a = box(name), b = box(amount);
		if (a.left < b.right - hair && b.left < a.right - hair && a.top < b.bottom - 2 * hair && b.top < a.bottom - 2 * hair) bad.push("name and amount overlap on " + li.id + " " + li.innerText.replaceAll("\n", "|") + " " + (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)).toFixed(1)); }
	return bad;
}))`

// brokenNames lists the spaces whose name is cut in two where it has no hyphen.
const brokenNames = `JSON.stringify([...document.querySelectorAll(".ring .nm span")].filter(e => e.checkVisibility() && e.getBoundingClientRect().width > 2).flatMap(e => {
	const n = e.firstChild, r = document.createRange();
	let line = 0;
	return [...n.data].flatMap((c, i) => {
		r.setStart(n, i); r.setEnd(n, i + 1);
		const at = [...r.getClientRects()].at(-1), before = line;
		if (!at?.width || /[\s\u00ad]/.test(c)) return [];
		line = at.top;
		return before && line > before + 2 && !/[\s\u00ad-]/.test(n.data[i - 1]) ? [n.data.slice(0, i) + "/" + n.data.slice(i)] : [];
	});
}))`

// story is a page of the gallery.
type story struct{ Name, Path string }

// stories lists the pages of the gallery, which a server shows with --dev.
func stories(t *testing.T, s *rig.Server) []story {
	t.Helper()
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/gallery", nil)
	require.NoError(t, err)
	var list struct{ Stories []story }
	require.NoError(t, a.Into(&list))
	return list.Stories
}

// TestSlowEverythingFitsItsSpace looks at all boards, built up and in play, wide
// and narrow, in both languages, with letters of the usual size and of twice that.
func TestSlowEverythingFitsItsSpace(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t, "--dev") // the gallery
	p := newSession(t, b, rig.Emulation{})
	narrow, middle := rig.Emulation{Width: 360, Height: 740, Language: "de"}, rig.Emulation{Width: 768, Height: 1024, Language: "en"}
	wide, large := rig.Emulation{Width: 1440, Height: 900, Language: "de"}, rig.Emulation{Width: 1440, Height: 900, Language: "de", Letters: 32}
	for _, story := range stories(t, s) {
		if !strings.HasPrefix(story.Name, "built-") && !strings.HasPrefix(story.Name, "played-") {
			continue
		}
		showIn(t, p, s.URL+story.Path, []rig.Emulation{narrow, wide, large, middle}, func(emulation rig.Emulation) {
			holds(t, p, fmt.Sprintf(`getComputedStyle(document.documentElement).fontSize === "%dpx"`, max(emulation.Letters, 16)), "the letters have their size")
			noneOf(t, p, misfits, "%s, %v", story.Name, emulation)
			noneOf(t, p, brokenNames, "%s, %v", story.Name, emulation)
		})
	}
}

// TestAPrintedTableIsWhole: on paper nobody scrolls the tape and nobody presses a button.
func TestAPrintedTableIsWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "auction-led", "trade-answer") {
		path := m.create(t, p)
		for _, emulation := range []rig.Emulation{{Width: 718, Height: 1047}, {Width: 1047, Height: 718}, {Width: 718, Height: 1047, Letters: 24}} { // A4, upright and on its side
			emulation.Language, emulation.Print = "de", true
			require.NoError(t, p.Emulate(emulation))
			require.NoError(t, p.Open(s.URL+path))
			holds(t, p, `[...document.querySelectorAll(".ring .nm span:not(.vh)")].every(e => e.offsetWidth > 9)`, fmt.Sprintf("all spaces are named, %v", emulation))
			holds(t, p, `document.body.getBoundingClientRect().bottom - document.querySelector("main").getBoundingClientRect().bottom < 1`, "no page is empty")
			holds(t, p, `(e => e.checkVisibility() && e.scrollHeight <= e.clientHeight)(document.querySelector("#tape"))`, "the tape is shown from its first line to its last")
			holds(t, p, `[...document.querySelectorAll("main :is(.btn, .go)")].every(e => !e.checkVisibility())`, "no button is printed")
		}
	}
}

// TestLongWordsOfABoardFitItsSpaces looks at a board of somebody's own with the longest
// names and prices that the editor takes from people who mean no harm.
func TestLongWordsOfABoardFitItsSpaces(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	ed, err := edition.Load("german-classic")
	require.NoError(t, err)
	draft, err := edition.ReadDraft(ed.Raw)
	require.NoError(t, err)
	draft.Fill(func(place string) (string, bool) {
		typed, ok := map[string]string{
			"spaces[1].name": "Großherzoginnenpromenadenweg", "spaces[3].name": "Käsekuchenmanufakturgäßchen", "spaces[11].name": "Großherzoginnenpromenadenweg",
			"spaces[39].price": "1000000", "spaces[37].price": "1000000", "currency.symbol": "Taler",
		}[place]
		return typed, ok
	})
	var made struct{ Hash string }
	require.NoError(t, p.Post("/editions", json.RawMessage(draft.JSON()), &made))
	showIn(t, p, s.URL+"/editions/"+made.Hash+"/edit", []rig.Emulation{{Width: 768, Height: 1024, Language: "de"}, {Width: 1440, Height: 900, Language: "de"}}, func(emulation rig.Emulation) {
		noneOf(t, p, misfits, "%d px", emulation.Width)
	})
}

// cutOff lists the parts of the decision, the last throw and the preview that stick
// out of their place.
const cutOff = `JSON.stringify([[".choice", ".choice *", true], [".act", ".throw *", false], [".strip li", ".strip .pay", false], [".strip li", ".strip .bar span", false]].flatMap(([place, parts, whole]) =>
	[...document.querySelectorAll(parts)].filter(e => e.checkVisibility() && e.offsetWidth > 1 && !e.closest(".vh, .since")).flatMap(e => {
		const in_ = e.closest(place).getBoundingClientRect(), r = e.getBoundingClientRect();
		const bad = r.left < in_.left - 1 || r.right > in_.right + 1 || whole && r.right > innerWidth + 1;
		return bad ? [parts + " sticks out: " + e.innerText] : [];
	})))`

// TestSlowLongNamesGiveWay looks at tables at which everybody has as long a name as
// there may be: amounts and buttons keep their places.
func TestSlowLongNamesGiveWay(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	long := strings.NewReplacer(`"Ben"`, `"WWWWWWWWWWWWWWWWWWWWWWWW"`, `"Cleo"`, `"Christoph-Alexander Wolf"`, `"Dora"`, `"Maximiliane-Friederike M"`)
	for _, m := range phasePositionsNamed(t, "roll", "auction-passed", "debt", "debt-theirs", "settlement", "claim") {
		m.doc = long.Replace(m.doc)
		checkNothingCutOff(t, s, p, m.name, m.create(t, p))
	}
	thrown := phasePosition{name: "thrown", doc: `{"edition": "us-classic", "rulebook": "us", "players": [
		{"name": "Ada", "space": 3}, {"name": "Christoph-Alexander Wolf", "space": 26, "deeds": [{"space": 1}, {"space": 5}]}], "turn": 1, "dice": [[2, 6]]}`,
		moves: []string{`{"player": 1, "move": "roll"}`, `{"player": 1, "move": "buy"}`, `{"player": 1, "move": "end_turn"}`}}
	path := thrown.create(t, p)
	checkNothingCutOff(t, s, p, thrown.name, path)
	faces, err := rig.Eval[bool](p, `[...document.querySelectorAll("#act .throw .cube i")].every(face => face.offsetWidth > 20)`)
	require.NoError(t, err)
	assert.True(t, faces, "the dice are seen beside the name")
}

func checkNothingCutOff(t *testing.T, s *rig.Server, p *rig.Session, name, path string) {
	t.Helper()
	showIn(t, p, s.URL+path, []rig.Emulation{{Width: 768, Height: 1024, Language: "de"}, {Width: 360, Height: 740, Language: "de"}}, func(emulation rig.Emulation) {
		noneOf(t, p, cutOff, "%s, %d px", name, emulation.Width)
	})
}

// underTheName lists the parts of a decision over which the name of the board is written.
const underTheName = `JSON.stringify((name => {
	if (!name?.checkVisibility()) return [];
	const r = document.createRange();
	r.selectNodeContents(name);
	const n = r.getBoundingClientRect();
	return [...document.querySelectorAll("#act .choice")].filter(e => e.checkVisibility()).flatMap(e => {
		const c = e.getBoundingClientRect();
		return n.left < c.right && c.left < n.right && n.top < c.bottom && c.top < n.bottom ? [name.innerText + " lies on " + e.innerText.slice(0, 40)] : [];
	});
})(document.querySelector("#mark span")))`

// TestSlowTheNameOfTheBoardLiesOnNoDecision: one that needs the room of the name has it alone.
func TestSlowTheNameOfTheBoardLiesOnNoDecision(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "equalise", "shortage-place", "shortage", "pick", "ticket", "triple", "debt", "roll") {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1440, Height: 900, Language: "de"}, {Width: 1024, Height: 768, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `!!document.querySelector("#act .choice")`, m.name)
			noneOf(t, p, underTheName, "%s, %d px", m.name, emulation.Width)
		})
	}
}

// TestTheNameOfTheBoardIsALineOnAPhone: below it the drawing has its roofs and towers.
func TestTheNameOfTheBoardIsALineOnAPhone(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "settlement", "bankrupt") { // on boards with long names
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 360, Height: 740, Language: "de"}, {Width: 390, Height: 844, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `(name => {
				const r = document.createRange();
				r.selectNodeContents(name);
				return name.checkVisibility() && new Set([...r.getClientRects()].map(line => Math.round(line.top))).size === 1;
			})(document.querySelector("#mark span"))`, fmt.Sprintf("%s, %d px", m.name, emulation.Width))
		})
	}
}

// brokenButtons lists the buttons of a decision of which a word is broken or cut off,
// and those of an offer that cannot be seen without scrolling; a long one may scroll
// on a phone.
const brokenButtons = `JSON.stringify([...document.querySelectorAll(".choice :is(.btn, .go)")].filter(e => e.checkVisibility()).flatMap(e => {
	const bad = [], r = e.getBoundingClientRect(), place = e.closest(".choice").getBoundingClientRect(), act = document.querySelector(".act").getBoundingClientRect(), said = e.innerText.replaceAll("\n", "|");
	const words = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange();
	for (let n; n = words.nextNode();) for (const word of n.data.matchAll(/[\p{L}]+/gu)) {
		range.setStart(n, word.index); range.setEnd(n, word.index + word[0].length);
		const lines = range.getClientRects();
		if (lines.length > 1) bad.push(word[0] + " is broken in " + said);
		if (lines.length && (lines[0].left < r.left - 1 || lines[0].right > r.right + 1)) bad.push(word[0] + " sticks out of " + said);
	}
	if (r.left < place.left - 1 || r.right > place.right + 1) bad.push(said + " sticks out of the decision");
	const end = getComputedStyle(e.closest(".choice")).position === "fixed" ? innerHeight : Math.min(innerHeight, act.bottom);
	if (e.closest(".arrival") && !(e.closest(".long") && innerWidth < 700) && (r.bottom > end + 1 || e.closest(".arrival").getBoundingClientRect().top < act.top)) bad.push(said + " is cut off below by " + (r.bottom - end).toFixed(1));
	return bad;
}))`

// TestSlowOffersFitBesideADecision looks at offers that come while there is something else
// to decide, and at one of twelve deeds: their answers are whole and in sight.
func TestSlowOffersFitBesideADecision(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	roll, decline := `{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`
	offer := `{"player": 2, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [25]}, "want": {"deeds": [21, 15]}}`
	beside := []phasePosition{
		{name: "beside a roll", doc: rig.FourFriends, moves: []string{offer}},
		{name: "beside a purchase", doc: rig.FourFriends, moves: []string{roll, offer}},
		{name: "beside an auction", doc: rig.FourFriends, moves: []string{roll, decline, `{"player": 1, "move": "bid", "amount": 100}`, offer}},
		{name: "beside the end of a turn", doc: rig.FourFriends, moves: []string{roll, `{"player": 0, "move": "buy"}`, offer}},
	}
	much := `{"player": 3, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [11, 13, 28, 31, 32, 37]}, "want": {"deeds": [1, 3, 12, 15, 21, 23]}}`
	beside = append(beside, phasePosition{name: "a long one beside a purchase", doc: rig.FourFriends, moves: []string{roll, much}},
		phasePosition{name: "a long one beside an auction", doc: rig.FourFriends, moves: []string{roll, decline, `{"player": 1, "move": "bid", "amount": 100}`, much}},
		phasePosition{name: "a long one alone", doc: rig.FourFriends, moves: []string{roll, `{"player": 0, "move": "buy"}`, `{"player": 0, "move": "end_turn"}`, much}},
		phasePosition{name: "beside another's purchase", doc: strings.Replace(rig.FourFriends, `"dice": [[4, 5]]`, `"turn": 2, "dice": [[1, 2]]`, 1),
			moves: []string{`{"player": 2, "move": "roll"}`, `{"player": 3, "move": "propose_trade", "to": 0, "give": {"cash": 300, "deeds": [28]}, "want": {"deeds": [12]}}`}},
		phasePosition{name: "alone", doc: rig.FourFriends, moves: []string{roll, `{"player": 0, "move": "buy"}`, `{"player": 0, "move": "end_turn"}`, offer}})
	sizes := []rig.Emulation{{Width: 1280, Height: 800}, {Width: 1024, Height: 768}, {Width: 1440, Height: 900}, {Width: 768, Height: 1024}, {Width: 390, Height: 844}}
	for _, m := range beside {
		path := m.create(t, p)
		for _, language := range []string{"de", "en"} {
			showIn(t, p, s.URL+path, inLanguage(sizes, language), func(emulation rig.Emulation) {
				shown, err := rig.Eval[int](p, `document.querySelectorAll(".choice .arrival :is(.btn, .go)").length`)
				require.NoError(t, err)
				assert.GreaterOrEqual(t, shown, 2, "%s: the offer is there", m.name)
				noneOf(t, p, brokenButtons, "%s, %d px, %s", m.name, emulation.Width, emulation.Language)
			})
		}
	}
}

// brokenWords lists the words of a decision's buttons, headings and labels, and the groups of an offer, that are cut
// in two where there is no hyphen.
const brokenWords = `JSON.stringify([...document.querySelectorAll(".choice :is(h2, button, .btn, .field span, .effects tbody th)")].filter(e => e.checkVisibility()).flatMap(e => {
	const bad = [], all = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), r = document.createRange();
	for (let n; n = all.nextNode();) for (const m of n.data.matchAll(/[^\s-]+/g)) {
		if (m[0].includes("\u00ad")) continue;
		r.setStart(n, m.index); r.setEnd(n, m.index + m[0].length);
		if (new Set([...r.getClientRects()].filter(b => b.width > 0).map(b => Math.round(b.top))).size > 1) bad.push(m[0] + " in " + e.innerText);
	}
	return bad;
}))`

// TestSlowWordsStayWhole looks at every kind of decision and at the replay where the middle of the
// board is narrow.
func TestSlowWordsStayWhole(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for _, story := range stories(t, s) {
		if !strings.HasPrefix(story.Name, "phase-") && story.Name != "past" {
			continue
		}
		require.NoError(t, p.Open(s.URL+story.Path+"?lang=de"))
		for _, emulation := range []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 390, Height: 844, Language: "de"}, {Width: 1024, Height: 768, Language: "de"}} {
			require.NoError(t, p.Emulate(emulation))
			noneOf(t, p, brokenWords, "%s, %d px", story.Name, emulation.Width)
			noneOf(t, p, coveredJails, "%s, %d px", story.Name, emulation.Width)
		}
	}
}

// TestWordsStayWholeInVeryLargeLetters looks at decisions on a phone on which letters have twice
// their size.
func TestWordsStayWholeInVeryLargeLetters(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for _, name := range []string{"roll", "buy", "auction-led", "debt", "jail", "claim"} {
		require.NoError(t, p.Emulate(rig.Emulation{Width: 390, Height: 844, Letters: 32, Language: "de"}))
		require.NoError(t, p.Open(s.URL+"/gallery/phase-"+name+"?lang=de"))
		noneOf(t, p, brokenWords, "%s", name)
		holds(t, p, "document.documentElement.scrollWidth <= innerWidth", name+" fits the window")
	}
}

// coveredJails lists the name of a jail that a piece in it covers, or that is broken in a word.
const coveredJails = `JSON.stringify([...document.querySelectorAll(".x-jail .nm")].filter(e => e.clientWidth > 20).flatMap(e => {
	const text = document.createRange();
	text.selectNodeContents(e.firstChild);
	const lines = [...text.getClientRects()].filter(r => r.width > 1), words = text.toString().trim().split(/\s+/).length;
	const pieces = [...e.closest(".x-jail").querySelectorAll(".in .tok")].map(k => k.getBoundingClientRect());
	const covered = lines.some(r => pieces.some(k => Math.min(r.right, k.right) - Math.max(r.left, k.left) > 1 && Math.min(r.bottom, k.bottom) - Math.max(r.top, k.top) > 2));
	return [covered && text + " is covered", new Set(lines.map(r => Math.round(r.top))).size > words && text + " is broken in a word"].filter(Boolean);
}))`

// TestGroupsOfAnOfferStayWhole looks at an offer beside a deed, where its table is narrow.
func TestGroupsOfAnOfferStayWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{doc: strings.Replace(rig.FourFriends, `"space": 10, "jailed": true, "jail_turn": 1`, `"space": 24`, 1), moves: []string{
		`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "buy"}`, `{"player": 0, "move": "end_turn"}`,
		`{"player": 3, "move": "propose_trade", "to": 0, "give": {"deeds": [37]}, "want": {"cash": 300}}`,
	}}
	showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 1024, Height: 768, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, p, `document.querySelector(".effects tbody th").checkVisibility()`, "the groups are listed")
		noneOf(t, p, brokenWords, "%d px", emulation.Width)
	})
}

// TestALongOfferOnAPhoneTakesALineForEachGroup: with a partner of a long name too, so that its answers are near.
func TestALongOfferOnAPhoneTakesALineForEachGroup(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{doc: `{"edition": "german-classic", "rulebook": "standard", "turn": 1, "players": [
		{"name": "Ada", "deeds": [{"space": 1}, {"space": 3}, {"space": 6}, {"space": 11}]}, {"name": "Wilhelmine Schwarzwälder", "deeds": [{"space": 16}, {"space": 21}, {"space": 26}, {"space": 39}]}]}`,
		moves: []string{`{"player": 1, "move": "propose_trade", "to": 0, "give": {"deeds": [16, 21, 26, 39]}, "want": {"deeds": [1, 3, 6, 11]}}`}}
	path := m.create(t, p)
	for _, language := range []string{"de", "en"} {
		showIn(t, p, s.URL+path, inLanguage([]rig.Emulation{{Width: 390, Height: 844, Touch: true}, {Width: 360, Height: 640, Touch: true}}, language), func(emulation rig.Emulation) {
			holds(t, p, `(rows => rows.length === 7 && rows.every(tr => tr.offsetHeight < 30))([...document.querySelectorAll(".effects tbody tr")])`, fmt.Sprintf("%d px, %s", emulation.Width, language))
			holds(t, p, `(e => e.scrollWidth <= e.clientWidth)(document.querySelector(".choice"))`, "nothing moves sideways")
		})
	}
}

// hiddenBids lists what an auction asks with that cannot be seen without scrolling.
const hiddenBids = `JSON.stringify([...document.querySelectorAll(".choice :is(.btn, .go, .own-bid input, h2)")].filter(e => e.checkVisibility()).flatMap(e => {
	const r = e.getBoundingClientRect(), choice = e.closest(".choice"), act = document.querySelector(".act").getBoundingClientRect();
	const end = getComputedStyle(choice).position === "fixed" ? innerHeight : Math.min(innerHeight, act.bottom), start = Math.max(0, choice.getBoundingClientRect().top);
	return r.bottom > end + 1 || r.top < start - 1 ? [(e.innerText || e.id) + " is cut off by " + Math.max(r.bottom - end, start - r.top).toFixed(1)] : [];
}))`

// TestSlowEveryBidIsInSight looks at the auction of a first game at a live table: with the
// tip and with the clock of the last bid, all buttons are in sight without scrolling.
func TestSlowEveryBidIsInSight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"edition": "german-classic", "rulebook": "standard", "players": 3, "pace": map[string]any{"kind": "live", "each": 540, "bid": 540}}, &made)) // nobody's time is up meanwhile
	sc := &sandboxTable{t: t, id: made.Game, seats: []*rig.Client{nil, player(t, s, "Ben"), player(t, s, "Cleo")}}
	for _, c := range sc.seats[1:] {
		require.NoError(t, c.Join(t.Context(), sc.id))
	}
	var begun rig.State
	require.NoError(t, p.Post("/games/"+sc.id+"/start", map[string]any{}, &begun))
	untilAuction(t, p, sc)
	sizes := []rig.Emulation{{Width: 1280, Height: 800}, {Width: 1024, Height: 768}, {Width: 1440, Height: 900}, {Width: 768, Height: 1024}, {Width: 390, Height: 844}}
	bid := 10
	for _, language := range []string{"de", "en"} {
		showIn(t, p, s.URL+"/games/"+sc.id, inLanguage(sizes, language), func(emulation rig.Emulation) {
			sc.seen(p, sc.move(1+bid%2, "bid", "amount", bid))
			bid++
			shown, err := rig.Eval[bool](p, `!!document.querySelector("#lesson") && !!document.querySelector("#my-time") && document.querySelectorAll(".choice [name=move][value=bid]").length > 1`)
			require.NoError(t, err)
			require.True(t, shown, "the tip, the clock and the bids are there")
			noneOf(t, p, hiddenBids, "%d px, %s", emulation.Width, emulation.Language)
		})
	}
	small := []rig.Emulation{{Width: 640, Height: 400}, {Width: 667, Height: 375}, {Width: 360, Height: 640}}
	showIn(t, p, s.URL+"/games/"+sc.id, small, func(emulation rig.Emulation) {
		noneOf(t, p, strayBidders, "%d px", emulation.Width)
	})
}

// strayBidders are those whose place in the auction is not inside the board, or too narrow for the bid.
const strayBidders = `JSON.stringify([...document.querySelectorAll("#stage .bidder")].flatMap(e => {
	const r = e.getBoundingClientRect(), board = document.querySelector(".board").getBoundingClientRect();
	return r.left < board.left || r.right > board.right || e.scrollWidth > e.clientWidth ? [e.innerText] : [];
}))`

// inLanguage is a list of sizes, each in a language.
func inLanguage(sizes []rig.Emulation, language string) []rig.Emulation {
	emulations := slices.Clone(sizes)
	for i := range emulations {
		emulations[i].Language = language
	}
	return emulations
}

// TestEveryAnswerIsInSight: with a clock, and where answers say what follows from them, nothing
// that a player can answer has to be scrolled to on a small screen.
func TestEveryAnswerIsInSight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	jailed := `{"edition": "german-classic", "rulebook": "standard", "players": [{"name": "Ada", "space": 10, "jailed": true, "jail_turn": 1, "jail_cards": ["chance"]}, {"name": "Ben"}]}`
	for _, m := range []phasePosition{{name: "jail", doc: jailed}, {name: "buy", doc: rig.FourFriends, moves: []string{`{"move": "roll"}`}}, {name: "end of turn", doc: rig.FourFriends, moves: []string{`{"move": "roll"}`, `{"move": "buy"}`}}} {
		var made rig.State
		require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(m.doc), "pace": "live"}, &made))
		sc := &sandboxTable{t: t, id: made.Game}
		for range strings.Count(m.doc, `"name"`) - 1 {
			c := player(t, s, "Ben")
			require.NoError(t, c.Join(t.Context(), sc.id))
		}
		for _, move := range m.moves {
			require.NoError(t, p.Post("/games/"+sc.id+"/moves", json.RawMessage(move), nil), "%s: %s", m.name, move)
		}
		for _, language := range []string{"de", "en"} {
			showIn(t, p, s.URL+"/games/"+sc.id, inLanguage([]rig.Emulation{{Width: 1024, Height: 768}, {Width: 1280, Height: 800}, {Width: 1440, Height: 900}}, language), func(emulation rig.Emulation) {
				holds(t, p, `!!document.querySelector("#my-time") && !!document.querySelector(".choice .go")`, m.name)
				noneOf(t, p, hiddenBids, "%s, %d px, %s", m.name, emulation.Width, emulation.Language)
			})
		}
	}
}

// TestADecisionToBuyNeedsNoScrolling: all of it is in sight on common screens, also with the
// tip of a first game, which tells in the place of the hint that all may bid.
func TestADecisionToBuyNeedsNoScrolling(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePositionsNamed(t, "buy")[0]
	path := m.create(t, p)
	const below = `(a => a.scrollHeight - a.clientHeight)(document.getElementById("act"))`
	tips := map[string][2]string{
		"de": {"Tipp: Wer später auf dem Opernplatz landet, zahlt dir Miete, anfangs 20 €. Kaufst du nicht, dürfen alle darauf bieten.", "Alles klar, keine Tipps mehr"},
		"en": {"Tip: Players who land on Opernplatz pay its owner rent, at first 20 €. If you do not buy it, everybody may bid for it.", "Got it, no more tips"},
	}
	for language, tip := range tips {
		sizes := []rig.Emulation{{Width: 1024, Height: 768}, {Width: 1280, Height: 800}, {Width: 1366, Height: 768}, {Width: 1440, Height: 900}}
		showIn(t, p, s.URL+path, inLanguage(sizes, language), func(emulation rig.Emulation) {
			over, err := rig.Eval[int](p, below)
			require.NoError(t, err)
			assert.LessOrEqual(t, over, 1, "%d px, %s", emulation.Width, emulation.Language)
		})
		_, err := rig.Eval[int](p, fmt.Sprintf(`(c => {
			c.querySelector(".row + .what").remove();
			c.querySelector(".tell").insertAdjacentHTML("afterend", "<div class=lesson><p>%s</p></div>");
			c.querySelector(".help").insertAdjacentHTML("beforebegin", "<form class=enough><button>%s</button></form>");
			return 1;
		})(document.querySelector("#act .choice"))`, tip[0], tip[1]))
		require.NoError(t, err)
		for _, emulation := range inLanguage(sizes, language) {
			require.NoError(t, p.Emulate(emulation))
			painted(t, p)
			over, err := rig.Eval[int](p, below)
			require.NoError(t, err)
			assert.LessOrEqual(t, over, 1, "with a tip, %d px, %s", emulation.Width, emulation.Language)
		}
	}
}

// untilAuction plays on until something that nobody wants to buy is auctioned.
func untilAuction(t *testing.T, p *rig.Session, sc *sandboxTable) {
	t.Helper()
	for range 60 {
		if sc.state(1).Phase == "auction" {
			return
		}
		for seat := range 3 {
			var moves []rig.Move
			if seat == 0 {
				text, err := rig.EvalAsync[string](p, `fetch("/games/`+sc.id+`", {headers: {Accept: "application/json"}}).then(r => r.text())`)
				require.NoError(t, err)
				var mine rig.State
				require.NoError(t, json.Unmarshal([]byte(text), &mine))
				moves = mine.Moves
			} else {
				moves = sc.state(seat).Moves
			}
			for _, name := range []string{"decline", "roll", "end_turn", "pay_fine", "choose_card", "choose_tax"} {
				if !slices.ContainsFunc(moves, func(m rig.Move) bool { return m["move"] == name }) {
					continue
				}
				move := map[string]any{"move": name}
				var args []any
				if option := map[string]string{"choose_card": "pay", "choose_tax": "flat"}[name]; option != "" {
					move["option"], args = option, []any{"option", option}
				}
				if seat == 0 {
					require.NoError(t, p.Post("/games/"+sc.id+"/moves", move, nil))
				} else {
					sc.move(seat, name, args...)
				}
				break
			}
		}
	}
	st := sc.state(1)
	require.Fail(t, "nothing to auction", "%s: %v", st.Phase, st.Moves)
}

// TestTheWaysOfATableStandInALine: the title gives way to them on common screens, and
// what it has no room for stands in its hint.
func TestTheWaysOfATableStandInALine(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "en"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	table := phasePosition{doc: rig.FourFriends}
	path := table.create(t, p)
	emulations := []rig.Emulation{{Width: 1024, Height: 768, Language: "en"}, {Width: 1024, Height: 768, Language: "de"}, {Width: 1280, Height: 800, Language: "de"}, {Width: 1440, Height: 900, Language: "de"}}
	showIn(t, p, s.URL+path, emulations, func(emulation rig.Emulation) {
		lines, err := rig.Eval[int](p, `new Set([...document.querySelectorAll("#ways a")].filter(a => a.checkVisibility()).map(a => a.offsetTop)).size`)
		require.NoError(t, err)
		assert.Equal(t, 1, lines, "%s at %d px", emulation.Language, emulation.Width)
		title, err := rig.Eval[int](p, `(r => { r.selectNodeContents(document.querySelector(".top h1").firstChild); return r.getClientRects().length; })(document.createRange())`)
		require.NoError(t, err)
		assert.Equal(t, 1, title, "the title stands in a line, %s at %d px", emulation.Language, emulation.Width)
		hint, err := rig.Eval[string](p, `document.getElementById("sub").title`)
		require.NoError(t, err)
		assert.NotEmpty(t, hint)
	})
}

// TestLongTitlesFitTheHeader: the longest title of a table is whole and in sight on a
// wide screen, and leaves its ways alone; on a phone it takes two lines.
func TestLongTitlesFitTheHeader(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{
		"title": "Der sehr lange Freitagabend-Stammtisch im alten Hinterzimmer", "scenario": rig.Raw(`{"edition": "german-classic", "players": [{"name": "Ada"}, {"name": "Ben"}]}`),
	}, &made))
	showIn(t, p, s.URL+"/games/"+made.Game, []rig.Emulation{{Width: 1000, Height: 800, Language: "de"}, {Width: 1280, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
		bad, err := rig.Eval[string](p, `(() => { const [h, n, top] = [".top h1", ".top .nav", ".top"].map(s => document.querySelector(s).getBoundingClientRect());
			return [top.height > 80 && "high " + top.height, h.right > n.left && "over the ways", h.top < top.top && "cut off"].filter(Boolean).join(", "); })()`)
		require.NoError(t, err)
		assert.Empty(t, bad, "%d px", emulation.Width)
	})
	showIn(t, p, s.URL+"/games/"+made.Game, []rig.Emulation{{Width: 390, Height: 844, Touch: true, Language: "de"}, {Width: 360, Height: 640, Touch: true, Language: "de"}}, func(emulation rig.Emulation) {
		bad, err := rig.Eval[string](p, `(() => { const h = document.querySelector(".top h1");
			const title = h.firstElementChild, lines = title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight);
			return [h.getBoundingClientRect().top < 0 && "cut off", lines > 2.1 && lines + " lines"].filter(Boolean).join(", "); })()`)
		require.NoError(t, err)
		assert.Empty(t, bad, "%d px", emulation.Width)
	})
}

// TestATicketFitsBesideTheDice: with a ticket in hand a player sees everything that they can do
// before a throw without scrolling, on a small screen too.
func TestATicketFitsBesideTheDice(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 13, "tickets": 1, "deeds": [{"space": 1}], "jail_cards": ["chance"]}, {"name": "Ben"}, {"name": "Cleo"}]}`}
	path := m.create(t, p)
	for _, language := range []string{"de", "en"} {
		require.NoError(t, p.Emulate(rig.Emulation{Width: 1024, Height: 768, Language: language}))
		require.NoError(t, p.Open(s.URL+path))
		over, err := rig.Eval[int](p, `(e => e.scrollHeight - e.clientHeight)(document.querySelector("#act"))`)
		require.NoError(t, err)
		assert.Zero(t, over, "pixels are out of sight, %s", language)
		holds(t, p, `document.querySelector("#act .pick button").getBoundingClientRect().height > 0`, "the ticket is offered")
	}
}

// TestAColourAndItsHouseFitTheirBar: on phones the letters of a colour and the house below them
// stand clear of the edges of their bar, on the board with the most spaces.
func TestAColourAndItsHouseFitTheirBar(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "deeds": [{"space": 1, "houses": 1}, {"space": 3, "houses": 1}, {"space": 4, "houses": 1}]}, {"name": "Ben"}]}`}
	path := m.create(t, p)
	phones := []rig.Emulation{{Width: 360, Height: 844, Touch: true}, {Width: 390, Height: 844, Touch: true}, {Width: 412, Height: 844, Touch: true}}
	showIn(t, p, s.URL+path, phones, func(emulation rig.Emulation) {
		room, err := rig.Eval[float64](p, `Math.min(...[...document.querySelectorAll(".ring .bar:has(.bld)")].map(bar => bar.querySelector("b").getBoundingClientRect().top - bar.getBoundingClientRect().top))`)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, room, 0.5, "%d px", emulation.Width)
	})
}

// TestNoWordOfADeedIsBroken: beside a decision each row of a card stands in one line, on the
// board whose buildings have the longest name.
func TestNoWordOfADeedIsBroken(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1366, Height: 768, Language: "de"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{doc: `{"edition": "duel-masters", "rulebook": "duel", "players": [{"name": "Ada", "space": 24}, {"name": "Ben", "deeds": [{"space": 24}]}]}`}
	require.NoError(t, p.Open(s.URL+m.create(t, p)))
	broken, err := rig.Eval[[]string](p, `[...document.querySelectorAll("#act .deed th")].filter(e => (r => { r.selectNodeContents(e); return r.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(e).lineHeight); })(document.createRange())).map(e => e.textContent)`)
	require.NoError(t, err)
	assert.Empty(t, broken)
	holds(t, p, `document.querySelectorAll("#act .deed th").length > 5`, "there is a card")
}
