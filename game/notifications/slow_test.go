package notifications_test

import (
	"context"
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
	slow    string
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
	if c.Address == h.slow {
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

// TestASlowReceiverKeepsNobodyWaiting: what comes due for the others while a receiver
// hangs is sent, and to each receiver one message after the other.
func TestASlowReceiverKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		h := &hanging{slow: "https://slow.example.org/", at: map[string]int{}}
		w.senders = map[notice.Way]notifications.Sender{notice.Hook: h}
		hook := func(name, address string) account.PlayerID {
			p := w.player(name)
			require.NoError(t, w.store.AddChannel(t.Context(), notice.Channel{
				ID: name, Player: string(p), Way: notice.Hook, Address: address, State: notice.On, CreatedAt: began,
				Extra: notice.Extra{When: notice.Once, Form: notice.Standard},
			}))
			return p
		}
		const quick = "https://quick.example.org/"
		ada, ben, cid := hook("Ada", h.slow), hook("Ben", quick), w.player("Cid")
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
