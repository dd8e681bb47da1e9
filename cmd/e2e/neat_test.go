package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// tallButtons lists the buttons of the own deeds whose words take more than two lines, or
// do not fit them.
const tallButtons = `JSON.stringify([...document.querySelectorAll("#deeds .mini .btn")].flatMap(e => {
	const r = document.createRange();
	r.selectNodeContents(e);
	const lines = new Set([...r.getClientRects()].map(line => Math.round(line.top))).size;
	return lines > 2 || e.scrollWidth > e.clientWidth ? [e.innerText + ": " + lines + " lines, " + e.scrollWidth + " px in " + e.clientWidth] : [];
}))`

// TestSlowTheButtonsOfADeedTakeTwoLines: beside the board too, where a card is narrow, in both languages
// and with the longest name of a building.
func TestSlowTheButtonsOfADeedTakeTwoLines(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	skyscrapers := phasePosition{name: "skyscrapers", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "cash": 5000, "deeds": [
		{"space": 1, "hotel": true}, {"space": 3, "hotel": true}, {"space": 4, "hotel": true}, {"space": 6}]}, {"name": "Ben"}]}`}
	for _, m := range append(phasePositionsNamed(t, "building", "debt"), skyscrapers) {
		path := m.create(t, p)
		for _, language := range []string{"de", "en"} {
			showIn(t, p, s.URL+path, inLanguage([]rig.Emulation{{Width: 1280, Height: 800}, {Width: 1440, Height: 900}, {Width: 360, Height: 740}}, language), func(emulation rig.Emulation) {
				holds(t, p, `!!document.querySelector("#deeds .mini .btn")`, m.name)
				noneOf(t, p, tallButtons, "%s, %d px, %s", m.name, emulation.Width, emulation.Language)
			})
		}
	}
}

// looseLetters lists the players whose letter does not lie on the edge of their piece.
const looseLetters = `JSON.stringify([...document.querySelectorAll("#pl-list > li")].filter(li => {
	const piece = li.querySelector(".tok").getBoundingClientRect(), letter = li.querySelector(".own").getBoundingClientRect();
	return letter.top > piece.bottom - 8 || letter.bottom < piece.bottom || letter.left > piece.right - 8 || letter.right < piece.right;
}).map(li => li.innerText))`

// TestTheLetterOfAPlayerLiesOnTheirPiece: also where their deeds take several lines.
func TestTheLetterOfAPlayerLiesOnTheirPiece(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	four := phasePosition{name: "four", doc: rig.FourFriends}
	eight := phasePosition{name: "eight", doc: strings.Replace(rig.FourFriends, `],
		"dice"`, `, {"name": "Emil"}, {"name": "Frida"}, {"name": "Gustav"}, {"name": "Hanna"}],
		"dice"`, 1)}
	for _, m := range []phasePosition{four, eight} {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 768, Height: 1024, Language: "de"}, {Width: 360, Height: 740, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `document.querySelectorAll("#pl-list .own").length >= 4`, m.name)
			noneOf(t, p, looseLetters, "%s, %d px", m.name, emulation.Width)
		})
	}
}

// TestPiecesAreKnownInTheRowOfCash: on phones a letter leaves most of the piece in sight and
// stands off the name and the sum beside it, and short names are whole.
func TestPiecesAreKnownInTheRowOfCash(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	four := phasePosition{doc: rig.FourFriends}
	showIn(t, p, s.URL+four.create(t, p), []rig.Emulation{{Width: 390, Height: 844, Touch: true}, {Width: 360, Height: 640, Touch: true}}, func(emulation rig.Emulation) {
		holds(t, p, `document.querySelectorAll("#purses .own").length === 4`, "all players have letters")
		noneOf(t, p, `JSON.stringify([...document.querySelectorAll("#purses li")].filter(li => {
			const piece = li.querySelector(".tok").getBoundingClientRect(), letter = li.querySelector(".own").getBoundingClientRect(), name = li.querySelector(".name"), words = document.createRange(), sum = document.createRange();
			words.selectNodeContents(name);
			sum.selectNodeContents(li.querySelector(".cash"));
			const cash = sum.getBoundingClientRect();
			return cash.top < letter.bottom && cash.left < letter.right || letter.left - piece.left < piece.width * .6 || words.getBoundingClientRect().left < letter.right || name.scrollWidth > name.clientWidth;
		}).map(li => li.innerText))`, "%d px", emulation.Width)
	})
}

// TestADecisionOnAPhoneTakesNoMoreThanItNeeds: no empty line of its title or its text covers
// the log, which its buttons at the foot do not need to keep their place.
func TestADecisionOnAPhoneTakesNoMoreThanItNeeds(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "roll", "buy", "jail") {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 390, Height: 844, Touch: true, Language: "de"}, {Width: 360, Height: 640, Touch: true, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `!!document.querySelector(".dock > form > .go")`, m.name)
			noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".dock > :is(h2, .tell)")].filter(e => {
				const words = document.createRange();
				words.selectNodeContents(e);
				return e.clientHeight > words.getBoundingClientRect().height + 8;
			}).map(e => e.innerText + ": " + e.clientHeight + " px"))`, "%s, %d px", m.name, emulation.Width)
		})
	}
}

