package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// The tests of this file play as people do, on a server without any
// settings: at human speed, with double clicks, hidden tabs, phones, friends
// who leave, and a server that is killed in the middle.

// shipped starts the built program with nothing but a port and a file.
func shipped(t *testing.T) *rig.Server {
	t.Helper()
	return shippedOn(t, filepath.Join(t.TempDir(), "bankhalter.db"))
}

func shippedOn(t *testing.T, db string) *rig.Server {
	t.Helper()
	require.NoError(t, sources())
	s, err := rig.Start(rig.Options{Binary: binary, DB: db})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Kill() })
	return s
}

// human is a person before a screen.
type human struct {
	*rig.Session
	t     *testing.T
	rng   *rand.Rand
	touch bool // presses with a finger
	twice bool // presses twice, as many do everywhere
}

func newHuman(t *testing.T, emulation rig.Emulation) *human {
	t.Helper()
	return &human{Session: newSession(t, browser(t), emulation), t: t, rng: rand.New(rand.NewPCG(1, uint64(emulation.Width))), touch: emulation.Touch}
}

// think is the time it takes to see the page: people are that slow, and
// these tests look for faults that show at that speed.
func (h *human) think() {
	time.Sleep(500*time.Millisecond + time.Duration(h.rng.IntN(1000))*time.Millisecond)
}

// buttonOrder are the buttons of the decision in the order in which they are pressed.
const buttonOrder = `["claim_rent", "roll", "buy", "pay_debt", "pass", "end_turn", "done", "choose_tax", "pay_fine", "stay", "reject_trade", "mortgage", "sell", "declare_bankruptcy"].map(m => document.querySelector("#act button[name=move][value=" + m + "]:not(#m-skip):not(:disabled)")).find(b => b?.checkVisibility())`

// nextButton finds a button to press, if there is one, and its place.
func (h *human) nextButton() (move string, x, y float64) {
	h.t.Helper()
	text, err := rig.Eval[string](h.Session, `(b => { if (!b) return "{}"; b.scrollIntoView({block: "nearest"}); const r = b.getBoundingClientRect();
		return JSON.stringify({move: b.value, x: r.x + r.width / 2, y: r.y + r.height / 2}) })(`+buttonOrder+`)`)
	require.NoError(h.t, err)
	var at struct {
		Move string
		X, Y float64
	}
	require.NoError(h.t, json.Unmarshal([]byte(text), &at))
	return at.Move, at.X, at.Y
}

// press presses one point of the screen, whatever is there by now.
func (h *human) press(x, y float64) {
	h.t.Helper()
	step := chromedp.MouseClickXY(x, y)
	if h.touch {
		step = chromedp.TapXY(x, y)
	}
	if h.twice {
		require.NoError(h.t, h.PressTwice(x, y, 120*time.Millisecond, h.touch))
		return
	}
	require.NoError(h.t, h.Do(step))
}

// TestAQuickGameAsItShips plays the game that the first button of the first page
// offers, on a desk and on a phone, at human speed: computers leave time to see
// their moves, and a player who looks away for a moment loses no rent by it.
func TestAQuickGameAsItShips(t *testing.T) {
	t.Parallel()
	for name, emulation := range map[string]rig.Emulation{"desk": {Width: 1440, Height: 900, Motion: true}, "phone": {Width: 390, Height: 844, Touch: true, Motion: true}} {
		if !*long && !emulation.Touch {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := shipped(t)
			h := newHuman(t, emulation)
			require.NoError(t, h.Open(s.URL+"/"))
			h.think()
			require.NoError(t, h.Follow("#m-quick"))
			require.NoError(t, h.Await(seqShown+" > 0"))
			pressed := map[string]int{}
			deadline := time.Now().Add(soon)
			for pressed["end_turn"] < 2 && time.Now().Before(deadline) {
				h.think()
				move, x, y := h.nextButton()
				if move == "" {
					continue
				}
				before, err := rig.Eval[int](h.Session, seqShown)
				require.NoError(t, err)
				h.press(x, y)
				if h.awaitMove(before) { // and was not dead as yet
					pressed[move]++
				}
			}
			require.Positive(t, pressed["roll"], "a turn within %v: %v", soon, pressed)
			unhurried(t, logOf(t, h.Session))
			if t.Failed() {
				text, err := rig.Eval[string](h.Session, `document.querySelector("#act").innerText`)
				t.Logf("%v\n%s %v", pressed, text, err)
			}
			assert.Empty(t, h.Problems())
			over, err := rig.Eval[bool](h.Session, `document.documentElement.scrollWidth > innerWidth`)
			require.NoError(t, err)
			assert.False(t, over, "nothing has to be pushed aside to be read")
		})
	}
}

