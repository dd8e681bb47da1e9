package table_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// visitors is a store that tells how visits were written.
type visitors struct {
	tabletest.TableStore
	mu      sync.Mutex
	batches []int
	seen    map[account.PlayerID]uint32
}

func (v *visitors) SaveLastSeen(ctx context.Context, all []table.Visit) error {
	err := v.TableStore.SaveLastSeen(ctx, all)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.batches = append(v.batches, len(all))
	for _, one := range all {
		v.seen[one.Player] = one.Seq
	}
	return err
}

func (v *visitors) written() (batches []int, people int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return append(batches, v.batches...), len(v.seen)
}

// What a page has shown is stored a moment later, though nobody closes the
// service, in few small writes however many pages there were.
func TestWhatWasShownIsSavedSoon(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada, ben := r.person("Ada"), r.person("Ben")
	id, _ := r.begin(table.NewGame{}, ada, ben)
	store := &visitors{TableStore: r.store, seen: map[account.PlayerID]uint32{}}
	s := tabletest.New(store, table.Config{})
	defer s.Close()
	for seq := range uint32(20) {
		_, err := s.Visit(t.Context(), id, ada, seq+1, false)
		require.NoError(t, err)
	}
	for i := range 150 {
		_, err := s.Visit(t.Context(), id, account.PlayerID(fmt.Sprint("nobody", i)), 3, false)
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { _, n := store.written(); return n == 151 }, time.Minute, 10*time.Millisecond)
	batches, _ := store.written()
	assert.Less(t, len(batches), 10, "%v", batches)
	assert.LessOrEqual(t, slices.Max(batches), 100)
	v, err := r.store.Visit(t.Context(), ada, id)
	require.NoError(t, err)
	assert.EqualValues(t, 20, v.Seq)

	// A service that knows nothing of the first one, as after a crash, an hour later.
	again := tabletest.New(r.store, table.Config{Now: func() time.Time { return time.Now().Add(time.Hour) }})
	defer again.Close()
	away, err := again.Visit(t.Context(), id, ada, 23, false)
	require.NoError(t, err)
	assert.EqualValues(t, 20, away.Seq, "only what has happened since")
}

// oblivious is a store that fails to write visits so many times.
type oblivious struct {
	*tabletest.Memory
	fails int
}

func (o *oblivious) SaveLastSeen(ctx context.Context, all []table.Visit) error {
	if o.fails > 0 {
		o.fails--
		return storage.ErrBusy
	}
	return o.Memory.SaveLastSeen(ctx, all)
}

// TestWhatCouldNotBeSavedIsTriedAgain: also of a player who has long gone when it fails.
func TestWhatCouldNotBeSavedIsTriedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		fails int
		after time.Duration
	}{
		"soon":           {1, 2 * time.Minute},
		"the second too": {2, 3 * time.Minute},
		"for an hour":    {60, 2 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				ada, ben := r.person("Ada"), r.person("Ben")
				id, _ := r.begin(table.NewGame{}, ada, ben)
				s := serve(t, &oblivious{r.store, c.fails}, table.Config{})
				_, err := s.Visit(ctx, id, ada, 5, false)
				require.NoError(t, err)
				time.Sleep(c.after)
				v, err := r.store.Visit(ctx, ada, id)
				require.NoError(t, err)
				assert.EqualValues(t, 5, v.Seq)
				s.Close()
				r.Close()
			})
		})
	}
}
