package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

const (
	filming = `!!document.querySelector(".ghosts > *")`
	// filmOver holds when nothing is moved and nothing is invisible any more.
	filmOver = `!document.querySelector(".ghosts > *") && document.getAnimations().every(a => !(a.effect.getTiming().duration > 1e8))`
	unsent   = `document.getElementById("have").dataset.have.includes("ahead=hidden")`
	// asShown is what stands on the page of a table, and the digests of its sections.
	asShown = `document.querySelector(".page.live").innerText.replace(/(since )?\d+:\d+|(for )?a few seconds|a minute/g, "") + document.getElementById("have").dataset.have.replace(/ahead=\w*/, "")`
)

// watchTable has the page of a sandbox table open.
func watchTable(t *testing.T, s *rig.Server, sc *sandboxTable, emulation rig.Emulation) *rig.Session {
	t.Helper()
	p := newSession(t, browser(t), emulation)
	require.NoError(t, p.Open(s.URL+"/games/"+sc.id))
	return p
}

func (sc *sandboxTable) seen(p *rig.Session, state rig.State) {
	sc.t.Helper()
	require.NoError(sc.t, p.Await(fmt.Sprintf("%s >= %d", seqShown, state.Seq)))
}

func holds(t *testing.T, p *rig.Session, expression, why string) {
	t.Helper()
	on, err := rig.Eval[bool](p, expression)
	require.NoError(t, err)
	assert.True(t, on, why)
}

// inFirstFrame evaluates an expression in the first frame in which a condition is true: the
// page does it itself, so that a slow machine is not late. The function that it returns waits
// for that and asserts that the expression was true.
func inFirstFrame(t *testing.T, p *rig.Session, condition, expression string) (assertTrue func(why string)) {
	t.Helper()
	holds(t, p, `(window.evaluated = new Promise(done => { const look = () => `+condition+` ? done(!!(`+expression+`)) : requestAnimationFrame(look); look(); }), true)`, "waiting for the frame")
	return func(why string) {
		t.Helper()
		on, err := rig.EvalAsync[bool](p, "evaluated")
		require.NoError(t, err)
		assert.True(t, on, why)
	}
}

// endsAsFresh waits until the film is over and compares the page with a new one.
func endsAsFresh(t *testing.T, p *rig.Session) {
	t.Helper()
	require.NoError(t, p.Await(filmOver))
	played, err := rig.Eval[string](p, asShown)
	require.NoError(t, err)
	_, err = rig.Eval[bool](p, `(window.old = true, location.reload(), true)`)
	require.NoError(t, err)
	require.NoError(t, p.Await(`!window.old && document.readyState === "complete" && !!document.querySelector("#film button")`))
	fresh, err := rig.Eval[string](p, asShown)
	require.NoError(t, err)
	assert.Equal(t, fresh, played)
	holds(t, p, "!("+filming+")", "a page that is opened begins no film")
}

// countFilms notes in the page whether a film begins from now on: one may be over before it is looked at.
const countFilms = `(window.filmed = false, window.watch ??= new MutationObserver(() => { filmed ||= ` + filming + ` }).observe(document.body, {childList: true, subtree: true}) ?? true)`

// TestAFilmEndsAsTheServerSays plays turns of every kind before an onlooker, now
// waiting for a film, now interrupting it with the next move.
func TestAFilmEndsAsTheServerSays(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	for name, emulation := range map[string]rig.Emulation{"desk": {Width: 1440, Height: 900, Motion: true}, "phone": {Width: 390, Height: 844, Motion: true}} {
		if !*long && name != "desk" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sc := newSandboxTable(t, s, turnOfEveryKind, `<img src=x onerror=a>`, "Ben", "Cleo")
			p := watchTable(t, s, sc, emulation)
			films := 0
			for i, m := range everyKind {
				holds(t, p, countFilms, "watched")
				sc.seen(p, sc.move(m.seat, m.name, m.args...))
				on, err := rig.Eval[bool](p, "filmed")
				require.NoError(t, err)
				if on {
					films++
				}
				if name == "desk" && i == 1 { // a screen that becomes a small one is sent what it had no room for
					holds(t, p, unsent, "the next spaces are not shown")
					require.NoError(t, p.Emulate(rig.Emulation{Width: 390, Height: 844, Motion: true}))
					require.NoError(t, p.Await("!"+unsent))
					endsAsFresh(t, p)
					require.NoError(t, p.Emulate(emulation))
				}
				if i%3 == 2 {
					endsAsFresh(t, p)
				}
			}
			assert.Greater(t, films, 3)
			endsAsFresh(t, p)
			assert.Empty(t, p.Problems(), "no script of a name ran, nothing broke the policy")
		})
	}
}

