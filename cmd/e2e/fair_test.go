package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/bankhalter/bankhalter/game/fair"
)

// verdict is the output of "bankhalter verify --json".
type verdict struct {
	OK      bool
	Verdict string
	Status  string
	Tally   struct {
		Draws    int
		TwoParty int `json:"two_party"`
		Server   int
		Missed   int
		Doubtful int
	}
	Checks []struct{ Check, Result, Detail string }
}

// verified fetches the export of a game and has the program check it.
func verified(t *testing.T, c *rig.Client, id string) verdict {
	t.Helper()
	answer, err := c.Do(t.Context(), http.MethodGet, "/games/"+id+"/export", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.Status)
	file := filepath.Join(t.TempDir(), id+".jsonl")
	require.NoError(t, os.WriteFile(file, answer.Body, 0o600))
	var out, said bytes.Buffer
	cmd := exec.CommandContext(t.Context(), binary, "verify", "--json", file)
	cmd.Stdout, cmd.Stderr = &out, &said
	err = cmd.Run()
	var exit *exec.ExitError
	require.True(t, err == nil || errors.As(err, &exit), "%v", err)
	var v verdict
	require.NoError(t, json.Unmarshal(out.Bytes(), &v))
	require.True(t, v.OK, "%s%s", said.String(), out.String())
	wanted := "PASS"
	switch {
	case v.Tally.TwoParty == 0:
		wanted = "UNPROVEN"
	case v.Status != "finished":
		wanted = "PASS so far"
	}
	require.Equal(t, wanted, v.Verdict, out.String())
	require.Equal(t, v.Verdict == "UNPROVEN", err != nil, "the status agrees with the verdict")
	return v
}

// assertSound exports a game and has the program verify it from its start.
func assertSound(t *testing.T, c *rig.Client, id, name string) {
	t.Helper()
	a, err := c.Do(t.Context(), http.MethodGet, "/games/"+id+"/export", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status, name)
	cmd := exec.CommandContext(t.Context(), binary, "verify", "-")
	cmd.Stdin = bytes.NewReader(a.Body)
	out, err := cmd.CombinedOutput()
	sound(t, out, err, name)
}

// sound asserts that verify found no fault. Games of programs that bring no
// numbers for the dice are unproven, which has a status of its own.
func sound(t *testing.T, out []byte, err error, name string) {
	t.Helper()
	const unproven = 3
	var exit *exec.ExitError
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	last := lines[len(lines)-1]
	if errors.As(err, &exit) && exit.ExitCode() == unproven {
		assert.Regexp(t, "^UNPROVEN: ", last, name)
		return
	}
	assert.NoError(t, err, "%s: %s", name, out)
	assert.Regexp(t, "^PASS", last, name)
}

// together signs two people in, in browsers, and begins a game with fast bots or none.
func together(t *testing.T, s *rig.Server, b *rig.Browser, game map[string]any) (id string, ada, ben *rig.Session) {
	t.Helper()
	ada, ben = newSession(t, b, rig.Emulation{}), newSession(t, b, rig.Emulation{})
	require.NoError(t, ada.SignIn(s.URL, "Ada"))
	require.NoError(t, ben.SignIn(s.URL, "Ben"))
	var made rig.State
	require.NoError(t, ada.Post("/games", game, &made))
	require.NoError(t, ben.Post("/games/"+made.Game+"/seats", map[string]any{}, nil))
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
		require.NoError(t, p.Await(myChain), "the page brings numbers of its own while it waits")
	}
	return made.Game, ada, ben
}

const (
	myDice  = "({...JSON.parse(document.getElementById('fair-says').dataset.chain), ...JSON.parse(document.getElementById('table').dataset.dice)})"
	myChain = myDice + ".source === 'client'"
	rolls   = "document.querySelector('#act button[name=move][value=roll]:not(#m-skip)')"
)