// TestABidOnALowPhoneLeavesTheCard: all rents of the deed that is auctioned are seen above the bids.
func TestABidOnALowPhoneLeavesTheCard(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "auction-open", "auction-led", "auction-leading") {
		path := m.create(t, p)
		for _, language := range []string{"de", "en"} {
			showIn(t, p, s.URL+path, inLanguage([]rig.Emulation{{Width: 360, Height: 640, Touch: true}}, language), func(rig.Emulation) {
				noneOf(t, p, hiddenBids, "%s, %s", m.name, language)
				holds(t, p, `(ways => ways.scrollWidth <= ways.clientWidth)(document.querySelector("#act .more"))`, m.name+" "+language)
				holds(t, p, `document.querySelector("#act .deed tr:last-child").getBoundingClientRect().bottom <= document.querySelector("#act .choice").getBoundingClientRect().top`, m.name+" "+language)
			})
		}
	}
}

// TestAnswersBesideEachOtherAreAsHigh: whichever of them says what follows from it.
func TestAnswersBesideEachOtherAreAsHigh(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "jail") {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 360, Height: 640, Language: "de"}, {Width: 1280, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
			noneOf(t, p, `JSON.stringify([...document.querySelectorAll("#act .choice > .row .btn")].map((e, _, all) => [e.getBoundingClientRect(), all[0].getBoundingClientRect(), e.innerText])
				.filter(([is, first]) => is.top === first.top && is.height !== first.height).map(([is, first, said]) => said + ": " + is.height + " px, not " + first.height))`, "%s, %d px", m.name, emulation.Width)
		})
	}
}