// TestAFilmIsSkipped presses space, looks away, and switches it off.
func TestAFilmIsSkipped(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	sc := newSandboxTable(t, s, turnOfEveryKind, "Ada", "Ben", "Cleo")
	p := watchTable(t, s, sc, rig.Emulation{Width: 1440, Height: 900, Motion: true})
	const space = `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: " ", bubbles: true, cancelable: true}))`
	skipped := inFirstFrame(t, p, filming, "("+space+", "+space+", "+filmOver+")")
	sc.seen(p, sc.move(0, "roll"))
	skipped("two presses of space end it")

	const hide = `(Object.defineProperty(document, "hidden", {configurable: true, get: () => true}), document.dispatchEvent(new Event("visibilitychange")))`
	skipped = inFirstFrame(t, p, filming, "("+hide+", "+filmOver+")")
	sc.seen(p, sc.move(0, "buy"))
	skipped("it does not wait for a reader who looks away")
	holds(t, p, `(delete document.hidden, document.dispatchEvent(new Event("visibilitychange")))`, "back")

	require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#film-0")), chromedp.Click(chromedp.CSS("#film-0"))))
	label := `document.getElementById("film-0").textContent.includes("off")`
	holds(t, p, label, "from normal to twice as fast to off")
	sc.seen(p, sc.move(0, "end_turn"))
	sc.seen(p, sc.move(1, "roll"))
	holds(t, p, filmOver, "switched off")
	endsAsFresh(t, p)
	holds(t, p, label, "the device remembers")
}

// TestLessMotionIsCalm shows every act in words and lets nothing fly, also if that is
// wished for meanwhile.
func TestLessMotionIsCalm(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	sc := newSandboxTable(t, s, turnOfEveryKind, "Ada", "Ben", "Cleo")
	p := watchTable(t, s, sc, rig.Emulation{Width: 1440, Height: 900})
	holds(t, p, `(window.flown = 0, new MutationObserver(list => flown += list.flatMap(m => [...m.addedNodes]).filter(n => n.matches?.(".cubes, .coin, .slate, .slip")).length).observe(document.body, {childList: true, subtree: true}), true)`, "counting")
	atRest := inFirstFrame(t, p, filming, `(hidden => hidden.length > 0 && hidden.every(a => a.playState === "paused"))(document.getAnimations().filter(a => a.effect.getTiming().duration > 1e8)) &&
		(waits => waits.length > 0 && waits.every(a => a.effect.getComputedTiming().progress === null))(document.querySelector(".ghosts").getAnimations())`)
	sc.seen(p, sc.move(0, "roll"))
	require.NoError(t, p.Await(`document.getElementById("status").textContent.includes("rolls")`), "its words come all the same")
	atRest("no frames are drawn for what only waits")
	sc.seen(p, sc.move(0, "buy"))
	require.NoError(t, p.Await(filmOver))
	holds(t, p, "flown === 0", "nothing flew")
	require.NoError(t, p.Emulate(rig.Emulation{Width: 1440, Height: 900, Motion: true}))
	sc.seen(p, sc.move(0, "end_turn"))
	sc.seen(p, sc.move(1, "roll"))
	require.NoError(t, p.Await(`flown > 0`), "now it moves")
	require.NoError(t, p.Emulate(rig.Emulation{Width: 1440, Height: 900}))
	endsAsFresh(t, p)
}