// throwOnce presses the buttons needed until the player to throw has thrown, and
// returns that player.
func throwOnce(t *testing.T, people ...*rig.Session) (who *rig.Session) {
	t.Helper()
	t.Cleanup(func() {
		for _, p := range people {
			if t.Failed() {
				text, _ := rig.Eval[string](p, "document.querySelector('#act')?.innerText + ' ' + document.getElementById('table')?.dataset.dice")
				t.Log(text)
			}
		}
	})
	seq := 0
	eventually(t, "somebody throws", func() bool {
		for _, p := range people {
			before, err := rig.Eval[int](p, seqShown)
			require.NoError(t, err)
			if act(t, p) == "roll" {
				who, seq = p, before
				return true
			}
		}
		return false
	})
	thrown := fmt.Sprintf("%s > %d && !document.getElementById('f-skip') && document.querySelector('#act .throw')", seqShown, seq)
	require.NoError(t, who.Await(thrown), "the number goes by itself")
	return who
}

func TestSlowTwoBrowsersThrowTheDiceTogether(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "private": true})
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-start"))))
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Await("document.querySelector('#act .choice')"), "the game begins once both devices have sent a number")
	}
	for _, p := range []*rig.Session{ada, ben} {
		holds(t, p, `(window.held = 0, new MutationObserver(() => { if (document.getElementById("f-skip")) held++ }).observe(document.body, {childList: true, subtree: true}), true)`, "watched")
	}
	for range 6 {
		who := throwOnce(t, ada, ben)
		holds(t, who, "window.held === 0", "one press, and nothing is shown between the press and the throw")
		require.NoError(t, who.Await("document.querySelector('#act .throw .proved')"), "a tick at the throw that was checked")
	}
	for _, p := range []*rig.Session{ada, ben} {
		holds(t, p, `(window.lost = 0, (f => window.fetch = (to, o) => String(to.url ?? to).includes("/chain") && !lost++ ? Promise.reject(new TypeError("lost")) : f(to, o))(window.fetch.bind(window)), true)`, "the next number is lost on its way")
	}
	who := throwOnce(t, ada, ben)
	require.NoError(t, who.Await("window.lost > 1"), "it is sent again")
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Await("document.querySelectorAll('#log .proved').length > 3"), "everybody checks every throw")
		warned, err := rig.Eval[bool](p, "!!document.getElementById('fair-warning')")
		require.NoError(t, err)
		assert.False(t, warned)
		assert.Empty(t, p.Problems())
	}
	require.NoError(t, ada.Open(s.URL+"/games/"+id+"/proof"))
	require.NoError(t, ada.Await("!document.getElementById('proof-check').hidden"), "the page of the proof is checked too")
	page, err := ada.Text()
	require.NoError(t, err)
	assert.Contains(t, page, "neither could know the other")

	v := verified(t, player(t, s, "Carla"), id)
	assert.GreaterOrEqual(t, v.Tally.Draws, 7)
	assert.Equal(t, v.Tally.Draws, v.Tally.TwoParty, "both had a part in every draw: %+v", v.Tally)
}

// TestBackToATableRaisesNoAlarm leaves a table that goes on meanwhile, and comes back with the
// browser's own button: the browser then shows what it has kept, which no restored copy
// of the server is taken for.
func TestBackToATableRaisesNoAlarm(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "private": true})
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-start"))))
	require.NoError(t, ben.Await("document.querySelector('#act .choice')"))
	require.NoError(t, ada.Open(s.URL+"/games/"+id))
	for range 3 {
		who := throwOnce(t, ada, ben)
		require.NoError(t, who.Await("document.querySelector('#act .throw .proved')"))
	}
	seq, err := rig.Eval[int](ada, seqShown)
	require.NoError(t, err)
	pinned := `(at => JSON.parse(localStorage.getItem("bh/pin/` + id + `"))?.seq >= at)`
	require.NoError(t, ada.Await(fmt.Sprintf("%s(%d)", pinned, seq)))
	for range 2 {
		holds(t, ada, `(location.href = "/games/`+id+`/notes", true)`, "away")
		require.NoError(t, ada.Await(`location.pathname.endsWith("/notes") && document.readyState === "complete"`))
		require.NoError(t, ada.Do(chromedp.NavigateBack()))
		require.NoError(t, ada.Await(fmt.Sprintf(`document.readyState === "complete" && document.querySelector("#table") && %s >= %d && document.querySelector(".proved")`, seqShown, seq)), "the table as it is, and checked")
		holds(t, ada, `!document.getElementById("fair-warning")`, "no alarm")
	}
	assert.Empty(t, ada.Problems())
}

