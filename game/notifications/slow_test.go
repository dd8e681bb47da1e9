package notifications_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// hanging is a sender whose messages to one address end only when the service gives up.
type hanging struct {
	mu      sync.Mutex
	slow    string         // what the addresses of those that hang begin with
	at      map[string]int // messages under way, by address
	twice   bool
	arrived []string
}

func (h *hanging) Deliver(ctx context.Context, c *notice.Channel, _ *notice.Message) error {
	h.mu.Lock()
	h.at[c.Address]++
	h.twice = h.twice || h.at[c.Address] > 1
	h.mu.Unlock()
	var err error
	if strings.HasPrefix(c.Address, h.slow) {
		<-ctx.Done()
		err = ctx.Err()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at[c.Address]--; err == nil {
		h.arrived = append(h.arrived, c.Address)
	}
	return err
}

func (h *hanging) count(address string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, one := range h.arrived {
		if one == address {
			n++
		}
	}
	return n
}

// seen lists to which addresses anything was carried.
func (h *hanging) seen() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Collect(maps.Keys(h.at))
}

// hook gives a new player a hook.
func (w *world) hook(name, address string) account.PlayerID {
	w.t.Helper()
	p := w.player(name)
	require.NoError(w.t, w.store.AddChannel(w.t.Context(), notice.Channel{
		ID: name, Player: string(p), Way: notice.Hook, Address: address, State: notice.On, CreatedAt: began,
		Extra: notice.Extra{When: notice.Once, Form: notice.Standard},
	}))
	return p
}

// TestASlowReceiverKeepsNobodyWaiting: what comes due for the others while a receiver
// hangs is sent, and to each receiver one message after the other.
func TestASlowReceiverKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		h := &hanging{slow: "https://slow.example.org/", at: map[string]int{}}
		w.senders = map[notice.Way]notifications.Sender{notice.Hook: h}
		const quick = "https://quick.example.org/"
		ada, ben, cid := w.hook("Ada", h.slow), w.hook("Ben", quick), w.player("Cid")
		w.open()
		w.hands(w.table(nil, ada, cid), ada)
		w.clock.pass(2 * time.Minute)
		ctx, end := context.WithCancel(t.Context())
		go w.office.Run(ctx)
		time.Sleep(2 * time.Second)
		require.Equal(t, 1, h.at[h.slow], "it hangs")

		game := w.table(nil, ben, cid)
		for n := range 2 {
			w.hands(game, ben)
			w.clock.pass(70 * time.Second)
			time.Sleep(4 * time.Second)
			assert.Equal(t, n+1, h.count(quick))
			w.moves(game)
		}
		assert.Equal(t, 1, h.at[h.slow], "and hangs on")
		assert.Zero(t, h.count(h.slow))
		time.Sleep(5 * time.Minute)
		assert.False(t, h.twice, "one after the other")
		end()
		synctest.Wait()
	})
}

// TestManySlowReceiversKeepNobodyWaiting: more receivers hang than are served at the same
// time, and what comes due for one that works is sent all the same; so is what is due
// for them, in turn.
func TestManySlowReceiversKeepNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		h := &hanging{slow: "https://slow.example.org/", at: map[string]int{}}
		w.senders = map[notice.Way]notifications.Sender{notice.Hook: h}
		const quick = "https://quick.example.org/"
		ben, cid := w.hook("Ben", quick), w.player("Cid")
		var slow []account.PlayerID
		for i := range 12 {
			slow = append(slow, w.hook(fmt.Sprintf("Ada %d", i), fmt.Sprint(h.slow, i)))
		}
		w.open()
		game := w.table(nil, ben, cid)
		w.hands(game, ben)
		w.clock.pass(2 * time.Minute)
		ctx, end := context.WithCancel(t.Context())
		go w.office.Run(ctx)
		time.Sleep(20 * time.Second)
		require.Equal(t, 1, h.count(quick))
		w.moves(game)

		for _, p := range slow {
			w.hands(w.table(nil, p, cid), p)
		}
		w.clock.pass(2 * time.Minute)
		time.Sleep(20 * time.Second)
		w.hands(game, ben)
		w.clock.pass(70 * time.Second)
		time.Sleep(4 * time.Second)
		assert.Equal(t, 2, h.count(quick), "while the others hang")
		time.Sleep(3 * time.Minute)
		for i := range slow {
			assert.Contains(t, h.seen(), fmt.Sprint(h.slow, i))
		}
		end()
		synctest.Wait()
	})
}
