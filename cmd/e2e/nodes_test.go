package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
)

// drills is how often something is killed in each drill; make drill wants more.
var drills = flag.Int("drills", usualDrills, "how often each drill of several servers kills something")

// nodes are several servers on one PostgreSQL, and people who play at random ones.
type nodes struct {
	t       *testing.T
	cluster *postgrestest.Cluster
	address string // of their database
	mu      sync.Mutex
	servers []*rig.Server
	tables  []*nodeTable
	odd     sync.Map // refusals that no kill explains
	stale   atomic.Int64
	away    atomic.Int64 // requests that met a dead server or a dead database
}

// nodeTable is a table of two people and what its moves were answered with.
type nodeTable struct {
	id     string
	people []*rig.Client
	acks   map[uint32]json.RawMessage // events of confirmed moves by number
}

// freshCluster is a PostgreSQL that may be harmed.
func freshCluster(t *testing.T) *postgrestest.Cluster {
	t.Helper()
	require.NoError(t, sources())
	var lazy postgrestest.Lazy
	t.Cleanup(lazy.Close)
	return lazy.Fresh(t)
}

func startNodes(t *testing.T, servers, tables int) *nodes {
	t.Helper()
	n := &nodes{t: t, cluster: freshCluster(t)}
	address, err := n.cluster.Database(t.Context())
	require.NoError(t, err)
	n.address = address
	for range servers {
		n.servers = append(n.servers, serveOn(t, address, withoutPauses...)) // as much as can be is under way at a kill
	}
	n.seat(tables)
	return n
}

// seat begins tables of two people and a computer.
func (n *nodes) seat(tables int) {
	t, servers := n.t, len(n.servers)
	t.Helper()
	var err error
	for range tables {
		tb := &nodeTable{acks: map[uint32]json.RawMessage{}}
		for i, name := range []string{"Ada", "Ben"} {
			c := player(t, n.servers[i%servers], name)
			tb.people = append(tb.people, c)
		}
		tb.id, err = tb.people[0].Create(t.Context(), map[string]any{"edition": "us-classic", "players": 3, "bots": []string{"default"}})
		require.NoError(t, err)
		require.NoError(t, tb.people[1].Join(t.Context(), tb.id))
		require.NoError(t, tb.people[0].Begin(t.Context(), tb.id))
		n.tables = append(n.tables, tb)
	}
}

// server is a random one, dead perhaps.
func (n *nodes) server(rng *rand.Rand) *rig.Server {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.servers[rng.IntN(len(n.servers))]
}

// play lets the people of one table move at random servers until stop is closed.
func (n *nodes) play(tb *nodeTable, seed uint64, stop <-chan struct{}) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for {
		select {
		case <-stop:
			return
		default:
		}
		for _, c := range tb.people {
			c.Base = n.server(rng).URL
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			n.step(ctx, tb, c, rng)
			cancel()
		}
	}
}

// step lets one person make one of the moves that a server lists, at another one perhaps.
func (n *nodes) step(ctx context.Context, tb *nodeTable, c *rig.Client, rng *rand.Rand) {
	s, err := c.State(ctx, tb.id)
	if err != nil {
		n.away.Add(1)
		time.Sleep(10 * time.Millisecond) // the server is dead for a moment
		return
	}
	move, ok := rig.Choose(s.Moves, rng)
	if !ok {
		return
	}
	c.Base = n.server(rng).URL
	p, err := c.Play(ctx, tb.id, move)
	switch {
	case err != nil || p.Status == http.StatusServiceUnavailable:
		n.away.Add(1)
	case p.OK():
		for _, e := range p.Events {
			if seq, err := rig.Seq(e); err == nil {
				tb.acks[seq] = e
			}
		}
	case p.Status == http.StatusConflict || p.Status == http.StatusUnprocessableEntity:
		n.stale.Add(1) // somebody else at the table was quicker; the rules name it
	default:
		n.odd.Store(p.Code, p.Status)
	}
}

// drill plays while harm is done again and again, and then looks for what was lost.
func (n *nodes) drill(rounds int, harm func(round int)) {
	t := n.t
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for i, tb := range n.tables {
		wg.Go(func() { n.play(tb, uint64(i), stop) })
	}
	for round := range rounds {
		time.Sleep(700 * time.Millisecond) // under load
		harm(round)
	}
	time.Sleep(700 * time.Millisecond)
	close(stop)
	wg.Wait()
	acked, lost := 0, 0
	for _, tb := range n.tables {
		c := tb.people[0]
		c.Base = n.servers[0].URL
		stored := map[uint32]string{}
		for after := uint32(0); ; {
			events, err := c.Events(t.Context(), tb.id, after)
			require.NoError(t, err)
			if len(events) == 0 {
				break
			}
			for _, e := range events {
				seq, err := rig.Seq(e)
				require.NoError(t, err)
				stored[seq], after = string(e), seq
			}
		}
		for seq, e := range tb.acks {
			acked++
			if stored[seq] == "" {
				lost++
				t.Errorf("table %s: confirmed event %d is lost: %s", tb.id, seq, e)
			}
		}
	}
	n.odd.Range(func(code, status any) bool {
		t.Errorf("refused with %v %v, which no kill explains", status, code)
		return true
	})
	t.Logf("%d rounds: %d events confirmed, %d lost, %d refused after others, %d requests met something dead", rounds, acked, lost, n.stale.Load(), n.away.Load())
	assert.Positive(t, acked)
}