// TestHundredsOfBeatsBehind plays on while a page sleeps behind others: what happened is
// not played late, and the page is as a new one.
func TestHundredsOfBeatsBehind(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	sc := newSandboxTable(t, s, `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 100000}, {"name": "Ben", "cash": 100000}], "options": {"rent.auto_claim": true}}`, "Ada", "Ben") // nobody goes bankrupt
	p := watchTable(t, s, sc, rig.Emulation{Width: 1440, Height: 900, Motion: true})
	require.NoError(t, p.Await(`!!document.querySelector("#film button")`))
	require.NoError(t, p.Freeze(true))
	behind := sc.state(0).Seq + 500
	for seat, tried := 0, 0; ; {
		state := sc.state(seat)
		if state.Seq >= behind {
			break
		}
		move, ok := easy(state)
		if !ok {
			tried++
			require.Less(t, tried, 3, "somebody can move: %+v", state)
			seat = 1 - seat
			continue
		}
		tried = 0
		_, err := sc.seats[seat].Play(t.Context(), sc.id, move)
		require.NoError(t, err)
	}
	require.NoError(t, p.Freeze(false))
	sc.seen(p, sc.state(0))
	holds(t, p, "!("+filming+")", "nothing is played of what is long over")
	require.NoError(t, p.Await(`document.getElementById("away")`))
	holds(t, p, `document.getElementById("away").innerText.split("\n").length <= 6`, "a few lines say what was missed")
	holds(t, p, `(document.getElementById("away").remove(), true)`, "read")
	endsAsFresh(t, p)
	assert.Empty(t, p.Problems())
}

// TestSlowBlockedSoundsHoldNothingUp throws the dice where the browser gives no sound, and where
// it lets none begin: the throw is shown and nothing fails.
func TestSlowBlockedSoundsHoldNothingUp(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	for name, blocked := range map[string]string{
		"none at all": `window.AudioContext = class { constructor() { throw new DOMException("no device") } }`,
		"never runs":  `window.AudioContext = class extends AudioContext { get state() { return "suspended" } resume() { window.begged = true; return Promise.reject(new DOMException("not allowed")) } }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900, Motion: true})
			require.NoError(t, p.SignIn(s.URL, "Ada"))
			m := phasePosition{name: "roll", doc: `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada"}, {"name": "Ben"}], "dice": [[1, 4]]}`}
			require.NoError(t, p.Open(s.URL+m.create(t, p)))
			holds(t, p, "("+blocked+", true)", "blocked")
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-roll"))))
			require.NoError(t, p.Await(`document.querySelector("[id^=m-buy]")`))
			require.NoError(t, p.Await(filmOver))
			if name == "never runs" {
				require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("[id^=m-buy]"))))
				require.NoError(t, p.Await("window.begged && "+filmOver))
			} else {
				endsAsFresh(t, p)
			}
			assert.Empty(t, p.Problems())
		})
	}
}

// throws begins a quick game and rolls: how many milliseconds pass until the dice are
// in the air, which is before the page does anything else.
func throws(t *testing.T, p *rig.Session, s *rig.Server) float64 {
	t.Helper()
	require.NoError(t, p.Open(s.URL+"/"))
	require.NoError(t, p.Follow("#m-quick"))
	require.NoError(t, p.Await(`document.querySelector(".page.live")`))
	holds(t, p, `(window.said = [], window.line = document.getElementById("status"), new MutationObserver(() => {
		const text = line.textContent; if (said.at(-1)?.text !== text) said.push({text, at: performance.now()}) }).observe(line, {childList: true, characterData: true, subtree: true}), true)`, "listening")
	const button = `document.querySelector("#act button:not([aria-disabled=true])[id^=m-roll]")`
	require.NoError(t, p.Await(button))
	ms, err := rig.Eval[float64](p, `(() => { const from = performance.now(); `+button+`.click(); return document.querySelector(".ghosts .cubes") ? performance.now() - from : 1e6 })()`)
	require.NoError(t, err)
	require.Less(t, ms, 1e6, "the dice are in the air when the press is over")
	return ms
}

