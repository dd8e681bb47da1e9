package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
)

// drills is how often something is killed in each drill; make drill wants more.
var drills = flag.Int("drills", 3, "how often each drill of several servers kills something")

// nodes are several servers on one PostgreSQL, and people who play at random ones.
type nodes struct {
	t       *testing.T
	cluster *postgrestest.Cluster
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

func startNodes(t *testing.T, servers, tables int) *nodes {
	t.Helper()
	require.NoError(t, sources())
	var lazy postgrestest.Lazy
	t.Cleanup(lazy.Close)
	n := &nodes{t: t, cluster: lazy.Fresh(t)}
	address, err := n.cluster.Database(t.Context())
	require.NoError(t, err)
	for range servers {
		n.servers = append(n.servers, serveOn(t, address, withoutPauses...)) // as much as can be is under way at a kill
	}
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
	return n
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
func (n *nodes) drill(harm func(round int)) {
	t := n.t
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for i, tb := range n.tables {
		wg.Go(func() { n.play(tb, uint64(i), stop) })
	}
	for round := range *drills {
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
	t.Logf("%d rounds: %d events confirmed, %d lost, %d refused after others, %d requests met something dead", *drills, acked, lost, n.stale.Load(), n.away.Load())
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

// TestDrillServersAreKilled kills one server after the other while people play at
// all of them: no confirmed move is lost, and nobody is refused for it.
func TestDrillServersAreKilled(t *testing.T) {
	n := startNodes(t, 2, 3)
	n.drill(func(round int) { n.kill(round % 2) })
}

// TestDrillTheDatabaseIsKilled kills PostgreSQL under two servers: meanwhile they answer 503,
// then they go on by themselves, and no confirmed move is lost.
func TestDrillTheDatabaseIsKilled(t *testing.T) {
	n := startNodes(t, 2, 3)
	n.drill(func(int) {
		n.cluster.Kill()
		time.Sleep(300 * time.Millisecond) // requests meet no database
		require.NoError(t, n.cluster.Start(t.Context()))
		for _, s := range n.servers {
			c := rig.NewClient(s.URL)
			require.Eventually(t, func() bool {
				a, err := c.Do(t.Context(), http.MethodGet, "/readyz", nil)
				return err == nil && a.Status == http.StatusOK
			}, 15*time.Second, 50*time.Millisecond)
		}
	})
}
