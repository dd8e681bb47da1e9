package handlers

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits keep one address from taking everything. Zero switches a limit off.
type Limits struct {
	Creations  float64 // players, tables and editions an address may create a minute, in the long run
	Burst      int     // how many of them at once
	Streams    int     // live streams of one address at a time
	PerPlayer  int     // live streams of one player at a time
	maxTracked int     // addresses remembered; 0 means the default
}

// DefaultLimits let a school behind one address play and stop a script that fills the disk.
func DefaultLimits() Limits {
	return Limits{Creations: 120, Burst: 1000, Streams: 500, PerPlayer: 20}
}

// throttle counts creations by address.
type throttle struct {
	mu     sync.Mutex
	limits Limits
	seen   map[string]*bucket
}

type bucket struct {
	*rate.Limiter
	last time.Time
}

func newThrottle(l Limits) *throttle {
	if l.maxTracked == 0 {
		l.maxTracked = 10000
	}
	return &throttle{limits: l, seen: map[string]*bucket{}}
}

// take counts one creation, or returns the failure that says when to come back.
func (t *throttle) take(address string, now time.Time) error {
	if t.limits.Creations <= 0 {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	key := network(address)
	b, ok := t.seen[key]
	if !ok {
		t.forget(now)
		b = &bucket{Limiter: rate.NewLimiter(rate.Limit(t.limits.Creations/60), max(1, t.limits.Burst))}
		t.seen[key] = b
	}
	b.last = now
	r := b.ReserveN(now, 1)
	if wait := r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
		return &failure{status: http.StatusTooManyRequests, code: "too_many", retry: wait}
	}
	return nil
}

// forget drops addresses whose bucket has filled up again, and if that is not
// enough the one not seen for longest.
func (t *throttle) forget(now time.Time) {
	if len(t.seen) < t.limits.maxTracked {
		return
	}
	oldest := ""
	for key, b := range t.seen {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(t.seen, key)
		} else if oldest == "" || b.last.Before(t.seen[oldest].last) {
			oldest = key
		}
	}
	if len(t.seen) >= t.limits.maxTracked {
		delete(t.seen, oldest)
	}
}

// network is what counts as one address: an IPv6 household has a whole /64.
func network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Unmap().Is4() {
		return address
	}
	p, err := a.Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}

// counter counts what is open at the same time, by key.
type counter struct {
	mu   sync.Mutex
	open map[string]int
	all  int
}

func newCounter() *counter { return &counter{open: map[string]int{}} }

// enter counts one more under each key, unless that key is at its limit.
// Empty keys and limits of 0 do not count. leave takes it back.
func (n *counter) enter(keys []string, limits []int) (leave func(), ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, k := range keys {
		if k != "" && limits[i] > 0 && n.open[k] >= limits[i] {
			return nil, false
		}
	}
	n.add(keys, 1)
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.add(keys, -1)
	}, true
}

func (n *counter) add(keys []string, d int) {
	n.all += d
	for _, k := range keys {
		if k == "" {
			continue
		}
		if n.open[k] += d; n.open[k] == 0 {
			delete(n.open, k)
		}
	}
}

// total is the number open now.
func (n *counter) total() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all
}

// has tells whether anything is open under the key.
func (n *counter) has(key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.open[key] > 0
}