// TestALongMessageLeavesTheRestOfTheTable: beside the board the last message takes three lines at
// most, and nothing lies on anything else.
func TestALongMessageLeavesTheRestOfTheTable(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "chat", doc: rig.FourFriends}
	path := m.create(t, p)
	require.NoError(t, p.Post(path+"/chat", map[string]any{"text": strings.Repeat("Heute wird es länger.\n", 12)}, nil))
	showIn(t, p, s.URL+path, []rig.Emulation{{Width: 1280, Height: 900, Language: "de"}, {Width: 1440, Height: 900, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, p, `(e => e.clientHeight <= 3.1 * parseFloat(getComputedStyle(e).lineHeight))(document.querySelector("#chat li:last-child .words"))`, fmt.Sprintf("%d px", emulation.Width))
		noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".watch > *, .side > :not(.watch)")].filter(e => e.checkVisibility() && e.offsetHeight).flatMap((e, i, all) =>
			all.slice(0, i).filter(f => e.getBoundingClientRect().top < f.getBoundingClientRect().bottom - 1).map(f => (e.id || e.className) + " lies on " + (f.id || f.className))))`, "%d px", emulation.Width)
	})
}

// spilt lists what sticks out of the words about the last throw, and out of the middle of the board.
const spilt = `JSON.stringify([[".told", ".told > :not(.vh)"], ["#act", ".throw > :not(.vh)"]].flatMap(([place, parts]) => [...document.querySelectorAll("#act .throw " + parts.replace(".throw", ""))]
	.filter(e => e.checkVisibility()).flatMap(e => {
		const is = e.getBoundingClientRect(), room = e.closest(place).getBoundingClientRect();
		return is.left < room.left - 1 || is.right > room.right + 1 || e.scrollWidth > e.clientWidth + 1 && e.matches(".told, .whose") ? [(e.innerText || e.className.baseVal || e.className) + " of " + place] : [];
	})))`

// TestSlowTheWordsOfAThrowFitTheirGround: also beside three dice, with the mark of a proof and with the
// name of another player; and a die that shows no pips shows its sign.
func TestSlowTheWordsOfAThrowFitTheirGround(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	theirs := phasePosition{name: "theirs", doc: `{"edition": "mega", "rulebook": "mega", "players": [{"name": "Ada", "space": 3}, {"name": "Gustav", "space": 2}], "turn": 1, "dice": [[4, 5, "bus"]]}`,
		moves: []string{`{"player": 1, "move": "roll"}`, `{"player": 1, "move": "buy"}`, `{"player": 1, "move": "choose_bus", "option": "ticket"}`, `{"player": 1, "move": "end_turn"}`}}
	for _, m := range append(phasePositionsNamed(t, "pick", "bus"), theirs) {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1280, Height: 800}, {Width: 1024, Height: 768}, {Width: 768, Height: 1024}, {Width: 390, Height: 844}, {Width: 360, Height: 640}, {Width: 667, Height: 375}, {Width: 844, Height: 390}}, func(emulation rig.Emulation) {
			holds(t, p, `(row => { if (!row.querySelector(".proved")) row.append(Object.assign(document.createElement("b"), {className: "proved", textContent: "✓"})); return true })(document.querySelector("#act .throw"))`, m.name)
			noneOf(t, p, spilt, "%s, %d px", m.name, emulation.Width)
			holds(t, p, `(sign => !sign || getComputedStyle(sign.querySelector("rect")).fill !== getComputedStyle(sign).color)(document.querySelector("#act .throw svg.third"))`, "its sign is seen")
		})
	}
}

// TestALargeScreenHasRoomBesideTheBoard: what is read beside a board as high as the window keeps its
// width, and the header begins and ends where the page does.
func TestALargeScreenHasRoomBesideTheBoard(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	m := phasePosition{name: "four", doc: rig.FourFriends}
	showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1440, Height: 900, Language: "de"}, {Width: 1920, Height: 1200, Language: "de"}, {Width: 2560, Height: 1440, Language: "de"}}, func(emulation rig.Emulation) {
		beside, err := rig.Eval[float64](p, `document.querySelector(".side").offsetWidth`)
		require.NoError(t, err)
		require.GreaterOrEqual(t, beside, 480.0, "%d px", emulation.Width)
		apart, err := rig.Eval[[2]float64](p, `(([page, first, last]) => [first.left - page.left, page.right - last.right])([".page", ".top .brand", ".top .menu"].map(s => {
			const e = document.querySelector(s), r = e.getBoundingClientRect(), c = getComputedStyle(e), own = s === ".page";
			return {left: r.left + own * parseFloat(c.paddingLeft), right: r.right - own * parseFloat(c.paddingRight)};
		}))`)
		require.NoError(t, err)
		require.InDeltaSlice(t, []float64{0, 0}, apart[:], 10, "%d px", emulation.Width)
	})
}

// coveredNames lists the players of whose name, or of what is said beside it, what they have gained
// or lost lately covers a part.
const coveredNames = `JSON.stringify([...document.querySelectorAll("#pl-list > li:has(.delta)")].flatMap(li => {
	const pill = li.querySelector(".delta").getBoundingClientRect(), r = document.createRange();
	r.selectNodeContents(li.querySelector("h3"));
	return [...r.getClientRects()].some(said => said.width > 1 && said.right > pill.left && said.left < pill.right && said.bottom > pill.top && said.top < pill.bottom) ? [li.innerText] : [];
}))`

// TestALossCoversNoName: of the player who is to move there is the most to say.
func TestALossCoversNoName(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Bartholomäus"))
	for _, m := range phasePositionsNamed(t, "end-of-turn") {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1024, Height: 768, Language: "de"}, {Width: 1280, Height: 800, Language: "de"}, {Width: 1440, Height: 900, Language: "de"}, {Width: 768, Height: 1024, Language: "de"}}, func(emulation rig.Emulation) {
			holds(t, p, `!!document.querySelector("#pl-list .delta")`, m.name)
			noneOf(t, p, coveredNames, "%d px", emulation.Width)
		})
	}
}

// TestEightPlayersLeaveTheDeedsInSight: on a common laptop the newest of the tape and the first of
// one's own deeds are seen below eight players.
func TestEightPlayersLeaveTheDeedsInSight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	eight := phasePosition{name: "eight", doc: strings.Replace(rig.FourFriends, `],
		"dice"`, `, {"name": "Emil"}, {"name": "Frida"}, {"name": "Gustav"}, {"name": "Hanna"}],
		"dice"`, 1)}
	showIn(t, p, s.URL+eight.create(t, p), []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}}, func(emulation rig.Emulation) {
		under, err := rig.Eval[float64](p, `document.querySelector("#deeds .mini p").getBoundingClientRect().bottom - innerHeight`)
		require.NoError(t, err)
		require.LessOrEqual(t, under, 0.0, "%d px", emulation.Width)
	})
}

// TestTheSmallestPhoneShowsTheBoard: below everybody's cash in a row, with names and amounts that are
// whole, and above the decision.
func TestTheSmallestPhoneShowsTheBoard(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	marks := phasePosition{name: "marks", doc: `{"edition": "mark-classic", "players": [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cleo"}, {"name": "Dora"}]}`}
	for _, m := range append(phasePositionsNamed(t, "buy", "auction-led"), marks) {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 320, Height: 568, Touch: true, Language: "de"}}, func(rig.Emulation) {
			noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".cashes :is(.name, .cash)")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText))`, m.name)
			shown, err := rig.Eval[float64](p, `document.querySelector("#act .choice").getBoundingClientRect().top - document.querySelector(".board").getBoundingClientRect().top`)
			require.NoError(t, err)
			require.Greater(t, shown, 110.0, m.name)
		})
	}
}

// TestOneCanChatBesideTheDeeds: where one writes is in sight on common laptops, also below four players and
// one's own deeds.
func TestOneCanChatBesideTheDeeds(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	four := phasePosition{doc: rig.FourFriends}
	path := four.create(t, p)
	for _, language := range []string{"de", "en"} {
		showIn(t, p, s.URL+path, inLanguage([]rig.Emulation{{Width: 1280, Height: 800}, {Width: 1366, Height: 768}}, language), func(emulation rig.Emulation) {
			holds(t, p, `!!document.querySelector("#deeds .mini")`, "there are deeds")
			under, err := rig.Eval[float64](p, `document.getElementById("in-say").getBoundingClientRect().bottom - innerHeight`)
			require.NoError(t, err)
			assert.LessOrEqual(t, under, 0.0, "%d px, %s", emulation.Width, language)
			lines, err := rig.Eval[float64](p, `(e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight))(document.getElementById("tape"))`)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, lines, 4.0, "of the tape, %d px, %s", emulation.Width, language)
		})
	}
}

// TestTheWaitingRoomFillsItsHalves: beside the invitation of a stranger are the players and the settings
// of the table, and nothing leaves a hole above the settings of one who has sat down.
func TestTheWaitingRoomFillsItsHalves(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for _, room := range []string{"room-guest", "room-seated", "room-owner"} {
		showIn(t, p, s.URL+"/gallery/"+room, []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 1024, Height: 768, Language: "de"}}, func(emulation rig.Emulation) {
			noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".room > section")].filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect()).flatMap((r, i, all) => {
				const above = all.slice(0, i).filter(o => o.left === r.left);
				return above.length && r.top - Math.max(...above.map(o => o.bottom)) > 60 ? ["a hole above part " + i] : [];
			}).concat(document.querySelector(".room > section:nth-of-type(3)").getBoundingClientRect().left < innerWidth / 2 ? ["the third part lies below"] : []))`, "%s, %d px", room, emulation.Width)
		})
	}
}

