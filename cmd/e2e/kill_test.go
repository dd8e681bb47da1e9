package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

var (
	kills    = flag.Int("kills", 25, "how often the kill test kills the server")
	killSeed = flag.Uint64("kill-seed", 0, "seed of the kill test, 0 for the clock")
)

// TestKillLosesNothing kills a loaded server at random moments. After each
// restart every acknowledged move is in its log, nothing was announced that is
// not, and every game goes on, whatever it was in the middle of.
func TestKillLosesNothing(t *testing.T) {
	t.Parallel()
	seed := *killSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("-kill-seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	s := serve(t, withoutPauses...) // as much as can be is under way when the server is killed
	f := &workload{rng: rng, found: map[string]int{}}
	f.signUp(t, s)

	killed := 0
	for ; killed < *kills || killed < 4**kills && len(f.missing(*kills)) > 0; killed++ {
		f.addTables(t)
		f.addPositions()
		f.playAndKill(time.Duration(30+rng.IntN(300))*time.Millisecond, s)
		again, err := s.Again()
		require.NoError(t, err)
		t.Cleanup(func() { _ = again.Kill() })
		s = again
		f.check(t)
		if t.Failed() {
			t.Fatalf("the server said:\n%s", tail(s.Log(), 40))
		}
	}
	acknowledged, kept := f.count()
	t.Logf("%d kills: %d moves acknowledged, %d found, %d lost\nkilled in: %s",
		killed, acknowledged, kept, acknowledged-kept, f.summary())
	assert.Equal(t, acknowledged, kept, "moves were lost")
	assert.Empty(t, f.missing(*kills), "never killed in")
	f.verify(t, s)
}

// missing are those of the wanted phases and circumstances in which no kill has fallen. A slow
// machine may need more kills to come to all of them.
func (w *workload) missing(kills int) []string {
	return slices.DeleteFunc(w.wanted(kills), func(where string) bool { return w.found[where] > 0 })
}

// wanted are the phases and circumstances in which so many kills must have
// fallen: a few in common ones, many in rare ones.
func (w *workload) wanted(kills int) []string {
	switch {
	case kills < 20:
		return nil
	case kills < 50:
		return []string{"auction", "building_auction", "debt", "running clock", "roll"}
	case kills < 100:
		return []string{"auction", "debt", "open trade", "open claim", "running clock", "building_auction", "roll"}
	}
	return []string{
		"auction", "bus", "building_auction", "buy", "card", "debt", "duel", "equalise", "gift", "hub", "intent", "jail", "liquidation",
		"pick", "roll", "take", "tax", "transfer", "triple", "open trade", "open claim", "running clock", "time up", "locked",
	}
}

// workload is all the tables under load.
type workload struct {
	rng    *rand.Rand
	seats  []*rig.Client
	tables []*table
	over   []*table
	found  map[string]int
	made   int

	positioned []*table // opened anew in each round, in one of the positions
	next       int      // position
}

// inARow is how many positions are set up in each round.
const inARow = 3

// addPositions opens tables that are going to be in one of the rarer phases when the
// server is killed. They are led there while it plays.
func (w *workload) addPositions() {
	all := rig.Positions()
	w.positioned = w.positioned[:0]
	for range inARow {
		w.made++
		w.positioned = append(w.positioned, &table{
			kind: all[w.next%len(all)].Name, choose: anything, acknowledged: map[uint32]json.RawMessage{}, alone: true,
			seats: w.seats[:1], rng: rand.New(rand.NewPCG(w.rng.Uint64(), uint64(w.made))),
		})
		w.next++
	}
}

// leadToPosition leads a table into its position.
func (tb *table) leadToPosition(ctx context.Context) {
	for _, p := range rig.Positions() {
		if p.Name == tb.kind {
			_ = p.Place(ctx, tb.seats[0], func(game string, events []json.RawMessage) error { // the server is gone
				tb.id = game
				if events == nil {
					return nil
				}
				return tb.note(events)
			})
		}
	}
}

func (w *workload) signUp(t *testing.T, s *rig.Server) {
	t.Helper()
	for _, name := range []string{"Ada", "Ben", "Cleo"} {
		w.seats = append(w.seats, player(t, s, name))
	}
}

// addTables keeps one table of each kind going.
func (w *workload) addTables(t *testing.T) {
	t.Helper()
	kinds := []struct {
		name   string
		choose chooser
		game   map[string]any
	}{
		{"live", anything, map[string]any{"edition": "us-classic", "players": 4, "bots": []string{"default", "trader"}}},
		{"german", anything, map[string]any{"edition": "german-classic", "players": 3}},
		{"mark", anything, map[string]any{"edition": "mark-classic", "players": 3, "options": map[string]any{"end_time": 600}}},
		{"mega", anything, map[string]any{"edition": "mega", "players": 3}},
		{"numbers", numbered, map[string]any{"edition": "us-classic", "players": 3}},
		{"numbers with bots", numbered, map[string]any{"edition": "german-classic", "players": 4, "bots": []string{""}}},
		{"auction", bidding, map[string]any{"edition": "us-classic", "players": 3}},
		{"trade", trading, map[string]any{"edition": "us-classic", "players": 3}},
		{"duel", anything, map[string]any{"edition": "duel-masters", "players": 3, "options": map[string]any{"duel": true}}},
		{"clock", anything, map[string]any{"edition": "us-classic", "players": 3, "options": map[string]any{"house.time_limit": 1}}},
		{"claims", waiting, map[string]any{"scenario": scenario(t, "rents.json")}},
		{"shortage", building, map[string]any{"scenario": scenario(t, "shortage.json")}},
		{"debt", raising, map[string]any{"scenario": scenario(t, "debt.json")}},
	}
	for _, k := range kinds {
		if !slices.ContainsFunc(w.tables, func(tb *table) bool { return tb.kind == k.name }) {
			w.tables = append(w.tables, w.create(t, k.name, k.choose, k.game))
		}
	}
}

func scenario(t *testing.T, name string) json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return data
}

