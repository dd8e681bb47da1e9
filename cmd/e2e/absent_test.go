package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// absence is a table at which the turn of one player began more than a day ago,
// so that the others may put their absence to the vote.
type absence struct {
	s     *rig.Server
	id    string
	url   string
	gone  int // seat of the one who is away
	away  *human
	there []*human
}

// newAbsence imports a running game whose last move is a day old into a server with
// nothing set. Everybody takes their seat, and the one whose turn it is closes
// the tab.
func newAbsence(t *testing.T, names ...string) *absence {
	t.Helper()
	db, dir := filepath.Join(t.TempDir(), "bankhalter.db"), t.TempDir()
	out, code := ended(t, "simulate", "--games", "1", "--seed", "11", "--players", fmt.Sprint(len(names)), "--export", dir)
	require.Zero(t, code, out)
	games, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, games, 1)
	data, err := os.ReadFile(games[0])
	require.NoError(t, err)
	lines := strings.SplitAfter(string(data), "\n")
	end := 80
	for !strings.Contains(lines[end], `"type":"turn_started"`) {
		end++
	}
	var header map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &header))
	header["events"], header["status"] = end, "playing"
	for _, player := range header["players"].([]any) {
		player.(map[string]any)["bot"] = nil
	}
	first, err := json.Marshal(header)
	require.NoError(t, err)
	yesterday := time.Now().UTC().Add(-25 * time.Hour).Format(`"at":"` + time.RFC3339 + `"`)
	text := string(first) + "\n" + strings.ReplaceAll(strings.Join(lines[1:end+1], ""), `"at":"1970-01-01T00:00:00Z"`, yesterday)
	require.NoError(t, os.WriteFile(games[0], []byte(text), 0o600))
	out, code = ended(t, "import", "--db", db, games[0])
	require.Zero(t, code, out)

	d := &absence{s: shippedOn(t, db), id: strings.TrimPrefix(regexp.MustCompile(`(?m)^/games/\w+$`).FindString(out), "/games/")}
	d.url = d.s.URL + "/games/" + d.id
	state := d.state(t)
	require.Len(t, state.WaitingFor, 1)
	d.gone = state.WaitingFor[0]
	for seat, name := range names {
		h := newHuman(t, rig.Emulation{})
		require.NoError(t, h.SignIn(d.s.URL, name))
		require.NoError(t, h.Post("/games/"+d.id+"/seats", map[string]any{}, nil))
		if seat == d.gone {
			d.away = h
			require.NoError(t, h.Open("about:blank"))
		} else {
			d.there = append(d.there, h)
		}
	}
	return d
}

// state reads the game as any visitor may.
func (d *absence) state(t *testing.T) rig.State {
	t.Helper()
	state, err := rig.NewClient(d.s.URL).State(t.Context(), d.id)
	require.NoError(t, err)
	return state
}

// call has a player call the vote on how to go on.
func (d *absence) call(h *human) {
	h.t.Helper()
	require.NoError(h.t, h.Open(d.url))
	require.NoError(h.t, h.Follow("main a[href$='/pace']"))
	require.NoError(h.t, h.Follow(fmt.Sprintf("#m-call-%d", d.gone)))
}

// vote has a player follow the table's link to the vote and press an answer.
func (d *absence) vote(h *human, answer string) {
	h.t.Helper()
	require.NoError(h.t, h.Open(d.url))
	require.NoError(h.t, h.Await(voting), "the table tells of the vote")
	require.NoError(h.t, h.Follow("#times a[href*='/pace#vt-absent']"))
	for _, choice := range []string{"wait", "substitute"} {
		require.NoError(h.t, h.Await(fmt.Sprintf(`document.querySelector("button[id^=m-vt-absent][id$=%s]")`, choice)), "a choice")
	}
	h.think()
	require.NoError(h.t, h.Follow("button[id^=m-vt-absent][id$="+answer+"]"))
}

// voting is true on the page of a table at which an absence is voted on.
const voting = `document.querySelector("#times a[href*='/pace#vt-absent']")`

// verdict is the result of the last vote as a player reads it.
func (d *absence) verdict(h *human) string {
	h.t.Helper()
	require.NoError(h.t, h.Open(d.url+"/pace"))
	text, err := rig.Eval[string](h.Session, `document.querySelector(".verdicts li")?.innerText ?? ""`)
	require.NoError(h.t, err)
	return text
}

// quiet checks that no page of any player complained.
func (d *absence) quiet(t *testing.T) {
	t.Helper()
	for _, h := range append(d.there, d.away) {
		assert.Empty(t, h.Problems())
	}
}