// kill ends a server at once and starts it again on its address.
func (n *nodes) kill(i int) {
	require.NoError(n.t, n.servers[i].Kill())
	time.Sleep(300 * time.Millisecond) // people go on at the others
	again, err := n.servers[i].Again()
	require.NoError(n.t, err)
	n.t.Cleanup(func() { _ = again.Kill() })
	n.mu.Lock()
	defer n.mu.Unlock()
	n.servers[i] = again
}

// TestSlowDrillManyTables lets fifty people play at random servers of three, beside tables of
// computers, and harms nothing: no listed move is refused, streams hear of
// everything, and every game proves to be sound.
func TestSlowDrillManyTables(t *testing.T) {
	const pairs, computers, long = 25, 175, 5 * time.Minute // tables of two people, and of computers
	n := startNodes(t, 3, pairs)
	for i := range computers {
		c := player(t, n.servers[i%3], "Host")
		id, err := c.Create(t.Context(), map[string]any{"edition": "us-classic", "players": 3, "bots": []string{"default", "default", "default"}})
		require.NoError(t, err)
		require.NoError(t, c.Begin(t.Context(), id))
	}
	heard := make([]atomic.Int64, pairs) // by the stream of each table, of its last event
	for i, tb := range n.tables {
		c := rig.NewClient(n.servers[i%3].URL)
		stream, err := c.Watch(t.Context(), tb.id, "")
		require.NoError(t, err)
		defer stream.Close()
		go func() {
			for {
				m, err := stream.Next()
				if err != nil {
					return
				}
				if seq, err := strconv.ParseInt(m.ID, 10, 64); err == nil {
					heard[i].Store(seq)
				}
			}
		}()
	}
	n.drill(1, func(int) { time.Sleep(long) })
	for i, tb := range n.tables {
		state, err := tb.people[0].State(t.Context(), tb.id)
		require.NoError(t, err)
		assert.Eventually(t, func() bool { return heard[i].Load() >= int64(state.Seq) }, 5*time.Second, 20*time.Millisecond, "a stream of table %s has not heard of its last move", tb.id)
		assertSound(t, tb.people[0], tb.id, tb.id)
	}
	out, err := exec.CommandContext(t.Context(), binary, "check", "--all", "--db", n.address).CombinedOutput()
	require.NoError(t, err, string(out))
	t.Logf("%s", out)
}

// TestDrillServersAreKilled kills one server after the other while people play at
// all of them: no confirmed move is lost, and nobody is refused for it.
func TestDrillServersAreKilled(t *testing.T) {
	t.Parallel()
	n := startNodes(t, 2, 3)
	n.drill(*drills, func(round int) { n.kill(round % 2) })
}

// TestDrillTheDatabaseIsKilled kills PostgreSQL under two servers: meanwhile they answer 503,
// then they go on by themselves, and no confirmed move is lost.
func TestDrillTheDatabaseIsKilled(t *testing.T) {
	t.Parallel()
	n := startNodes(t, 2, 3)
	n.drill(*drills, func(int) {
		n.cluster.Kill()
		time.Sleep(300 * time.Millisecond) // requests meet no database
		require.NoError(t, n.cluster.Start(t.Context()))
		n.ready()
	})
}

// usualDrills is how many rounds make test has; TestSlowDrill is left to make drill.
const usualDrills = 3

// ready waits until all servers can do their work.
func (n *nodes) ready() {
	n.t.Helper()
	for _, s := range n.servers {
		c := rig.NewClient(s.URL)
		eventually(n.t, "readiness", func() bool {
			a, err := c.Do(n.t.Context(), http.MethodGet, "/readyz", nil)
			return err == nil && a.Status == http.StatusOK
		})
	}
}

// stands is the last event of each table, as one of the servers shows it.
func (n *nodes) stands(server int) (all []uint32) {
	n.t.Helper()
	for _, tb := range n.tables {
		c := rig.NewClient(n.servers[server].URL)
		ctx, cancel := context.WithTimeout(n.t.Context(), 20*time.Second)
		s, err := c.State(ctx, tb.id)
		cancel()
		require.NoError(n.t, err)
		all = append(all, s.Seq)
	}
	return all
}