func (w *workload) create(t *testing.T, kind string, choose chooser, game map[string]any) *table {
	t.Helper()
	w.made++
	tb := &table{
		kind: kind, choose: choose, acknowledged: map[uint32]json.RawMessage{},
		rng: rand.New(rand.NewPCG(w.rng.Uint64(), uint64(w.made))),
	}
	var err error
	tb.id, err = w.seats[0].Create(t.Context(), game)
	require.NoError(t, err)
	s, err := w.seats[0].State(t.Context(), tb.id)
	require.NoError(t, err)
	tb.seats = w.seats[:1]
	for _, c := range w.seats[1:] {
		if err := c.Join(t.Context(), tb.id); err != nil {
			break
		}
		tb.seats = w.seats[:len(tb.seats)+1]
	}
	if strings.HasPrefix(kind, "numbers") {
		tb.beginWithChains(t)
		return tb
	}
	if s.Status == "lobby" {
		require.NoError(t, w.seats[0].Begin(t.Context(), tb.id))
	}
	return tb
}

// playAndKill drives every table for a time and kills the server in the middle of it.
func (w *workload) playAndKill(d time.Duration, s *rig.Server) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all sync.WaitGroup
	for _, tb := range w.tables {
		all.Go(func() { tb.drive(ctx) })
		all.Go(func() { tb.watch(ctx) })
	}
	for _, tb := range w.positioned {
		all.Go(func() { tb.leadToPosition(ctx) })
	}
	time.Sleep(d)
	_ = s.Kill()
	cancel()
	all.Wait()
	for _, c := range w.seats {
		c.CloseIdle()
	}
}

// check looks at every table after a restart and retires those that are over.
func (w *workload) check(t *testing.T) {
	t.Helper()
	var going []*table
	for _, tb := range w.positioned {
		if tb.id == "" {
			continue // killed before it was there
		}
		s := tb.check(t)
		w.note(&s)
		if s.Status == "playing" {
			tb.goesOn(t)
		}
		w.over = append(w.over, tb)
	}
	for _, tb := range w.tables {
		s := tb.check(t)
		w.note(&s)
		if s.Status == "finished" || tb.kind == "debt" && s.Phase != "debt" && s.Phase != "roll" {
			w.over = append(w.over, tb)
			continue
		}
		tb.goesOn(t)
		going = append(going, tb)
	}
	w.tables = going
}

// note records the situation in which a table was found.
func (w *workload) note(s *rig.State) {
	w.found[s.Phase]++
	for what, so := range map[string]bool{
		"open trade": len(s.Trades) > 0, "open claim": len(s.Claims) > 0,
		"locked":        s.Lock != nil,
		"running clock": !s.Table.EndsAt.IsZero(), "time up": s.TimeUp,
	} {
		if so {
			w.found[what]++
		}
	}
}

// count returns how many moves were acknowledged, and how many of them are there.
func (w *workload) count() (acknowledged, kept int) {
	for _, tb := range slices.Concat(w.over, w.tables) {
		acknowledged += tb.moves - len(tb.acks) // moves after the last kill were not put to the test
		kept += tb.kept
	}
	return acknowledged, kept
}

func (w *workload) summary() string {
	var parts []string
	for _, phase := range slices.Sorted(maps.Keys(w.found)) {
		parts = append(parts, fmt.Sprintf("%s %d", phase, w.found[phase]))
	}
	return strings.Join(parts, ", ")
}

// maxVerified is how many games are verified at the end: each takes the time of
// a process.
const maxVerified = 80

// verify exports every game and lets the program check it from the start.
func (w *workload) verify(t *testing.T, s *rig.Server) {
	t.Helper()
	for i, tb := range slices.Concat(w.tables, w.over) {
		if i >= maxVerified {
			break
		}
		assertSound(t, w.seats[0], tb.id, tb.kind+" "+tb.id)
	}
	_, err := s.Stop(10 * time.Second)
	require.NoError(t, err)
}
