package e2e

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

func stateOf(t *testing.T, p *rig.Session) (s rig.State) {
	t.Helper()
	text, err := rig.EvalAsync[string](p, `fetch(location.pathname, {headers: {Accept: "application/json"}}).then(r => r.text())`)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal([]byte(text), &s), "%.200s", text)
	return s
}

// recordSequences keeps the number of the last event of each picture of the table.
const recordSequences = `(() => { window.pictures = [+document.getElementById("table").dataset.seq];
	document.addEventListener("htmx:after:swap", () => { const seq = +document.getElementById("table").dataset.seq;
		if (seq !== pictures.at(-1)) pictures.push(seq); }); return true })()`

// A quick game on a server as it comes: each turn of a computer player is a
// picture of its own, and every rent is collected.
func TestComputersTakeTheirTime(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.Open(s.URL+"/"))
	require.NoError(t, p.Follow("#m-quick"))
	_, err := rig.Eval[bool](p, recordSequences)
	require.NoError(t, err)
	turns := func() (n int) {
		for _, e := range logOf(t, p) {
			if e.Type == "turn_started" && *e.Player != 0 {
				n++
			}
		}
		return n
	}
	// What leads to another page, such as the confirmation of a trade, is left alone.
	const mine = `(() => { const b = document.querySelector("#act form[method=post] button:not([aria-disabled=true])"); b?.click(); return true })()`
	for begun := time.Now(); turns() < 3; time.Sleep(200 * time.Millisecond) {
		require.Less(t, time.Since(begun), 2*soon, "the computers do not go on")
		_, err := rig.Eval[bool](p, mine)
		require.NoError(t, err)
	}
	pictures, err := rig.Eval[[]int](p, "pictures")
	require.NoError(t, err)
	log := logOf(t, p)
	var last time.Time
	for _, e := range log {
		if e.Type != "turn_started" || e.Seq > pictures[len(pictures)-1] {
			assert.NotEqual(t, "claim_lapsed", e.Type)
			continue
		}
		if *e.Player != 0 {
			assert.True(t, e.At.After(last), "event %d: two turns in one commit", e.Seq)
		}
		last = e.At
	}
	for i := 1; i < len(pictures); i++ {
		begun := 0
		for _, e := range log {
			if e.Type == "turn_started" && *e.Player != 0 && pictures[i-1] < e.Seq && e.Seq <= pictures[i] {
				begun++
			}
		}
		assert.LessOrEqual(t, begun, 1, "the picture of event %d holds two turns of computers", pictures[i])
	}
}

// lapsing is a position in which a computer's throw would end a person's claim.
const lapsing = `{"edition": "us-classic", "rulebook": "standard",
	"players": [{"name": "P", "deeds": [{"space": 11}]}, {"name": "Q", "space": 11}, {"name": "R"}],
	"turn": 1, "dice": [[1, 2]], "claims": [{"claim": 1, "owner": 0, "payer": 1, "space": 11, "amount": 10, "left": 1}]}`

// A claim of a person lives as long as the server grants, at a table whose
// creator said nothing about it.
func TestAClaimOutlivesItsGrace(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(lapsing), "bots": []string{"", ""}}, &made))
	require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
	require.NoError(t, p.Await(`document.querySelector("button[value=claim_rent]")`))
	require.NoError(t, p.Await(`!document.querySelector("button[value=claim_rent]")`), "and it does lapse")
	log := logOf(t, p)
	for _, e := range log {
		if e.Type == "claim_lapsed" {
			assert.GreaterOrEqual(t, e.At.Sub(log[0].At), 9900*time.Millisecond)
			return
		}
	}
	t.Fatalf("no claim lapsed: %v", log)
}