// A game against computers that one press opens begins with numbers of its player's device.
func TestAQuickGameIsThrownTogether(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	p := newSession(t, b, rig.Emulation{Width: 1280, Height: 800})
	require.NoError(t, p.Open(s.URL+"/"))
	require.NoError(t, p.Follow("#m-quick"))
	require.NoError(t, p.Await("document.querySelector('#act .choice') && document.activeElement.id === 'act-h'"), "it begins by itself")
	holds(t, p, "!document.activeElement.matches(':focus-visible')", "nothing is framed that nobody has pressed")
	id, err := rig.Eval[string](p, "location.pathname.split('/')[2]")
	require.NoError(t, err)
	throwOnce(t, p)
	require.NoError(t, p.Await("document.querySelector('#act .throw .proved')"))
	log, err := rig.Eval[string](p, "document.getElementById('log').innerText")
	require.NoError(t, err)
	assert.NotContains(t, log, "new secret numbers")
	left, err := rig.Eval[int](p, "Object.keys(localStorage).filter(k => k.startsWith('bh/chain/new/')).length")
	require.NoError(t, err)
	assert.Zero(t, left, "the numbers are kept with the game")
	assert.Empty(t, p.Problems())
	v := verified(t, player(t, s, "Carla"), id)
	assert.Equal(t, "PASS so far", v.Verdict)
	assert.Positive(t, v.Tally.TwoParty, "%+v", v.Tally)
}

// watchThrow notes in the page when roll is pressed, when dice tumble, and when the throw is
// shown, in milliseconds after the press, and how many requests it took one after another.
const watchThrow = `(window.slow = {}, addEventListener("click", e => {
	if (e.target.closest("[name=move][value=roll]") && slow.pressed === undefined) Object.assign(slow, {pressed: performance.now(), seq: ` + seqShown + `});
}, true), new MutationObserver(() => {
	const since = performance.now() - slow.pressed;
	if (!(since >= 0)) return;
	if (document.querySelector(".cubes")) slow.tumbles ??= since;
	if (slow.thrown === undefined && ` + seqShown + ` > slow.seq && document.querySelector("#act .throw")) {
		slow.thrown = since;
		slow.trips = 0;
		let end = slow.pressed - 1;
		for (const x of performance.getEntriesByType("resource").filter(x => x.startTime >= slow.pressed - 1).sort((a, b) => a.responseEnd - b.responseEnd)) {
			if (x.startTime >= end) { slow.trips++; end = x.responseEnd; }
		}
	}
}).observe(document.body, {childList: true, subtree: true, attributes: true}), true)`

// TestSlowThrowOnASlowNetwork throws dice together where each request takes 400 ms and 50 kB
// a second go through, as on a phone far from the mast: the dice tumble at once, and the
// throw is there after two requests one after the other, the lock's and the number's.
func TestSlowThrowOnASlowNetwork(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	_, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "private": true})
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-start"))))
	const trip = 400 * time.Millisecond
	for _, p := range []*rig.Session{ada, ben} {
		require.NoError(t, p.Await("document.querySelector('#act .choice')"))
		require.NoError(t, p.Emulate(rig.Emulation{Motion: true}))
		require.NoError(t, p.Throttle(trip, 50<<10))
		holds(t, p, watchThrow, "watched")
	}
	var reactions, trips []float64
	for range 4 {
		for _, p := range []*rig.Session{ada, ben} {
			holds(t, p, "(slow.pressed = slow.tumbles = slow.thrown = undefined, true)", "begun anew")
		}
		who := throwOnce(t, ada, ben)
		require.NoError(t, who.Await("slow.thrown !== undefined"))
		seen, err := rig.Eval[struct{ Tumbles, Thrown, Trips float64 }](who, "slow")
		require.NoError(t, err)
		t.Logf("%+v", seen)
		assert.GreaterOrEqual(t, seen.Thrown, float64(trip.Milliseconds()), "the network is slow")
		assert.Less(t, seen.Tumbles, seen.Thrown, "the dice do not wait for an answer")
		reactions, trips = append(reactions, seen.Tumbles), append(trips, seen.Trips)
	}
	assert.LessOrEqual(t, slices.Min(trips), 2.0, "requests one after another; a busy machine may add some for other news")
	assert.Less(t, slices.Min(reactions), float64(trip.Milliseconds())/2, "a press is answered before any answer can be there")
}

