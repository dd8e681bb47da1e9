package tables

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// Whole logs are sent to a few at a time, on the whole and to one address, so
// that nobody takes the disk, the processor and the memory from those who play.
// Everybody else waits for a place.
const (
	longLog     = 1000 // events; an answer about fewer waits for nobody
	longAtOnce  = 4
	longByOne   = 2
	heavyAtOnce = 2 // of answers that are made of the whole log before they are sent
	heavyByOne  = 1
	longWait    = 15 * time.Second
	longWaiters = 256
	longRetry   = 5 * time.Second
)

// admission lets a few in at a time, in the order in which they came.
type admission struct {
	most, byOne int

	mu    sync.Mutex
	in    int
	by    map[string]int
	queue []*waiter
}

// waiter waits for a place; enter is closed when it has one.
type waiter struct {
	key   string
	enter chan struct{}
}

func newAdmission(most, byOne int) *admission {
	return &admission{most: most, byOne: byOne, by: map[string]int{}}
}

// enter waits for a place under a key, but not longer than the context lasts. An
// empty key has no limit of its own. leave gives the place back.
func (a *admission) enter(ctx context.Context, key string) (leave func(), ok bool) {
	w := &waiter{key, make(chan struct{})}
	a.mu.Lock()
	if len(a.queue) >= longWaiters {
		a.mu.Unlock()
		return nil, false
	}
	a.queue = append(a.queue, w)
	a.advance()
	a.mu.Unlock()
	select {
	case <-w.enter:
		return func() { a.leave(key) }, true
	case <-ctx.Done():
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, other := range a.queue {
		if other == w {
			a.queue = append(a.queue[:i], a.queue[i+1:]...)
			return nil, false
		}
	}
	return func() { a.leave(key) }, true // it has just got one
}

func (a *admission) leave(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.in--
	if a.by[key]--; a.by[key] <= 0 {
		delete(a.by, key)
	}
	a.advance()
}

// advance gives free places to the first in the queue whose key has not all of its own. The lock is held.
func (a *admission) advance() {
	rest := a.queue[:0]
	for _, w := range a.queue {
		if a.in >= a.most || w.key != "" && a.by[w.key] >= a.byOne {
			rest = append(rest, w)
			continue
		}
		a.in++
		a.by[w.key]++
		close(w.enter)
	}
	clear(a.queue[len(rest):])
	a.queue = rest
}

// admitLong waits until an answer with so many events may be sent.
func (s *Handler) admitLong(c echo.Context, events uint32) (leave func(), err error) {
	return s.admit(c, s.long, events)
}

// admitHeavy waits until an answer may be made of so many events.
func (s *Handler) admitHeavy(c echo.Context, events uint32) (leave func(), err error) {
	return s.admit(c, s.heavy, events)
}

func (s *Handler) admit(c echo.Context, a *admission, events uint32) (leave func(), err error) {
	if events <= longLog || web.InfoOf(c).Head {
		return func() {}, nil
	}
	key := ""
	if s.IsLimited(c) {
		key = web.NetworkOf(c.RealIP())
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), longWait)
	defer cancel()
	out, ok := a.enter(ctx, key)
	if !ok {
		return nil, &web.Error{Status: http.StatusServiceUnavailable, Code: "many_logs", Retry: longRetry, Cause: ctx.Err()}
	}
	s.sparing.add(1, s.OnSparing)
	return func() {
		s.sparing.add(-1, s.OnSparing)
		out()
	}, nil
}

// sparing counts the answers about whole logs that are under way.
type sparing struct {
	mu sync.Mutex
	n  int
}

func (x *sparing) add(d int, changed func(bool)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	was := x.n > 0
	x.n += d
	if now := x.n > 0; now != was && changed != nil {
		changed(now)
	}
}