// presses is a position in which each of the usual presses is a button.
const presses = `{"edition": "us-classic", "rulebook": "us", "players": [{"name": "Ada", "cash": 1500, "space": 14,
	"deeds": [{"space": 6}, {"space": 8}, {"space": 9}, {"space": 5}]}, {"name": "Ben", "cash": 1500, "deeds": [{"space": 39}]}],
	"dice": [[2, 2], [1, 4], [3, 1]]}`

// stableCenter is the middle of the element that a selector finds, when it no longer moves.
func stableCenter(t *testing.T, p *rig.Session, find string) []float64 {
	t.Helper()
	const still = `(async () => {
		const frame = () => new Promise(requestAnimationFrame), where = () => { const r = %[1]s?.getBoundingClientRect(); return r ? [r.x + r.width / 2, r.y + r.height / 2] : [] };
		for (let i = 0; i < 200; i++) {
			%[1]s?.scrollIntoView({block: "center", behavior: "instant"});
			const at = where();
			await frame(); await frame(); await frame();
			const now = where();
			if (now.length && now[0] === at[0] && now[1] === at[1] && %[1]s.contains(document.elementFromPoint(...now))) return now;
		}
		return [];
	})()`
	at, err := rig.EvalAsync[[]float64](p, fmt.Sprintf(still, find))
	require.NoError(t, err)
	require.Len(t, at, 2, "%s does not lie still", find)
	return at
}

// A double click makes one move, with the mouse and with a finger.
func TestADoubleClickIsOneMove(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	b := browser(t)
	for name, emulation := range map[string]rig.Emulation{"mouse": {}, "finger": {Width: 360, Height: 740, Touch: true}} {
		for _, apart := range []time.Duration{60 * time.Millisecond, 120 * time.Millisecond, 200 * time.Millisecond} {
			if !*long && (apart == 120*time.Millisecond) != emulation.Touch {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v", name, apart), func(t *testing.T) {
				p := newSession(t, b, emulation)
				require.NoError(t, p.SignIn(s.URL, "Ada"))
				var made rig.State
				require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(presses)}, &made))
				require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
				holds(t, p, `(document.addEventListener("htmx:after:swap", () => { window.swapped = performance.now() }), window.swapped = 0, true)`, "listens")
				press := func(button string) rig.State {
					t.Helper()
					seq := stateOf(t, p).Seq
					alive := fmt.Sprintf("document.querySelector('%s:not([aria-disabled=true])')", button)
					require.NoError(t, p.Await(alive), button)
					require.NoError(t, p.Await("performance.now() > swapped + 500"), "who has scrolled to a button has taken as long")
					at := stableCenter(t, p, alive)
					require.NoError(t, p.PressTwice(at[0], at[1], apart, emulation.Touch))
					require.NoError(t, p.Await(fmt.Sprintf("%s > %d", seqShown, seq)), button)
					require.NoError(t, p.Await(`!document.querySelector("#table [aria-disabled=true]")`), "what was dead comes alive again")
					return stateOf(t, p)
				}
				houses := func(st rig.State) (n int) {
					for _, d := range st.Deeds {
						n += d.Houses
					}
					return n
				}
				mortgaged := func(st rig.State) (n int) {
					for _, d := range st.Deeds {
						if d.Mortgaged {
							n++
						}
					}
					return n
				}
				lay := func(button string) []float64 { // its edges in its card: left, top, right, bottom
					t.Helper()
					edges, err := rig.Eval[[]float64](p, fmt.Sprintf(`((b, c) => [b.left - c.left, b.top - c.top, b.right - c.left, b.bottom - c.top])(
						document.querySelector(%[1]q).getBoundingClientRect(), document.querySelector(%[1]q).closest("li").getBoundingClientRect())`, button))
					require.NoError(t, err)
					require.Len(t, edges, 4)
					return edges
				}
				away := func(pressed, now []float64) float64 { // from where a button was pressed to the edge of another
					x, y := (pressed[0]+pressed[2])/2, (pressed[1]+pressed[3])/2
					return max(now[0]-x, x-now[2], now[1]-y, y-now[3])
				}
				build, mortgage := lay("#m-build-6"), lay("#m-mortgage-5")
				assert.Equal(t, 1, houses(press("#m-build-6")))
				assert.GreaterOrEqual(t, away(build, lay("#m-sell-6")), 20.0, "to sell lies where to build lay")
				assert.Equal(t, 0, houses(press("#m-sell-6")))
				assert.Equal(t, 1, mortgaged(press("#m-mortgage-5")))
				assert.GreaterOrEqual(t, away(mortgage, lay("#m-lift-5")), 20.0, "to lift lies where to mortgage lay")
				assert.Equal(t, 0, mortgaged(press("#m-lift-5")))
				assert.Equal(t, "buy", press("#m-roll").Phase, "it does not buy")
				assert.Equal(t, "roll", press("#m-buy").Phase, "it does not throw again after doubles")
				rolled := 0
				for _, e := range logOf(t, p) {
					if e.Type == "rolled" {
						rolled++
					}
				}
				assert.Equal(t, 1, rolled)
				assert.Empty(t, p.Problems())
			})
		}
	}
}