// unhurried asserts that computers left time between their moves, and that no
// rent of a person lapsed before there was time to claim it.
func unhurried(t *testing.T, log []entry) {
	t.Helper()
	opened := map[int]time.Time{}
	for _, e := range log {
		switch {
		case e.Type == "claim_opened" && e.Owner == 0:
			opened[e.Claim] = e.At
		case e.Type == "claim_lapsed" && !opened[e.Claim].IsZero():
			assert.GreaterOrEqual(t, e.At.Sub(opened[e.Claim]), 9*time.Second, "No. %d: a rent of the person's", e.Seq)
		}
	}
	list, seen := actsIn(log), 0
	for i := 1; i < len(list); i++ {
		if e, before := list[i], list[i-1]; e.seat != 0 {
			seen++
			assert.GreaterOrEqual(t, e.At.Sub(before.At), 200*time.Millisecond, "No. %d %s of seat %d comes at once after No. %d %s of seat %d",
				e.Seq, e.Type, e.seat, before.Seq, before.Type, before.seat)
		}
	}
	assert.Greater(t, seen, 5)
}

// TestADoubleClickIsOnePress presses everything twice within a moment: the second
// press never does whatever is there by then.
func TestADoubleClickIsOnePress(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	ada, ben, _ := friends(t, s)
	ada.twice, ben.twice = true, true
	var log []doing
	// Who throws doubles twice makes six moves before the other makes one.
	enough := func() bool {
		bought := slices.ContainsFunc(log, func(e doing) bool { return e.Type == "deed_transferred" })
		both := slices.ContainsFunc(log, func(e doing) bool { return e.seat != log[0].seat })
		return len(log) >= 6 && bought && both
	}
	for n := 0; !enough(); n++ {
		require.Less(t, n, 60, "both act, and somebody buys something")
		makeMoves(t, 1, ada, ben)
		log = actsIn(logOf(t, ada.Session))
	}
	last := map[int]doing{}
	for _, e := range log {
		if before, ok := last[e.seat]; ok {
			assert.GreaterOrEqual(t, e.At.Sub(before.At), 400*time.Millisecond, "No. %d %s comes of the press for No. %d %s", e.Seq, e.Type, before.Seq, before.Type)
		}
		last[e.seat] = e
	}
}

// friends opens a table by the form of the first page's second way and starts
// it once the other has come by the link.
func friends(t *testing.T, s *rig.Server) (ada, ben *human, id string) {
	t.Helper()
	return friendsAt(t, s, s)
}

// friendsAt are friends who use a server each.
func friendsAt(t *testing.T, a, b *rig.Server) (ada, ben *human, id string) {
	t.Helper()
	ada, ben = newHuman(t, rig.Emulation{}), newHuman(t, rig.Emulation{Width: 390, Height: 844, Touch: true})
	require.NoError(t, ada.SignIn(a.URL, "Ada"))
	require.NoError(t, ben.SignIn(b.URL, "Ben"))
	var made rig.State
	require.NoError(t, ada.Post("/games", map[string]any{"edition": "us-classic", "players": 2}, &made))
	id = made.Game
	require.NoError(t, ben.Post("/games/"+id+"/seats", map[string]any{}, nil))
	require.NoError(t, ada.Open(a.URL+"/games/"+id))
	require.NoError(t, ben.Open(b.URL+"/games/"+id))
	ada.think()
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-start"))))
	for _, h := range []*human{ada, ben} {
		require.NoError(t, h.Await(`document.querySelector("#act")`), "the game begins before everybody's eyes")
	}
	return ada, ben, id
}

// makeMoves has the players move, until some moves are made.
func makeMoves(t *testing.T, moves int, people ...*human) {
	t.Helper()
	made := 0
	eventually(t, fmt.Sprintf("%d moves", moves), func() bool {
		for _, h := range people {
			move, x, y := h.nextButton()
			if move == "" {
				continue
			}
			before, err := rig.Eval[int](h.Session, seqShown)
			require.NoError(t, err)
			h.think()
			h.press(x, y)
			if h.awaitMove(before) {
				made++
			}
		}
		return made >= moves
	})
}

