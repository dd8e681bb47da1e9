package e2e

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// left are the notes that cmd/e2e/fixture stored beside a database.
type left struct {
	Players []struct{ Token string }
	Games   []struct {
		Name, ID, Status, Phase string
		Seq                     uint32
		Sandbox                 bool
	}
}

// released unpacks the database that an earlier schema left behind.
func released(t *testing.T, name string) (path string, notes left) {
	t.Helper()
	dir := filepath.Join("..", "..", "db", "sqlite", "testdata")
	f, err := os.Open(filepath.Join(dir, name+".db.gz"))
	require.NoError(t, err)
	defer f.Close()
	packed, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(packed)
	require.NoError(t, err)
	path = filepath.Join(t.TempDir(), "released.db")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	text, err := os.ReadFile(filepath.Join(dir, name+".json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &notes))
	return path, notes
}

// TestAnUpgradeTakesEveryGameAlong serves a database of each released schema
// with today's program: every game, whatever it was in the middle of, is as it
// was left, goes on, and verifies.
func TestAnUpgradeTakesEveryGameAlong(t *testing.T) {
	t.Parallel()
	found, err := filepath.Glob(filepath.Join("..", "..", "db", "sqlite", "testdata", "schema-*.db.gz"))
	require.NoError(t, err)
	require.NotEmpty(t, found)
	for _, file := range found {
		name := strings.TrimSuffix(filepath.Base(file), ".db.gz")
		t.Run(name, func(t *testing.T) { upgrade(t, name) })
	}
}

func upgrade(t *testing.T, name string) {
	t.Helper()
	path, notes := released(t, name)
	s := serveOn(t, path, append(withoutPauses, "--log-level", "info")...) // games go on to their end, and the log reports migrations
	awaitLog(t, s, filepath.Base(path)+"."+name+".bak")                    // the copy is named
	var people []*rig.Client
	for _, p := range notes.Players {
		c := rig.NewClient(s.URL)
		c.Token = p.Token
		people = append(people, c)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	phases := map[string]bool{}
	for _, g := range notes.Games {
		u := &upgraded{id: g.ID, sandbox: g.Sandbox, people: people, rng: rng}
		state, err := people[0].State(t.Context(), g.ID)
		require.NoError(t, err, g.Name)
		// The agreed hour of a game may have come since, and computers play on.
		still := g.Seq > 0 && !strings.HasPrefix(g.Name, "mark") && !strings.HasPrefix(g.Name, "timed") && !strings.HasPrefix(g.Name, "bots")
		if still {
			assert.Equal(t, g.Seq, state.Seq, g.Name)
			assert.Equal(t, g.Phase, state.Phase, g.Name)
			assert.Equal(t, g.Status, state.Status, g.Name)
			phases[state.Phase] = true
		}
		switch state.Status {
		case "lobby":
			phases["lobby"] = true
			require.NoError(t, people[0].Begin(t.Context(), g.ID), g.Name)
			u.goOn(t, g.Name, 20)
		case "playing":
			u.goOn(t, g.Name, 20)
		default:
			phases["over"] = true
		}
		assertSound(t, people[0], g.ID, g.Name)
	}
	for _, phase := range []string{
		"lobby", "jail", "roll", "triple", "buy", "auction", "tax", "bus", "gift", "pick", "duel", "take", "hub",
		"debt", "transfer", "equalise", "intent", "building_auction", "liquidation", "card", "over",
	} {
		assert.True(t, phases[phase], "no game was left in phase %s", phase)
	}
	_, err := s.Stop(stopGrace)
	require.NoError(t, err)
	out, code := ended(t, "check", "--all", "--db", path)
	assert.Equal(t, 0, code, out)

	again := serveOn(t, path, "--check", "--log-level", "info") // the log says that all is sound
	awaitLog(t, again, "faults=0")
	assert.NotContains(t, again.Log(), "schema changes", "once is enough")
}

// upgraded is a game that goes on under a newer program.
type upgraded struct {
	id      string
	sandbox bool
	people  []*rig.Client
	rng     *rand.Rand
}

// goOn makes n moves, or as many as it takes to end the game.
func (u *upgraded) goOn(t *testing.T, name string, n int) {
	t.Helper()
	for range n {
		over := false
		eventually(t, name+": somebody moves, a computer player perhaps", func() (moved bool) {
			moved, over = u.step(t)
			return moved || over
		})
		if over {
			return
		}
	}
}

func (u *upgraded) step(t *testing.T) (moved, over bool) {
	t.Helper()
	state, err := u.people[0].State(t.Context(), u.id)
	require.NoError(t, err)
	if state.Status == "finished" {
		return false, true
	}
	for _, seat := range append(state.WaitingFor, 0, 1, 2) {
		c, move, ok := u.choose(t, seat)
		if !ok {
			continue
		}
		p, err := c.Play(t.Context(), u.id, move)
		require.NoError(t, err)
		if p.OK() {
			return true, false
		}
	}
	later, err := u.people[0].State(t.Context(), u.id)
	require.NoError(t, err)
	return later.Seq > state.Seq, later.Status == "finished"
}

// choose picks a move for a seat: its holder's, or that of the holder of a sandbox.
func (u *upgraded) choose(t *testing.T, seat int) (*rig.Client, rig.Move, bool) {
	t.Helper()
	c, query := u.people[seat%len(u.people)], ""
	if u.sandbox {
		c, query = u.people[0], fmt.Sprintf("?player=%d", seat)
	}
	a, err := c.Do(t.Context(), "GET", "/games/"+u.id+query, nil)
	require.NoError(t, err)
	if a.Status != 200 {
		return nil, nil, false
	}
	var s rig.State
	require.NoError(t, a.Into(&s))
	move, ok := rig.Choose(s.Moves, u.rng)
	if ok && u.sandbox {
		move["player"] = seat
	}
	return c, move, ok
}
