package account

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limit is how often something may be tried: at once, and then one more
// after each pause.
type limit struct {
	burst int
	pause time.Duration
}

// How often may be tried. An account is guarded more closely against one
// network than against all, so that a stranger cannot keep its owner out.
func perAccountHere() limit { return limit{6, time.Minute} }
func perAccount() limit     { return limit{60, 20 * time.Second} }
func perNetwork() limit     { return limit{60, 5 * time.Second} }
func mailsAccount() limit   { return limit{3, 20 * time.Minute} }
func mailsNetwork() limit   { return limit{10, time.Minute} }
func mailsAddress() limit   { return limit{3, 20 * time.Minute} }

// maxAttempts bounds the number of keys remembered.
const maxAttempts = 20000

// Tries counts, for all servers on a database, how often something was tried: so many
// times at once, and then once more after each pause.
type Tries interface {
	// Try counts one more, or counts nothing and returns how long to wait.
	Try(ctx context.Context, key string, burst int, pause time.Duration) (wait time.Duration, err error)
	// TakeBack uncounts one that Try has counted.
	TakeBack(ctx context.Context, key string, pause time.Duration) error
	// Forgive forgets what was counted.
	Forgive(ctx context.Context, key string) error
}

// attempts counts by key: in the store if several servers share it, else in memory,
// where a forgotten key counts as never tried.
type attempts struct {
	shared Tries // nil: in memory
	log    *slog.Logger

	mu   sync.Mutex
	seen map[string]*rate.Limiter
}

func newAttempts(store Store, log *slog.Logger) *attempts {
	shared, _ := store.(Tries)
	return &attempts{shared: shared, log: log, seen: map[string]*rate.Limiter{}}
}

// take counts one attempt, or returns how long to wait.
func (a *attempts) take(ctx context.Context, key string, allowed limit, now time.Time) error {
	if a.shared != nil {
		wait, err := a.shared.Try(ctx, key, allowed.burst, allowed.pause)
		if err == nil && wait > 0 {
			err = &TooOften{wait}
		}
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.seen[key]
	if l == nil {
		a.forgetFull(now)
		l = rate.NewLimiter(rate.Every(allowed.pause), allowed.burst)
		a.seen[key] = l
	}
	r := l.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return &TooOften{wait}
	}
	return nil
}

// forgive is for a key that has turned out to be in the right hands.
func (a *attempts) forgive(ctx context.Context, key string) {
	if a.shared != nil {
		if err := a.shared.Forgive(ctx, key); err != nil {
			a.log.Warn("attempts could not be forgiven", "err", err)
		}
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seen, key)
}

// forgetFull makes room, first of those that may try as often as ever.
func (a *attempts) forgetFull(now time.Time) {
	if len(a.seen) < maxAttempts {
		return
	}
	for key, l := range a.seen {
		if l.TokensAt(now) >= float64(l.Burst()) {
			delete(a.seen, key)
		}
	}
	for key := range a.seen {
		if len(a.seen) < maxAttempts*3/4 {
			return
		}
		delete(a.seen, key)
	}
}