// A mixed table: a browser with its chain, a program with its own, one that
// brings none, and a computer player.
func TestSlowAMixedTableVerifies(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	ctx := t.Context()
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 5, "private": true, "bots": []string{""}})
	curl, plain := player(t, s, "Curl"), player(t, s, "Plain")
	require.NoError(t, curl.Join(ctx, id))
	require.NoError(t, plain.Join(ctx, id))
	chain := fair.NewChain(fair.Hash{9, 8, 7}, 2000)
	put := func(body map[string]any) *rig.Answer {
		answer, err := curl.Do(ctx, http.MethodPut, "/games/"+id+"/chain", body)
		require.NoError(t, err)
		return answer
	}
	require.Equal(t, http.StatusOK, put(map[string]any{"anchor": chain.Anchor().String()}).Status)
	require.NoError(t, ada.Post("/games/"+id+"/start", map[string]any{}, nil))
	eventually(t, "the table asks the program for its first number", func() bool {
		return put(map[string]any{"link": chain.Link(1).String()}).Status == http.StatusOK
	})
	eventually(t, "the game begins", func() bool {
		state, err := curl.State(ctx, id)
		require.NoError(t, err)
		return state.Status == "playing"
	})
	thrown := map[string]int{}
	eventually(t, "all kinds of players have thrown", func() bool {
		state, err := curl.State(ctx, id)
		require.NoError(t, err)
		if len(state.WaitingFor) == 0 {
			return false
		}
		switch who := state.WaitingFor[0]; who {
		case 0, 1, 2: // the bot sits on 1, the browsers around it
			for _, p := range []*rig.Session{ada, ben} {
				if act(t, p) == "roll" {
					thrown["browsers"]++
				}
			}
		case 3, 4:
			c := map[int]*rig.Client{3: curl, 4: plain}[who]
			own, err := c.State(ctx, id)
			require.NoError(t, err)
			if own.Lock != nil { // a card is drawn with a number of its own
				put(map[string]any{"link": chain.Link(own.Table.Dice.Next).String()})
				return false
			}
			move, ok := easy(own)
			if !ok {
				return false
			}
			_, err = c.Play(ctx, id, move)
			require.NoError(t, err)
			if move.Name() == "roll" && who == 3 {
				played, err := c.Play(ctx, id, rig.Move{"move": "roll", "link": chain.Link(own.Table.Dice.Next).String()})
				require.NoError(t, err)
				require.NotEmpty(t, played.Events)
				thrown["curl"]++
			} else if move.Name() == "roll" {
				thrown["plain"]++
			}
		}
		return thrown["curl"] > 0 && thrown["plain"] > 0 && thrown["browsers"] > 1
	})
	v := verified(t, curl, id)
	assert.Positive(t, v.Tally.TwoParty)
	assert.Positive(t, v.Tally.Server)
	assert.Equal(t, v.Tally.Draws, v.Tally.TwoParty+v.Tally.Server+v.Tally.Missed)
}

// act presses one simple button, if there is one.
func act(t *testing.T, p *rig.Session) string {
	t.Helper()
	pressed, err := rig.Eval[string](p, `(() => {
		for (const move of ["roll", "buy", "decline", "pass", "choose_tax", "end_turn", "pay_debt"]) {
			const b = document.querySelector("#act button[name=move][value=" + move + "]:not(#m-skip)");
			if (b && !b.disabled && b.ariaDisabled !== "true" && !document.querySelector(".htmx-request")) { b.click(); return move; }
		}
		return "";
	})()`)
	require.NoError(t, err)
	return pressed
}

