package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestABackupOfAServerUnderLoad copies the database again and again while
// people play: each copy is sound, holds every move acknowledged before it began,
// and is a server's database like any other.
func TestABackupOfAServerUnderLoad(t *testing.T) {
	t.Parallel()
	s := serve(t)
	f := &workload{rng: rand.New(rand.NewPCG(3, 4)), found: map[string]int{}}
	f.signUp(t, s)
	f.addTables(t)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for _, tb := range f.tables {
		all.Go(func() { tb.drive(ctx) })
	}
	dir := t.TempDir()
	type promise struct {
		file string
		seqs map[string]uint32 // acknowledged before the copy began
	}
	var copies []promise
	for i := range 3 {
		time.Sleep(200 * time.Millisecond)
		p := promise{filepath.Join(dir, fmt.Sprintf("copy%d.db", i)), map[string]uint32{}}
		for _, tb := range f.tables {
			p.seqs[tb.id] = tb.last()
		}
		out, code := ended(t, "backup", "--db", s.DB(), p.file)
		require.Equal(t, 0, code, out)
		out, code = ended(t, "check", "--db", s.DB())
		require.Equal(t, 0, code, "a check of the database while it is played: %s", out)
		copies = append(copies, p)
	}
	cancel()
	all.Wait()
	f.check(t)
	for i, p := range copies {
		out, code := ended(t, "check", "--all", "--db", p.file)
		require.Equal(t, 0, code, out)
		if i < len(copies)-1 {
			continue
		}
		again := serveOn(t, p.file)
		for id, seq := range p.seqs {
			c := *f.seats[0]
			c.Base = again.URL
			state, err := c.State(t.Context(), id)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, state.Seq, seq, "acknowledged before the copy began")
		}
	}
	f.verify(t, s)
}

// last is the highest event that was acknowledged.
func (tb *table) last() (seq uint32) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	for n := range tb.acknowledged {
		seq = max(seq, n)
	}
	return seq
}

// restored is a table that was played on after a copy was made, on a server
// that then got the copy back.
type restored struct {
	*sandboxTable
	s           *rig.Server
	older, seen uint32
}

// turnBack plays two moves, sets the server back to before them and returns.
// open is called when the moves are made, before the server stops.
func turnBack(t *testing.T, s *rig.Server, sc *sandboxTable, open func()) *restored {
	t.Helper()
	r := &restored{sandboxTable: sc, s: s, older: sc.state(0).Seq}
	yesterday := filepath.Join(t.TempDir(), "yesterday.db")
	out, code := ended(t, "backup", "--db", s.DB(), yesterday)
	require.Equal(t, 0, code, out)
	sc.move(0, "roll")
	r.seen = sc.move(0, "buy").Seq
	if open != nil {
		open()
	}
	_, err := s.Stop(stopGrace)
	require.NoError(t, err)
	data, err := os.ReadFile(yesterday)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(s.DB(), data, 0o600)) // no -wal is left by a server that was stopped
	r.s, err = s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = r.s.Kill() })
	require.Equal(t, r.older, sc.state(0).Seq)
	return r
}

func TestProgramsNoticeThatTheServerWasSetBack(t *testing.T) {
	t.Parallel()
	s := serve(t)
	r := turnBack(t, s, newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo"), nil)
	assert.NotContains(t, r.s.Log(), "level=ERROR", "the server itself notices nothing")
	ada := r.seats[0]
	ask := func(status int, method, path string, body any, header ...string) {
		t.Helper()
		a, err := ada.Do(t.Context(), method, path, body, header...)
		require.NoError(t, err)
		assert.Equal(t, status, a.Status, "%s", a.Body)
		assert.Equal(t, "older", a.Problem().Code)
		assert.Contains(t, a.Problem().Detail, "older copy")
	}
	seen := strconv.Itoa(int(r.seen))
	table := "/games/" + r.id
	ask(http.StatusConflict, "GET", table+"/events?after="+seen, nil)
	ask(http.StatusConflict, "POST", table+"/moves", rig.Move{"move": "end_turn", "seq": r.seen})
	ask(http.StatusPreconditionFailed, "POST", table+"/moves", rig.Move{"move": "roll"}, "If-Match", `"`+seen+`"`)
	stream, err := ada.Watch(t.Context(), r.id, seen)
	require.NoError(t, err)
	defer stream.Close()
	m, err := stream.Next()
	require.NoError(t, err)
	assert.Equal(t, rig.Message{ID: strconv.Itoa(int(r.older)), Event: "older", Data: strconv.Itoa(int(r.older))}, m)
}

// TestNothingIsRolledAnewAfterARestore plays the same moves once more on a copy
// from before them: dice and cards come as they came.
func TestNothingIsRolledAnewAfterARestore(t *testing.T) {
	t.Parallel()
	s := serve(t)
	f := &workload{rng: rand.New(rand.NewPCG(5, 6)), found: map[string]int{}}
	f.signUp(t, s)
	tb := f.create(t, "again", anything, map[string]any{"edition": "us-classic", "players": 3})
	yesterday := filepath.Join(t.TempDir(), "yesterday.db")
	out, code := ended(t, "backup", "--db", s.DB(), yesterday)
	require.Equal(t, 0, code, out)
	play := func(s *rig.Server) string {
		tb.rng = rand.New(rand.NewPCG(7, 8)) // the same people decide the same
		for range 25 {
			moved, err := tb.step(t.Context())
			require.NoError(t, err)
			require.True(t, moved)
		}
		events, err := tb.seats[0].Events(t.Context(), tb.id, 0)
		require.NoError(t, err)
		var luck []any
		for _, e := range events {
			var one struct {
				Type, Card  string
				Dice, Throw any
			}
			require.NoError(t, json.Unmarshal(e, &one))
			if one.Type == "rolled" || one.Type == "card_drawn" {
				luck = append(luck, one)
			}
		}
		require.NotEmpty(t, luck)
		_, err = s.Stop(stopGrace)
		require.NoError(t, err)
		return fmt.Sprint(luck)
	}
	first := play(s)
	data, err := os.ReadFile(yesterday)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(s.DB(), data, 0o600))
	again, err := s.Again()
	require.NoError(t, err)
	t.Cleanup(func() { _ = again.Kill() })
	assert.Equal(t, first, play(again))
}

func TestABrowserNoticesThatTheServerWasSetBack(t *testing.T) {
	t.Parallel()
	b := browser(t)
	s := serve(t)
	sc := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	watcher := newSession(t, b, rig.Emulation{})
	r := turnBack(t, s, sc, func() {
		require.NoError(t, watcher.Open(s.URL+"/games/"+sc.id))
		_, err := rig.Eval[bool](watcher, "window.stayed = true")
		require.NoError(t, err)
	})
	require.NoError(t, watcher.Await(fmt.Sprintf("%s === %d", seqShown, r.older)), "the older board is shown")
	require.NoError(t, watcher.Await(`document.getElementById("status").textContent.includes("older copy")`), "and it is said")
	stayed, err := rig.Eval[bool](watcher, "window.stayed === true")
	require.NoError(t, err)
	assert.True(t, stayed, "without a reload")
	r.move(0, "roll")
	require.NoError(t, watcher.Await(fmt.Sprintf("%s > %d", seqShown, r.older)), "and it goes on from there")
}
