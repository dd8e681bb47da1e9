package people_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// finished is a store of games that are over.
type finished struct {
	people.Store
	mu       sync.Mutex
	unscored []string
	scans    int
	added    []string
}

func (f *finished) Unscored(_ context.Context, limit int) ([]string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scans++
	return slices.Clone(f.unscored[:min(limit, len(f.unscored))]), nil
}

func (f *finished) AddResults(_ context.Context, o people.Outcome) (bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.added = append(f.added, o.Game)
	f.unscored = slices.DeleteFunc(f.unscored, func(id string) bool { return id == o.Game })
	return true, nil
}

// end adds a game that is over.
func (f *finished) end(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unscored = append(f.unscored, id)
}

// unread has no game that can be read, which ends without results.
type unread struct{}

func (unread) Snapshot(context.Context, string) (table.Snapshot, error) {
	return table.Snapshot{}, storage.ErrNotFound
}

// TestAnEndedGameIsScoredAlone: all finished games are looked through at the start
// and every ten minutes, and not whenever a game ends.
func TestAnEndedGameIsScoredAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &finished{unscored: []string{"before"}}
		s := people.New(store, people.Config{})
		ctx, cancel := context.WithCancel(t.Context())
		go s.Run(ctx, unread{})
		synctest.Wait()
		assert.Equal(t, []string{"before"}, store.added)
		scans := store.scans
		for i := range 50 {
			id := fmt.Sprint("game ", i)
			store.end(id)
			s.Ended(id)
		}
		synctest.Wait()
		assert.Len(t, store.added, 51)
		assert.Equal(t, scans, store.scans)

		store.end("unheard")
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		assert.Contains(t, store.added, "unheard")

		for i := range 1000 { // more than are remembered
			id := fmt.Sprint("late ", i)
			store.end(id)
			s.Ended(id)
		}
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		assert.Empty(t, store.unscored)
		cancel()
		synctest.Wait()
	})
}