// easy is a simple move that is open, with its arguments.
func easy(state rig.State) (rig.Move, bool) {
	for _, want := range []string{"roll", "buy", "decline", "pass", "choose_tax", "end_turn", "pay_debt", "declare_bankruptcy"} {
		for _, m := range state.Moves {
			if m.Name() == want && m["needs_link"] == nil {
				return rig.Fill(m, rand.New(rand.NewPCG(1, 1))), true
			}
		}
	}
	return nil, false
}

// A seat that brought numbers from a browser is played on in a program without
// scripts: one more press, and the log says so.
func TestASeatWithNumbersIsPlayedOnWithoutThem(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	id, ada, ben := together(t, s, b, map[string]any{"edition": "us-classic", "players": 2, "private": true})
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-start"))))
	require.NoError(t, ada.Await("document.querySelector('#act .choice')"))
	who := throwOnce(t, ada, ben)
	other := ben
	if who == ben {
		other = ada
	}
	var link struct{ URL string }
	require.NoError(t, other.Post("/me/link", map[string]any{}, &link))
	require.NoError(t, other.Open("about:blank")) // the player's device is off
	plain := newSession(t, b, rig.Emulation{NoScript: true})
	require.NoError(t, plain.Open(link.URL))
	require.NoError(t, plain.Follow("main form button"))
	table := s.URL + "/games/" + id
	require.NoError(t, plain.Open(table))
	eventually(t, "the other one gets to throw", func() bool {
		act(t, who)
		page, err := plain.Page()
		require.NoError(t, err)
		if page.Doc.Find("#m-skip").Length() > 0 {
			return true
		}
		if _, press, ok := page.Find("move", "roll", "pass", "end_turn"); ok {
			require.NoError(t, plain.Follow("#act button[name=move][value="+press.Value+"]"))
		} else {
			require.NoError(t, plain.Do(chromedp.Reload()))
		}
		return false
	})
	require.NoError(t, who.Await("document.querySelector('#act .choice').innerText.includes('device is still missing')"), "the other one sees for whom the table waits")
	require.NoError(t, plain.Follow("#m-skip"))
	require.NoError(t, who.Await("!document.querySelector('#act .choice').innerText.includes('device is still missing')"))
	v := verified(t, player(t, s, "Carla"), id)
	assert.Equal(t, 1, v.Tally.Missed, "the log says that a number did not come")
}

// taken loses the device's first numbers on their way and meanwhile has the button taken away
// that was pressed, as by a table that is drawn anew, and gives it back afterwards.
const taken = `(() => {
	const send = fetch;
	window.fetch = async (to, ...rest) => {
		if (!String(to).endsWith("/chain") || "returned" in window) return send(to, ...rest);
		const b = document.getElementById("m-roll"), from = b.parentNode, next = b.nextSibling;
		window.returned = false;
		b.remove();
		setTimeout(() => { from.insertBefore(b, next); window.returned = true; }, 1000);
		throw new TypeError("no line");
		return answer;
	};
	return true;
})()`

// A device whose first numbers are lost, with the move they were sent for, makes the next move.
func TestAMoveThatIsGoneHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	s, b := serve(t), browser(t)
	p := newSession(t, b, rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	ben := player(t, s, "Ben")
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"edition": "us-classic", "players": 2, "private": true}, &made))
	require.NoError(t, ben.Join(t.Context(), made.Game))
	require.NoError(t, p.Post("/games/"+made.Game+"/start", map[string]any{}, nil))
	eventually(t, "Ada is to roll", func() bool {
		state, err := ben.State(t.Context(), made.Game)
		require.NoError(t, err)
		if m, ok := easy(state); ok {
			_, err = ben.Play(t.Context(), made.Game, m)
			require.NoError(t, err)
		}
		return state.Turn.Player == 0 && state.Status == "playing"
	})
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	holds(t, p, taken, "the button goes")
	require.NoError(t, p.Do(chromedp.Click("#m-roll")))
	require.NoError(t, p.Await("window.returned"))
	before, err := ben.State(t.Context(), made.Game)
	require.NoError(t, err)
	require.NoError(t, p.Do(chromedp.Click("#m-roll")))
	eventually(t, "the throw", func() bool {
		state, err := ben.State(t.Context(), made.Game)
		require.NoError(t, err)
		return state.Seq > before.Seq
	})
	assert.Empty(t, p.Problems())
}