// TestTheButtonsOfAReplayAreAsHigh: each row of them, whichever takes two lines.
func TestTheButtonsOfAReplayAreAsHigh(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	for _, language := range []string{"de", "en"} {
		showIn(t, p, s.URL+"/gallery/past?lang="+language, inLanguage([]rig.Emulation{{Width: 1440, Height: 900}, {Width: 1280, Height: 800}, {Width: 360, Height: 640}}, language), func(emulation rig.Emulation) {
			require.NoError(t, p.Await(`!!document.querySelector("#player .btn")`), "the script has come")
			noneOf(t, p, `JSON.stringify(["#player .btn", ".stepper .btn"].flatMap(which => [...document.querySelectorAll(which)].filter((e, _, all) =>
				e.offsetHeight !== all[0].offsetHeight || Math.abs(e.offsetWidth - all[0].offsetWidth) > 2).map(e => e.innerText + ": " + e.offsetWidth + " x " + e.offsetHeight)))`, "%d px, %s", emulation.Width, language)
		})
	}
}

// TestWhatFollowsFromAnAnswerStandsOffIt: the words below a button have air above them.
func TestWhatFollowsFromAnAnswerStandsOffIt(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "trade-answer") {
		showIn(t, p, s.URL+m.create(t, p), []rig.Emulation{{Width: 1280, Height: 800, Language: "de"}, {Width: 390, Height: 844, Language: "de"}}, func(emulation rig.Emulation) {
			gap, err := rig.Eval[float64](p, `(e => e.getBoundingClientRect().top - e.previousElementSibling.getBoundingClientRect().bottom)(document.querySelector("#act .arrival form > .btn + .note"))`)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, gap, 4.0, "%d px", emulation.Width)
		})
	}
}

