package live

import (
	"sync"
	"time"
)

// Readers knows which live streams are really read: when something could last
// be written to a reader of a table.
type Readers struct {
	now  func() time.Time
	mu   sync.Mutex
	last map[string]*reader
}

type reader struct {
	open int
	at   time.Time
}

// NewReaders returns one that knows nobody; now is time.Now if nil.
func NewReaders(now func() time.Time) *Readers {
	if now == nil {
		now = time.Now
	}
	return &Readers{now: now, last: map[string]*reader{}}
}

func readerKey(player, game string) string { return player + " " + game }

// Enter notes a stream, and returns what notes a successful write to it and what
// notes its end.
func (r *Readers) Enter(player, game string) (wrote, leave func()) {
	if r == nil || player == "" {
		return func() {}, func() {}
	}
	key := readerKey(player, game)
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.last[key]
	if one == nil {
		one = &reader{}
		r.last[key] = one
	}
	one.open++
	return func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			one.at = r.now()
		}, func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			if one.open--; one.open == 0 {
				delete(r.last, key)
			}
		}
}

// Looking reports whether the player has a live stream of a table open to which
// something could be written after since, and lately.
func (r *Readers) Looking(player, game string, since time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.last[readerKey(player, game)]
	return one != nil && one.at.After(since) && r.now().Sub(one.at) < 3*defaultHeartbeat
}