// TestThreeAndOneIsAway: the two who are there call it, choose to wait, call it
// again, and then the third is back: the vote has no reason any more and says so.
func TestThreeAndOneIsAway(t *testing.T) {
	t.Parallel()
	d := newAbsence(t, "Ada", "Ben", "Cleo")
	before := d.state(t)
	for _, h := range d.there {
		require.NoError(t, h.Open(d.url))
		require.NoError(t, h.Await(fmt.Sprintf(`document.querySelector("#act").innerText.includes(%q)`, before.Players[d.gone].Name)), "the page says whom all wait for")
	}
	d.call(d.there[0])
	for _, h := range d.there {
		d.vote(h, "wait")
	}
	assert.Contains(t, d.verdict(d.there[1]), "Play waits")
	after := d.state(t)
	assert.Equal(t, before.Seq, after.Seq, "nobody has moved")
	assert.Equal(t, []int{d.gone}, after.WaitingFor)

	d.call(d.there[1])
	require.NoError(t, d.there[0].Open(d.url))
	require.NoError(t, d.there[0].Await(voting))
	require.NoError(t, d.away.Open(d.url))
	makeMoves(t, 1, d.away)
	require.NoError(t, d.there[0].Await("!"+voting), "nobody is asked any more")
	for _, h := range d.there {
		assert.Contains(t, d.verdict(h), "no reason for it any more")
	}
	d.quiet(t)
}

// TestSlowFourAndOneIsAway: most of the three who are there have a computer play on.
// It risks nothing, declines an apparent bargain, and one press of the
// player who is back ends it.
func TestSlowFourAndOneIsAway(t *testing.T) {
	t.Parallel()
	d := newAbsence(t, "Ada", "Ben", "Cleo", "Dora")
	before := d.state(t)
	d.call(d.there[0])
	for i, answer := range []string{"substitute", "wait", "substitute"} {
		d.vote(d.there[i], answer)
	}
	assert.Contains(t, d.verdict(d.there[2]), "A computer plays on")
	for _, h := range d.there {
		require.NoError(t, h.Open(d.url))
	}
	own := slices.IndexFunc(before.Deeds, func(deed rig.Deed) bool { return deed.Owner != nil && *deed.Owner == d.gone })
	require.GreaterOrEqual(t, own, 0, "there is something to lose")
	require.NoError(t, d.there[0].Post("/games/"+d.id+"/moves", map[string]any{
		"move": "propose_trade", "to": d.gone, "give": map[string]any{"cash": 500}, "want": map[string]any{"deeds": []int{before.Deeds[own].Space}},
	}, nil))
	since := func() []entry {
		log := logOf(t, d.there[0].Session)
		return log[slices.IndexFunc(log, func(e entry) bool { return e.Seq > int(before.Seq) }):]
	}
	turns := func() (n int) {
		for _, e := range since() {
			if e.Type == "turn_ended" && *e.Player == d.gone {
				n++
			}
		}
		return n
	}
	for begun := time.Now(); turns() < 1; {
		require.Less(t, time.Since(begun), 3*soon, "the game goes on without them")
		makeMoves(t, 1, d.there...)
	}
	eventually(t, "the offer is answered", func() bool {
		return slices.ContainsFunc(since(), func(e entry) bool { return e.Type == "trade_rejected" })
	})
	seen, seat := map[string]int{}, float64(d.gone)
	for _, e := range since() {
		seen[e.Type]++
		switch e.Type {
		case "bid_placed", "built", "lifted":
			assert.NotEqual(t, d.gone, *e.Player, "No. %d %s", e.Seq, e.Type)
		case "trade_proposed":
			assert.NotEqual(t, seat, e.From, "No. %d", e.Seq)
		case "deed_transferred":
			assert.NotContains(t, []any{e.From, e.To}, seat, "No. %d %s", e.Seq, e.Type)
		}
	}
	assert.Equal(t, 1, seen["trade_rejected"], "%v", seen)

	require.NoError(t, d.away.Open(d.url))
	require.NoError(t, d.away.Do(chromedp.Click(chromedp.CSS("#m-return"))))
	require.NoError(t, d.away.Await(`!document.querySelector("#m-return")`), "one press")
	back := int(d.state(t).Seq)
	acts := func(e doing) bool { return e.seat == d.gone && e.Seq > back }
	for begun := time.Now(); !slices.ContainsFunc(actsIn(logOf(t, d.away.Session)), acts); {
		require.Less(t, time.Since(begun), 3*soon, "the seat's own turn comes")
		makeMoves(t, 1, append(d.there, d.away)...)
	}
	d.quiet(t)
}