// TestSixCardsLieInEvenRows: rulebooks and boards.
func TestSixCardsLieInEvenRows(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	for _, page := range []string{"/rules", "/editions"} {
		showIn(t, p, s.URL+page, []rig.Emulation{{Width: 768, Height: 1024}, {Width: 1024, Height: 768}, {Width: 1280, Height: 800}, {Width: 1440, Height: 900}}, func(emulation rig.Emulation) {
			noneOf(t, p, `JSON.stringify((rows => rows.filter(n => n !== rows[0]))(Object.values(Object.groupBy(document.querySelectorAll(".tlist > li"), e => e.offsetTop)).map(row => row.length)).map(String))`, "%s, %d px", page, emulation.Width)
		})
	}
}

// TestTheFinalCountIsTidyOnAPhone: the winner's row has one ground, without gaps, and nothing is said of
// what a bankrupt player has.
func TestTheFinalCountIsTidyOnAPhone(t *testing.T) {
	t.Parallel()
	s := serve(t, "--dev") // the gallery
	p := newSession(t, browser(t), rig.Emulation{})
	showIn(t, p, s.URL+"/gallery/result", []rig.Emulation{{Width: 390, Height: 844, Touch: true, Language: "de"}}, func(rig.Emulation) {
		holds(t, p, `(lead => getComputedStyle(lead).backgroundColor !== "rgba(0, 0, 0, 0)" && [...lead.children].every(e => getComputedStyle(e).backgroundColor === "rgba(0, 0, 0, 0)"))(document.querySelector(".rank .lead"))`, "one ground")
		noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".rank tbody td")].filter(e => e.checkVisibility() && e.innerText.trim() === "–").map(e => e.dataset.label))`, "nothing that is nothing")
		holds(t, p, `document.querySelectorAll(".rank .lead .sub").length === 3 && document.querySelector(".rank .lead .sub").checkVisibility()`, "what the winner has")
	})
}

// TestALongNameOfTheFinalCountStandsBesideItsPiece: wherever it takes its lines.
func TestALongNameOfTheFinalCountStandsBesideItsPiece(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	over := phasePositionsNamed(t, "over")[0]
	over.doc = strings.Replace(over.doc, "Ben", "Annegret-Sophie Wildmüll", 1)
	showIn(t, p, s.URL+over.create(t, p), []rig.Emulation{{Width: 1280, Height: 800, Language: "en"}, {Width: 360, Height: 640, Touch: true, Language: "de"}}, func(emulation rig.Emulation) {
		holds(t, p, `[...document.querySelectorAll(".rank .who")].every(who => {
			const piece = who.querySelector(".tok").getBoundingClientRect(), words = document.createRange();
			words.setStartAfter(who.querySelector(".tok"));
			words.setEndAfter(who.lastChild);
			return [...words.getClientRects()].every(line => line.width < 2 || line.left >= piece.right) && words.getBoundingClientRect().top < piece.top + 12;
		})`, fmt.Sprintf("%d px", emulation.Width))
	})
}