// The answer to a proposal begins with one press: the form is open, filled in
// and has the focus, on a phone and on a desk, and it stays begun while a card
// is looked at.
func TestACounterOfferOpensTheForm(t *testing.T) {
	t.Parallel()
	s := shipped(t)
	b := browser(t)
	for name, emulation := range map[string]rig.Emulation{"phone": {Width: 360, Height: 740, Language: "de"}, "desk": {}} {
		t.Run(name, func(t *testing.T) {
			p := newSession(t, b, emulation)
			require.NoError(t, p.SignIn(s.URL, "Ada"))
			var made rig.State
			require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(presses)}, &made))
			ben := player(t, s, "Ben")
			require.NoError(t, ben.Join(t.Context(), made.Game))
			require.NoError(t, p.Open(s.URL+"/games/"+made.Game))
			sc := &sandboxTable{t: t, id: made.Game, seats: []*rig.Client{ben}}
			sc.move(0, "propose_trade", "to", 0, "give", map[string]any{"deeds": []int{39}}, "want", map[string]any{"deeds": []int{5}})
			counter := `#act .arrival a[href*="counter="]`
			require.NoError(t, p.Await(fmt.Sprintf("document.querySelector('%s')", counter)))
			holds(t, p, `(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector("#act .arrival [value=accept_trade]").getBoundingClientRect())`, "it is answered without scrolling")
			begun := `document.getElementById("trade").open && document.querySelector("#trade [name=counter]")
				&& document.querySelector("#trade [name=give_deeds][value='5']").checked && document.querySelector("#trade [name=want_deeds][value='39']").checked`
			answer := func() {
				t.Helper()
				stableCenter(t, p, fmt.Sprintf("document.querySelector('%s')", counter))
				require.NoError(t, p.Do(chromedp.Click(chromedp.CSS(counter))))
			}
			answer()
			require.NoError(t, p.Await(begun))
			require.NoError(t, p.Await(`document.activeElement.closest("#trade form")`), "the focus is there")
			top, err := rig.Eval[float64](p, `document.activeElement.getBoundingClientRect().top`)
			require.NoError(t, err)
			assert.True(t, top >= 0 && top < 900, "and it can be seen: %v", top)

			require.NoError(t, p.Do(chromedp.Click(chromedp.CSS("#trade > summary"))))
			require.NoError(t, p.Await(`!document.getElementById("trade").open`))
			answer()
			require.NoError(t, p.Await(begun), "once more")

			_, err = rig.Eval[any](p, `document.querySelector("#s39 a").click()`)
			require.NoError(t, err)
			require.NoError(t, p.Await(`location.search.includes("deed=39") && document.querySelector("#of-s39")`))
			require.NoError(t, p.Await(begun), "a look at a card takes nothing away")
			assert.Empty(t, p.Problems())
		})
	}
}