// TestAPressIsAnsweredAtOnce throws the dice: they are in the air before the answer
// has come, and the acts of computers afterwards can be read one by one.
func TestAPressIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := shipped(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1440, Height: 900, Motion: true})
	ms := throws(t, p, s)
	require.NoError(t, p.Await(filmOver))
	for range 4 {
		holds(t, p, `(["buy", "pay_debt", "end_turn"].map(m => document.querySelector("#act button:not([aria-disabled=true])[id^=m-" + m + "]")).find(b => b)?.click(), true)`, "going on")
		time.Sleep(2500 * time.Millisecond)
	}
	type saying struct {
		Text string
		At   float64
	}
	list, err := rig.Eval[[]saying](p, "said")
	require.NoError(t, err)
	read := 0
	for i := 1; i < len(list); i++ {
		if strings.HasPrefix(list[i-1].Text, "Bot ") && strings.HasPrefix(list[i].Text, "Bot ") {
			read++
			assert.GreaterOrEqual(t, list[i].At-list[i-1].At, 590.0, "%q is read, then %q", list[i-1].Text, list[i].Text)
		}
	}
	t.Logf("%.1f ms to the dice; %d acts of computers after each other, of %d", ms, read, len(list))
	assert.Empty(t, p.Problems())
}

// TestAGameIsPlayedAgain plays a game from its beginning, pauses, and goes on- and
// backwards to other moments; nothing is fetched that nobody asked for, and how fast it is
// played says nothing about tables.
func TestAGameIsPlayedAgain(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	sc := newSandboxTable(t, s, turnOfEveryKind, "Ada", "Ben", "Cleo")
	last := 0
	for _, m := range everyKind {
		last = int(sc.move(m.seat, m.name, m.args...).Seq)
	}
	for name, emulation := range map[string]rig.Emulation{"desk": {Width: 1440, Height: 900, Motion: true}, "phone": {Width: 390, Height: 844, Motion: true, Touch: true}, "calm": {Width: 1440, Height: 900}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSession(t, browser(t), emulation)
			require.NoError(t, p.Open(s.URL+"/games/"+sc.id+"?at=1"))
			holds(t, p, filmOver, "nothing plays by itself")
			holds(t, p, `(window.fetched = 0, document.addEventListener("htmx:before:request", () => fetched++), true)`, "counting")
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-play"))))
			require.NoError(t, p.Await(filming))
			require.NoError(t, p.Await(seqShown+" > 1 && location.search === '?at=' + "+seqShown), "the address is of what is shown")
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-play"))))
			holds(t, p, filmOver, "a pause ends what is played")

			slide := `(at => { const m = document.getElementById("moment"); m.value = at; m.dispatchEvent(new Event("change", {bubbles: true})); return true; })`
			for _, at := range []int{last, last / 2, last - 1} {
				holds(t, p, fmt.Sprintf("%s(%d)", slide, at), "the slider")
				require.NoError(t, p.Await(fmt.Sprintf("%s === Math.min(%d, +document.getElementById('moment').max)", seqShown, at)))
				holds(t, p, filmOver, "it goes there at once")
			}
			before, err := rig.Eval[int](p, seqShown)
			require.NoError(t, err)
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-prev"))))
			require.NoError(t, p.Await(fmt.Sprintf("%s < %d", seqShown, before)))
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-last"))))
			require.NoError(t, p.Await(fmt.Sprintf("%s === %d", seqShown, last)))
			asked, err := rig.Eval[int](p, "fetched")
			require.NoError(t, err)
			time.Sleep(300 * time.Millisecond)
			holds(t, p, fmt.Sprintf("fetched === %d && fetched < 12", asked), "nothing goes round")
			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#m-at-4"))))
			require.NoError(t, p.Await(`film.speed() === 4 && document.getElementById("m-at-4").ariaPressed === "true"`))
			require.NoError(t, p.Open(s.URL+"/games/"+sc.id))
			holds(t, p, "film.speed() === 1", "a table keeps its own speed")
			require.NoError(t, p.Open(s.URL+"/games/"+sc.id+"?at=1"))
			holds(t, p, "film.speed() === 4", "and a replay its own")
			assert.Empty(t, p.Problems())
		})
	}
}

