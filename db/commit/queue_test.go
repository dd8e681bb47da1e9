package commit_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/commit"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// write is a write of the tests.
type write struct {
	n    int
	done chan error
}

// log commits everything that waits and remembers the groups.
type log struct {
	queue  *commit.Queue[write]
	groups [][]int
	hold   chan struct{} // closed when commits may end
}

func newLog(most int) *log {
	return &log{queue: commit.NewQueue[write](most), hold: make(chan struct{})}
}

func (l *log) commit() {
	l.queue.Gather(l.queue.Cap())
	var all []write
	for w, ok := l.queue.Next(); ok; w, ok = l.queue.Next() {
		all = append(all, w)
	}
	if len(all) == 0 {
		return
	}
	<-l.hold
	var group []int
	for _, w := range all {
		group = append(group, w.n)
	}
	l.groups = append(l.groups, group)
	for _, w := range all {
		w.done <- nil
	}
}

// add queues a write and waits for it in a goroutine.
func (l *log) add(t *testing.T, n int) {
	t.Helper()
	w := write{n, make(chan error, 1)}
	require.NoError(t, l.queue.Join(w))
	go func() { assert.NoError(t, l.queue.Await(w.done, l.commit)) }()
	synctest.Wait()
}

func TestWhatComesDuringACommitIsTheNextGroup(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLog(4)
		for n := range 4 {
			l.add(t, n)
		}
		assert.Equal(t, 3, l.queue.Len())
		close(l.hold)
		synctest.Wait()
		assert.Equal(t, [][]int{{0}, {1, 2, 3}}, l.groups)
		l.add(t, 4)
		assert.Equal(t, [][]int{{0}, {1, 2, 3}, {4}}, l.groups, "the turn was given back")
	})
}

func TestAFullQueueAndAClosedOneTakeNoMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLog(2)
		for n := range 3 {
			l.add(t, n)
		}
		require.ErrorIs(t, l.queue.Join(write{}), storage.ErrBusy)

		close(l.hold)
		ended := 0
		l.queue.Close(func() { ended += len(l.groups) })
		l.queue.Close(func() { ended += 100 })
		assert.Equal(t, 2, ended, "after the groups under way, once")
		require.ErrorIs(t, l.queue.Join(write{}), table.ErrClosed)
	})
}
