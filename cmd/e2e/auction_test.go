package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestAnAuctionIsAStage: at a live table every bidder has a place with the last bid,
// the hammer goes once, twice and falls when nobody bids for 15 seconds, and each
// bid starts it again. Nobody presses anything here but the bids.
func TestAnAuctionIsAStage(t *testing.T) {
	t.Parallel()
	srv, b := serve(t), browser(t)
	p := newSession(t, b, rig.Emulation{Width: 390, Height: 844, Touch: true, Language: "en"})
	require.NoError(t, p.SignIn(srv.URL, "Ada"))
	var made rig.State
	require.NoError(t, p.Post("/games", map[string]any{"scenario": rig.Raw(unsold), "pace": "live"}, &made))
	sc := &sandboxTable{t: t, id: made.Game, seats: []*rig.Client{nil, player(t, srv, "Ben"), player(t, srv, "Cleo")}}
	for _, c := range sc.seats[1:] {
		require.NoError(t, c.Join(t.Context(), sc.id))
	}
	require.NoError(t, p.Open(srv.URL+"/games/"+sc.id))
	require.NoError(t, p.Do(chromedp.Click("#m-roll:not([aria-disabled=true])")))
	require.NoError(t, p.Do(chromedp.Click("#m-decline:not([aria-disabled=true])")))
	require.NoError(t, p.Await(`document.querySelectorAll("#stage .bidder").length === 3`), "a place for each")
	hammer, err := rig.Eval[bool](p, `!!document.querySelector("#stage .once")`)
	require.NoError(t, err)
	assert.False(t, hammer, "not before the first bid")

	sc.move(1, "bid", "amount", 40)
	lead := `document.querySelector("#stage .lead .bub")?.textContent.trim()`
	require.NoError(t, p.Await(lead+` === "$40"`))
	require.NoError(t, p.Await(`document.querySelector("#stage .once li:nth-child(2).cur")`), "going twice")
	sc.move(2, "bid", "amount", 50)
	require.NoError(t, p.Await(lead+` === "$50"`))
	require.NoError(t, p.Await(`document.querySelector("#stage .once li:nth-child(1).cur")`), "from the beginning")
	history, err := rig.Eval[string](p, `document.querySelector("#bidders .hist").textContent`)
	require.NoError(t, err)
	assert.Equal(t, "Cleo $50 · Ben $40", history, "the last one first")

	require.NoError(t, p.Await(`!document.querySelector("#stage")`), "sold")
	owner, err := rig.Eval[string](p, fmt.Sprintf(`document.querySelector("#s%d .own")?.textContent ?? ""`, 3))
	require.NoError(t, err)
	assert.Equal(t, "C", owner)
	assert.Empty(t, p.Problems())
}

// TestSlowEveryAmountOfAnAuctionIsWhole: of four bidders, six and eight, on desks and tablets, with bids of more than a thousand.
func TestSlowEveryAmountOfAnAuctionIsWhole(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	names := []string{"Ada", "Wilhelmine Schwarzwälder", "Cleo", "Dan", "Emil", "Frida", "Gustav", "Hanna"}
	for _, n := range []int{4, 6, 8} {
		players := []string{`{"name": "Ada", "space": 30}`}
		moves := []string{`{"player": 0, "move": "roll"}`, `{"player": 0, "move": "decline"}`}
		for i, name := range names[1:n] {
			players = append(players, fmt.Sprintf(`{"name": %q}`, name))
			moves = append(moves, fmt.Sprintf(`{"player": %d, "move": "bid", "amount": %d}`, i+1, 1100+10*i))
		}
		m := phasePosition{doc: `{"edition": "german-classic", "rulebook": "standard", "dice": [[4, 5]], "players": [` + strings.Join(players, ", ") + `]}`, moves: moves}
		showIn(t, p, s.URL+m.create(t, p), inLanguage([]rig.Emulation{{Width: 1280, Height: 800}, {Width: 1024, Height: 768}, {Width: 768, Height: 1024}}, "de"), func(emulation rig.Emulation) {
			holds(t, p, fmt.Sprintf(`document.querySelectorAll(".bidder .bub").length === %d`, n), "all bid")
			noneOf(t, p, `JSON.stringify([...document.querySelectorAll(".bidder .bub")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText))`, "%d bidders, %d px", n, emulation.Width)
		})
	}
}
