package table_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// counter is a slow store that counts how many games are read at the same time.
type counter struct {
	*tabletest.Memory
	now, most atomic.Int64
}

func (c *counter) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	n := c.now.Add(1)
	defer c.now.Add(-1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	time.Sleep(time.Millisecond)
	return c.Memory.Moves(ctx, id, after, limit)
}

// TestManyClocksStrikeAtOnce: the server comes back after it was down for days,
// and all tables are overdue. They are looked after a few at a time, they do not
// stay in memory, every one goes on, and closing does not wait for them all.
func TestManyClocksStrikeAtOnce(t *testing.T) {
	const tables = 120
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		ada, bob := r.person("Ada"), r.person("Bob")
		ids := make([]string, tables)
		for i := range ids {
			ids[i], _ = r.begin(table.NewGame{Clock: timecontrol.Control{Kind: timecontrol.Correspondence, Each: 3600, Notice: 3600}, Title: fmt.Sprint(i)}, ada, bob)
		}
		r.Close()
		time.Sleep(72 * time.Hour)

		store := &counter{Memory: r.store}
		s := serve(t, store, table.Config{MaxLive: 20})
		require.NoError(t, s.Resume(ctx))
		for range 200 {
			time.Sleep(500 * time.Microsecond)
			require.LessOrEqual(t, s.Stats().Live, 20+table.Ringers+1)
		}
		assert.LessOrEqual(t, store.most.Load(), int64(table.Ringers))
		assert.EqualValues(t, tables, s.Stats().Loads, "each once, to see that there is time left")
		time.Sleep(6 * time.Hour)
		synctest.Wait()
		for _, id := range ids {
			assert.Greater(t, len(store.MovesOf(id)), 1, "table %s goes on", id)
		}
		s.Close()

		time.Sleep(72 * time.Hour)
		s = serve(t, store, table.Config{})
		require.NoError(t, s.Resume(ctx))
		time.Sleep(3 * time.Millisecond)
		began := time.Now()
		s.Close()
		assert.Less(t, time.Since(began), 10*time.Millisecond, "the rest strikes next time")
	})
}
