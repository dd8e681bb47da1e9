package commit

import (
	"runtime"
	"sync"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// Queue is where writes wait to be committed, in the order of their arrival. It has no
// goroutine of its own: of those who wait, one has the turn and commits for all. While
// one group is under way the next one gathers, so that the more come along, the less
// each of them costs.
type Queue[W any] struct {
	waiting chan W
	turn    chan struct{} // holds one value while a goroutine commits

	gate   sync.RWMutex // held for reading from Join to the end of Await
	closed bool
}

// NewQueue returns one in which so many writes can wait at most.
func NewQueue[W any](most int) *Queue[W] {
	return &Queue[W]{waiting: make(chan W, most), turn: make(chan struct{}, 1)}
}

// Len returns how many writes wait.
func (q *Queue[W]) Len() int { return len(q.waiting) }

// Cap returns how many can wait at most.
func (q *Queue[W]) Cap() int { return cap(q.waiting) }

// Join queues a write. Who joins has to Await its result. It fails with
// table.ErrClosed after Close, and with storage.ErrBusy if too many wait.
func (q *Queue[W]) Join(w W) error {
	q.gate.RLock()
	if q.closed {
		q.gate.RUnlock()
		return table.ErrClosed
	}
	select {
	case q.waiting <- w:
		return nil
	default:
		q.gate.RUnlock()
		return storage.ErrBusy
	}
}

// Await returns the result of a write that has joined, which comes over done: a channel
// with room for it, so that its sender never waits. The first goroutine to get the
// turn commits for all by calling commit, until its own result is there. The commit must not panic.
func (q *Queue[W]) Await(done <-chan error, commit func()) error {
	defer q.gate.RUnlock()
	for {
		select {
		case err := <-done:
			return err
		case q.turn <- struct{}{}:
			commit()
			<-q.turn
		}
	}
}

// Gather lets goroutines that are about to join do so first, up to so many: that costs
// nothing if there are none. Only who has the turn may call it.
func (q *Queue[W]) Gather(most int) {
	for seen := 0; len(q.waiting) > seen && seen < most; {
		seen = len(q.waiting)
		runtime.Gosched()
	}
}

// Next takes the next write that waits already, false if there is none. Only who has
// the turn may call it.
func (q *Queue[W]) Next() (w W, ok bool) {
	select {
	case w = <-q.waiting:
		return w, true
	default:
		return w, false
	}
}

// Close waits for the writes under way, lets none join any more, and calls end, the first
// time only.
func (q *Queue[W]) Close(end func()) {
	q.gate.Lock()
	defer q.gate.Unlock()
	if !q.closed {
		q.closed = true
		end()
	}
}
