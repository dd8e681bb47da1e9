package people_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// broken has one game that cannot be read at this time.
type broken struct {
	unread
	game string
}

func (b broken) Snapshot(ctx context.Context, id string) (table.Snapshot, error) {
	if id == b.game {
		return table.Snapshot{}, errors.New("nobody knows why")
	}
	return b.unread.Snapshot(ctx, id)
}

// TestAGameThatFailsHoldsUpNone: its own results are tried again at the next look.
func TestAGameThatFailsHoldsUpNone(t *testing.T) {
	t.Parallel()
	store := &finished{unscored: []string{"first", "second", "third"}}
	for i := range 300 { // more than are looked up at once
		store.end(fmt.Sprint("later ", i))
	}
	s := people.New(store, people.Config{})
	err := s.Catch(t.Context(), broken{game: "second"})
	require.ErrorContains(t, err, "game second: nobody knows why")
	assert.Equal(t, []string{"second"}, store.unscored)
	assert.Len(t, store.added, 302)

	require.NoError(t, s.Catch(t.Context(), unread{}))
	assert.Empty(t, store.unscored)
}

// allBut reads one game only.
type allBut broken

func (a allBut) Snapshot(ctx context.Context, id string) (table.Snapshot, error) {
	if id != a.game {
		return table.Snapshot{}, errors.New("nobody knows why")
	}
	return a.unread.Snapshot(ctx, id)
}

// TestManyGamesThatFailHoldUpNone: more of them than are looked up at once.
func TestManyGamesThatFailHoldUpNone(t *testing.T) {
	t.Parallel()
	store := &finished{}
	for i := range 250 {
		store.end(fmt.Sprint("failing ", i))
	}
	store.end("sound")
	require.Error(t, people.New(store, people.Config{}).Catch(t.Context(), allBut{game: "sound"}))
	assert.Equal(t, []string{"sound"}, store.added)
	assert.Len(t, store.unscored, 250)
}

// breaking has one game that makes a fault of the program show.
type breaking struct {
	unread
	game string
}

func (b breaking) Snapshot(ctx context.Context, id string) (table.Snapshot, error) {
	if id == b.game {
		panic("nobody has thought of that")
	}
	return b.unread.Snapshot(ctx, id)
}

// TestAPanicAtAGameHoldsUpNone: it ends neither the look nor the server.
func TestAPanicAtAGameHoldsUpNone(t *testing.T) {
	t.Parallel()
	store := &finished{unscored: []string{"first", "second", "third"}}
	s := people.New(store, people.Config{})
	err := s.Catch(t.Context(), breaking{game: "second"})
	require.ErrorContains(t, err, "game second: panic: nobody has thought of that")
	assert.Equal(t, []string{"second"}, store.unscored)
}

// fails is a store that takes no results.
type fails struct {
	finished
	tried int
}

func (f *fails) AddResults(context.Context, people.Outcome) (bool, error) {
	f.tried++
	return false, storage.ErrFailed
}

// TestAStoreThatTakesNothingIsLeftAlone: it is not asked once for each of many games.
func TestAStoreThatTakesNothingIsLeftAlone(t *testing.T) {
	t.Parallel()
	store := &fails{}
	for i := range 50 {
		store.end(fmt.Sprint("game ", i))
	}
	require.ErrorIs(t, people.New(store, people.Config{}).Catch(t.Context(), unread{}), storage.ErrFailed)
	assert.Equal(t, 1, store.tried)
}