// awaitMove reports whether a press has an effect; a player who pressed a control too
// early, or while the server was away, presses again.
func (h *human) awaitMove(before int) bool {
	h.t.Helper()
	for range 20 {
		seq, err := rig.Eval[int](h.Session, seqShown)
		require.NoError(h.t, err)
		if seq > before {
			return true
		}
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// awaitSameState waits until all show the same.
func awaitSameState(t *testing.T, people ...*human) {
	t.Helper()
	shown, seen := make([]int, len(people)), make([]string, len(people))
	defer func() {
		if t.Failed() {
			t.Logf("each shows %v and is %v", shown, seen)
		}
	}()
	eventually(t, "everybody sees the same", func() bool {
		for i, h := range people {
			seq, err := rig.Eval[int](h.Session, seqShown)
			require.NoError(t, err)
			shown[i] = seq
			seen[i], err = rig.Eval[string](h.Session, "document.visibilityState")
			require.NoError(t, err)
		}
		return len(slices.Compact(slices.Clone(shown))) == 1
	})
}

// TestTabsComeAndGo plays with a tab that sleeps, with two tabs of one person,
// with the browser's buttons to go back and to load again.
func TestTabsComeAndGo(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	ada, ben, id := friends(t, s)
	makeMoves(t, 2, ada, ben)

	other, err := ada.NewTab(rig.Emulation{Width: 768, Height: 1024})
	require.NoError(t, err)
	t.Cleanup(other.Close)
	require.NoError(t, ada.Freeze(true))
	second := &human{Session: other, t: t, rng: ada.rng}
	require.NoError(t, second.Open(s.URL+"/games/"+id))
	makeMoves(t, 4, second, ben)
	require.NoError(t, ada.Freeze(false))
	holds(t, ada.Session, "!document.hidden", "the tab is shown again")
	awaitSameState(t, ada, second, ben)
	makeMoves(t, 2, ada, ben)
	awaitSameState(t, ada, second, ben)

	for move, _, _ := ben.nextButton(); move != ""; move, _, _ = ben.nextButton() {
		makeMoves(t, 1, ben)
		awaitSameState(t, ada, second, ben)
	}
	require.NoError(t, ben.Open(s.URL+"/rules/us"))
	makeMoves(t, 1, ada)
	_, err = rig.Eval[bool](ben.Session, "(history.back(), true)")
	require.NoError(t, err)
	require.NoError(t, ben.Await(`document.getElementById("table")`))
	awaitSameState(t, ada, second, ben)
	require.NoError(t, ben.Do(chromedp.Reload()))
	require.NoError(t, ada.Freeze(true))
	makeMoves(t, 4, second, ben)
	require.NoError(t, ada.Freeze(false))
	awaitSameState(t, ada, second, ben)
	for _, h := range []*human{ada, ben, second} {
		assert.Empty(t, h.Problems())
	}
}

// TestThePowerFails kills the server while two people play; it comes back on
// the same file, and both go on without doing anything about it.
func TestThePowerFails(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	ada, ben, _ := friends(t, s)
	makeMoves(t, 3, ada, ben)
	require.NoError(t, s.Kill())
	ada.think()
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	makeMoves(t, 3, ada, ben)
	awaitSameState(t, ada, ben)
	assert.Empty(t, ada.Problems())
}

// TestAFriendLeaves plays with a friend who closes the window and does not come
// back: the table waits and says for whom. When they leave for good a computer
// takes the seat, slowly enough to be watched, and gives nothing of theirs away.
func TestAFriendLeaves(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	ada, ben, id := friends(t, s)
	makeMoves(t, 3, ada, ben)
	require.NoError(t, ben.Open("about:blank"))
	eventually(t, "it is the turn of who has gone", func() bool {
		var state rig.State
		text, err := rig.EvalAsync[string](ada.Session, fmt.Sprintf(`fetch("/games/%s", {headers: {Accept: "application/json"}}).then(r => r.text())`, id))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal([]byte(text), &state))
		for _, p := range state.Players {
			if p.Name == "Ben" && len(state.WaitingFor) == 1 && state.WaitingFor[0] == p.Seat {
				return true
			}
		}
		if move, x, y := ada.nextButton(); move != "" {
			ada.think()
			ada.press(x, y)
		}
		return false
	})
	require.NoError(t, ada.Await(`document.querySelector("#act").innerText.includes("Ben")`), "the page says whom all wait for")
	require.NoError(t, ben.Open(s.URL+"/games/"+id))
	require.NoError(t, ben.Post("/games/"+id+"/moves", map[string]any{"move": "resign"}, nil))
	eventually(t, "the game goes on or is over", func() bool {
		move, _, _ := ada.nextButton()
		over, err := rig.Eval[bool](ada.Session, `!!document.querySelector("#result, .result")`)
		require.NoError(t, err)
		return move != "" || over
	})
	for _, e := range logOf(t, ada.Session) {
		assert.NotContains(t, []string{"trade_proposed", "trade_accepted"}, e.Type, "No. %d", e.Seq)
	}
	assert.Empty(t, ada.Problems())
}
