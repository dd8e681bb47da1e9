package notifications_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// TestAPanicHoldsUpOneChannelOnly: what makes the service panic waits in the store, and
// would end the server again after every start.
func TestAPanicHoldsUpOneChannelOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		ada, ben, cid := w.player("Ada"), w.player("Ben"), w.player("Cid")
		w.mail(ada, "ada@example.org")
		w.mail(ben, "ben@example.org")
		cfg, looked := config(w), 0
		cfg.Looking = func(string, string, time.Time) bool {
			if looked++; looked == 1 {
				panic("the outbox cannot be looked through")
			}
			return false
		}
		w.office = notifications.New(w.posts, cfg)
		require.NoError(t, w.office.Open(t.Context(), w.tables))
		broken := true
		w.pouch.fail = func(c *notice.Channel) error {
			if broken && c.Address == "ada@example.org" {
				panic("this table cannot be told")
			}
			return nil
		}
		w.hands(w.table(nil, ada, cid), ada)
		w.hands(w.table(nil, ben, cid), ben)
		w.clock.pass(2 * time.Minute)

		ctx, end := context.WithCancel(t.Context())
		go w.office.Run(ctx)
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, []string{"ben@example.org"}, w.pouch.to, "the others are told")

		w.pouch.mu.Lock()
		broken = false
		w.pouch.mu.Unlock()
		w.clock.pass(5 * time.Minute) // nobody else may have the channel for so long
		time.Sleep(time.Minute)
		synctest.Wait()
		assert.Equal(t, []string{"ben@example.org", "ada@example.org"}, w.pouch.to, "it is tried again")
		end()
		synctest.Wait()
	})
}
