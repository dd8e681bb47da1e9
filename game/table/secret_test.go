package table_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// TestNobodySeesWhoHasBid watches an auction minute by minute, until it is
// settled, once with a secret bid of Q and once without. Up to then both look
// the same: what is said, when it is said, what comes next and who is waited for.
func TestNobodySeesWhoHasBid(t *testing.T) {
	watch := func(bid bool) []string {
		var seen []string
		synctest.Test(t, func(t *testing.T) {
			r := newRoom(t, table.Config{})
			id, people := r.seated(uphill, evening())
			defer r.Close()
			r.play(id, people[0], game.Move(game.Roll, 0))
			r.play(id, people[0], game.Move(game.Decline, 0))
			if bid {
				_, err := r.AddOrders(ctx, id, people[1], []orders.Order{{Kind: orders.Bid, Limit: 1777}}, true)
				require.NoError(t, err)
			}
			require.NoError(t, r.MarkNotified(ctx, id, people[1])) // Q is the first whose time runs out
			for range 19 {
				time.Sleep(time.Minute)
				synctest.Wait()
				snap := r.look(id)
				require.True(t, snap.State.Auction.Open)
				next, _ := snap.Next()
				seen = append(seen, fmt.Sprint(snap.Seq(), snap.Rev(), snap.State.Waiting(), next, r.Times(&snap), snap.Meta.UpdatedAt, len(r.origins(id))))
			}
			time.Sleep(2 * time.Minute)
			synctest.Wait()
			snap := r.look(id)
			assert.False(t, snap.State.Auction.Open, "the time of all has run out")
			if bid {
				assert.Equal(t, game.Seat(1), snap.State.Owner(39))
			}
		})
		return seen
	}
	assert.Equal(t, watch(false), watch(true))
}

// TestAnsweringAheadCostsNoReserve: who leaves a bid at once has answered at
// once, however long the others think.
func TestAnsweringAheadCostsNoReserve(t *testing.T) {
	agreed := evening()
	agreed.Kind = timecontrol.Correspondence
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, agreed)
		defer r.Close()
		r.play(id, people[0], game.Move(game.Roll, 0))
		r.play(id, people[0], game.Move(game.Decline, 0))
		require.NoError(t, r.MarkNotified(ctx, id, people[1]))
		_, err := r.AddOrders(ctx, id, people[1], []orders.Order{{Kind: orders.Bid, Limit: 100}}, true)
		require.NoError(t, err)
		time.Sleep(14 * time.Minute)
		for _, p := range []int{0, 2} {
			r.play(id, people[p], game.Move(game.Pass, game.Seat(p)))
		}
		snap := r.look(id)
		require.Equal(t, game.Seat(1), snap.State.Owner(39))
		assert.Equal(t, agreed.Bank, r.Times(&snap)[1].Bank)
		assert.Less(t, r.Times(&snap)[0].Bank, agreed.Bank, "the others thought longer")
	})
}

// TestOrdersActAfterAPause: bids that came in while the table paused settle the
// auction when it goes on, by itself or by a vote.
func TestOrdersActAfterAPause(t *testing.T) {
	for name, vote := range map[string]bool{"by itself": false, "by a vote": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
				defer r.Close()
				r.play(id, people[0], game.Move(game.Roll, 0))
				r.play(id, people[0], game.Move(game.Decline, 0))
				until := time.Now().Add(5 * time.Hour)
				agree := func(m timecontrol.Motion) {
					_, err := r.Move(ctx, id, people[0], m)
					require.NoError(t, err)
					for _, p := range people[1:] {
						_, _ = r.Vote(ctx, id, p, m.What, game.Nobody, timecontrol.Yes) // the last one may not be needed any more
					}
				}
				agree(timecontrol.Motion{What: timecontrol.Halt, Until: until})
				for i, p := range people {
					_, err := r.AddOrders(ctx, id, p, []orders.Order{{Kind: orders.Bid, Limit: game.Money(100 * i)}}, true)
					require.NoError(t, err)
				}
				snap := r.look(id)
				require.True(t, snap.State.Auction.Open, "nothing happens in a pause")
				if vote {
					agree(timecontrol.Motion{What: timecontrol.GoOn})
				} else {
					time.Sleep(5*time.Hour + time.Second)
					synctest.Wait()
				}
				snap = r.look(id)
				assert.False(t, snap.State.Auction.Open)
				assert.Equal(t, game.Seat(2), snap.State.Owner(39))
				assert.False(t, strings.Contains(r.everything(id, people), "200\""))
			})
		})
	}
}