// TestSlowNewLinesWithoutAFilmComeIntoSight: of a rent that is claimed when the throw has
// been played nothing flies, and the tape still goes on to its last line.
func TestSlowNewLinesWithoutAFilmComeIntoSight(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{Width: 1280, Height: 800, Motion: true, Language: "en"})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(`{"edition": "german-classic", "rulebook": "standard", "players": [
		{"name": "Ada", "cash": 60, "deeds": [{"space": 12}, {"space": 15}, {"space": 21}]}, {"name": "Ben"},
		{"name": "Cleo", "deeds": [{"space": 6, "hotel": true}, {"space": 8, "houses": 4}, {"space": 9, "houses": 4}]}, {"name": "Dora", "deeds": [{"space": 37}]}],
		"dice": [[2, 4]]}`)}, &made))
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	play := func(move string) {
		t.Helper()
		var played rig.Played
		require.NoError(t, p.Post("/games/"+made.Game+"/moves", rig.Raw(move), &played))
		require.NoError(t, p.Await(fmt.Sprintf("%s >= %d", seqShown, played.State.Seq)))
		require.NoError(t, p.Await(filmOver))
	}
	for _, offer := range []string{`1, "give": {"cash": 200}, "want": {"deeds": [12]}`, `2, "give": {"cash": 210}, "want": {"deeds": [12]}`,
		`3, "give": {"cash": 300, "deeds": [37]}, "want": {"deeds": [15, 21], "cash": 50}`} {
		play(`{"move": "propose_trade", "to": 0, "player": ` + offer + `}`)
	}
	play(`{"move": "roll", "player": 0}`)
	play(`{"move": "claim_rent", "player": 2}`)
	require.NoError(t, p.Await(`document.getElementById("tape").textContent.includes("You owe Cleo")`))
	require.NoError(t, p.Await(`(tape => tape.querySelector("li:first-child li:last-child").getBoundingClientRect().bottom < tape.getBoundingClientRect().bottom + 1)(document.getElementById("tape"))`),
		"the line of the debt is in sight")
}

// TestWhoLeadsWaitsForTheFilm: a rent that puts another in the lead is told by no line of a
// player before it has been paid, not even by theirs who pay nothing.
func TestWhoLeadsWaitsForTheFilm(t *testing.T) {
	t.Parallel()
	need(t, "chromium")
	s := serve(t)
	sc := newSandboxTable(t, s, `{"edition": "us-classic", "rulebook": "us", "options": {"rent.auto_claim": true}, "turn": 2, "players": [
		{"name": "Ada", "space": 5, "cash": 2000}, {"name": "Ben"}, {"name": "Cleo", "space": 5, "cash": 1400, "deeds": [{"space": 1, "houses": 4}, {"space": 3, "hotel": true}]}],
		"dice": [[2, 3], [1, 4], [1, 2]]}`, "Ada", "Ben", "Cleo")
	for _, seat := range []int{2, 0} { // nobody leads in the first round
		sc.move(seat, "roll")
		sc.move(seat, "end_turn")
	}
	p := watchTable(t, s, sc, rig.Emulation{Width: 1440, Height: 900, Motion: true, Language: "en"})
	_, err := rig.Eval[bool](p, `(window.before = Object.fromEntries([...document.querySelectorAll(".players .eyebrow")].map(e => [e.parentElement.id, e.textContent])), true)`)
	require.NoError(t, err)
	holds(t, p, `/leads/i.test(before.pl0)`, "one leads")
	const changed = `[...document.querySelectorAll(".players .eyebrow")].filter(e => e.textContent !== before[e.parentElement.id])`
	masked := inFirstFrame(t, p, filming, changed+`.length === 3 && `+changed+`.every(e => getComputedStyle(e).opacity === "0")`)
	sc.seen(p, sc.move(1, "roll"))
	masked("a film is played, everybody's line is another one, and none of them is seen")
	endsAsFresh(t, p)
	holds(t, p, `/leads/i.test(document.querySelector("#pl2 .eyebrow").textContent)`, "another leads")
}