// TestDrillAServerIsFrozen stops a server and wakes it up again while people play at the
// other one: the first page it shows is not older than what the other has shown.
func TestDrillAServerIsFrozen(t *testing.T) {
	t.Parallel()
	n := startNodes(t, 2, 2)
	rounds, long := 1, time.Second
	if *drills > usualDrills {
		rounds, long = 4, 30*time.Second
	}
	n.drill(rounds, func(round int) {
		frozen, awake := round%2, (round+1)%2
		require.NoError(t, syscall.Kill(n.servers[frozen].PID(), syscall.SIGSTOP))
		time.Sleep(long) // people play on at the other one
		before := n.stands(awake)
		require.NoError(t, syscall.Kill(n.servers[frozen].PID(), syscall.SIGCONT))
		for i, seq := range n.stands(frozen) {
			assert.GreaterOrEqual(t, seq, before[i], "a frozen server shows what was before")
		}
	})
}

// TestSlowDrillTheNetworkSwallows lets nothing through between the servers and PostgreSQL:
// requests end with 503, and the servers go on by themselves.
func TestSlowDrillTheNetworkSwallows(t *testing.T) {
	n := &nodes{t: t, cluster: freshCluster(t)}
	proxy, err := postgrestest.NewProxy(t.Context(), fmt.Sprintf("127.0.0.1:%d", n.cluster.Port))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, proxy.Close()) })
	address, err := n.cluster.Database(t.Context())
	require.NoError(t, err)
	address = strings.Replace(address, fmt.Sprint(n.cluster.Port), fmt.Sprint(proxy.Port()), 1)
	for range 2 {
		n.servers = append(n.servers, serveOn(t, address, withoutPauses...)) // as much as can be is under way
	}
	n.seat(3)
	n.drill(3, func(int) {
		proxy.Set(postgrestest.Swallow)
		for _, path := range []string{"/games/" + n.tables[0].id, "/games"} {
			began := time.Now()
			a, err := rig.NewClient(n.servers[0].URL).Do(t.Context(), http.MethodGet, path, nil)
			require.NoError(t, err)
			assert.Equal(t, http.StatusServiceUnavailable, a.Status, path)
			assert.NotEmpty(t, a.Header.Get("Retry-After"))
			assert.Less(t, time.Since(began), 25*time.Second)
		}
		proxy.Set(postgrestest.None)
		proxy.Cut() // what was swallowed never comes
		n.ready()
	})
}

// TestSlowDrillTheStandbyTakesOver kills the primary of two PostgreSQLs and promotes the other,
// which has every confirmed commit: the servers find it by themselves.
func TestSlowDrillTheStandbyTakesOver(t *testing.T) {
	n := &nodes{t: t, cluster: freshCluster(t)}
	dir, err := os.MkdirTemp("", "bankhalter-standby-") //nolint:usetesting // another user has to reach it
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) }) // a folder of the test
	standby, err := n.cluster.Standby(t.Context(), dir)
	require.NoError(t, err)
	t.Cleanup(standby.Close)
	address, err := n.cluster.Database(t.Context())
	require.NoError(t, err)
	first := fmt.Sprintf("127.0.0.1:%d", n.cluster.Port)
	address = strings.Replace(address, first, fmt.Sprintf("%s,127.0.0.1:%d", first, standby.Port), 1) + "&target_session_attrs=read-write"
	for range 2 {
		n.servers = append(n.servers, serveOn(t, address, withoutPauses...)) // as much as can be is under way
	}
	n.seat(3)
	n.drill(1, func(int) {
		n.cluster.Kill()
		time.Sleep(time.Second)
		require.NoError(t, standby.Promote(t.Context()))
		began := time.Now()
		n.ready()
		t.Log("went on", time.Since(began).Round(10*time.Millisecond), "after the promotion")
		time.Sleep(3 * time.Second)
	})
}

// before is the revision of the version before, beside which this one has to work.
var before = flag.String("before", "HEAD~1", "the revision of the version before, for the drill of an upgrade")

// TestSlowDrillAnUpgrade lets servers of the version before and of this one work side by side, and
// then takes one after the other to this one.
func TestSlowDrillAnUpgrade(t *testing.T) {
	tree := filepath.Join(t.TempDir(), "before")
	git := func(args ...string) {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput()
		require.NoError(t, err, string(out))
	}
	git("worktree", "add", "--quiet", "--detach", tree, *before)
	defer git("worktree", "remove", "--force", tree)
	old := filepath.Join(t.TempDir(), "bankhalter-before")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", old, "./cmd/bankhalter")
	build.Dir = tree
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	n := &nodes{t: t, cluster: freshCluster(t)}
	address, err := n.cluster.Database(t.Context())
	require.NoError(t, err)
	for range 2 {
		s, err := rig.Start(rig.Options{Binary: old, DB: address, Args: withoutPauses}) // as much as can be is under way
		require.NoError(t, err)
		t.Cleanup(func() { _ = s.Kill() })
		n.servers = append(n.servers, s)
	}
	n.seat(3)
	n.drill(2, func(round int) { // after the first round versions are side by side
		_, err := n.servers[round].Stop(10 * time.Second)
		require.NoError(t, err)
		s := serveOn(t, address, withoutPauses...) // as before
		n.mu.Lock()
		n.servers[round] = s
		n.mu.Unlock()
		time.Sleep(3 * time.Second)
	})
}
