package web

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"time"
)

// rate is how often something may be done: a number per minute in the long
// run, and a burst. The zero value is no limit.
type rate struct {
	perMinute float64
	burst     int
}

// unlimited reports whether nothing is counted.
func (a rate) unlimited() bool { return a.perMinute <= 0 }

// longest is as far ahead of the clock as a caller may be: no time wraps.
const longest = float64(100 * 365 * 24 * time.Hour)

// step is the time after which one more may be done in the long run.
func (a rate) step() int64 {
	return int64(min(float64(time.Minute)/a.perMinute, longest/float64(max(1, a.burst))))
}

// tokens is how far ahead of the clock a caller may be.
func (a rate) tokens() int64 { return a.step() * int64(max(1, a.burst)) }

// The table of buckets has a fixed size: 2^16 entries of 16 bytes, however many addresses
// a caller commands. A key can be in one of a few places only, so that looking
// it up takes the same few steps always.
const (
	shards    = 64
	shardSize = 1024 // entries
	ways      = 8    // places in which a key can be
)

// buckets remembers, for every recent caller, until when their tokens are used up.
// It allocates nothing after it was made.
type buckets struct {
	seed   maphash.Seed
	shards [shards]shard
}

type shard struct {
	mu      sync.Mutex
	entries []entry
}

// entry is the time from which on a key has its full burst of tokens again.
type entry struct {
	key  uint64
	full int64 // unix nanoseconds
}

func newBuckets() *buckets {
	l := &buckets{seed: maphash.MakeSeed()}
	for i := range l.shards {
		l.shards[i].entries = make([]entry, shardSize)
	}
	return l
}

// key identifies a caller: a keyed hash, so that no one can choose
// addresses that share a place with another's.
func (l *buckets) key(kind uint8, who string) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	h.WriteByte(kind)  //nolint:errcheck // never fails
	h.WriteString(who) //nolint:errcheck // never fails
	return h.Sum64()
}

// take counts one and returns 0, or counts nothing and returns how long to wait.
func (l *buckets) take(key uint64, a rate, now time.Time) time.Duration {
	return l.spend(key, a, now, a.step())
}

// peek is take without counting.
func (l *buckets) peek(key uint64, a rate, now time.Time) time.Duration {
	return l.spend(key, a, now, 0)
}

func (l *buckets) spend(key uint64, a rate, now time.Time, cost int64) time.Duration {
	at, burst, step := now.UnixNano(), a.tokens(), a.step()
	s := &l.shards[key%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.find(key)
	full := at
	if e.key == key {
		e.full = min(e.full, at+burst) // if the clock was set back
		full = max(e.full, at)
	}
	if wait := full + step - burst - at; wait > 0 {
		return time.Duration(wait)
	}
	if cost > 0 {
		*e = entry{key, full + cost}
	}
	return 0
}

// find is the entry of a key, or the most nearly empty one of its places.
func (s *shard) find(key uint64) *entry {
	first := int(key/shards) % (shardSize / ways) * ways
	set := s.entries[first : first+ways]
	least := &set[0]
	for i := range set {
		if set[i].key == key {
			return &set[i]
		}
		if set[i].full < least.full {
			least = &set[i]
		}
	}
	return least
}

// NetworkOf is the network that counts as one address: an IPv6 household has a whole /64.
func NetworkOf(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil || a.Is4() {
		return address
	}
	if a = a.Unmap(); a.Is4() {
		return a.String()
	}
	p, err := a.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return p.String()
}

// Counter counts things open at the same time, by key.
type Counter struct {
	mu   sync.Mutex
	open map[string]int
	all  int
}

// NewCounter returns a counter of nothing.
func NewCounter() *Counter { return &Counter{open: map[string]int{}} }

// Slot is a key under which something open counts, and how many there may be;
// an empty key does not count, and 0 is no limit.
type Slot struct {
	Key  string
	Most int
}

// Enter counts one more under each key, unless one of them is at its limit.
// leave takes it back.
func (n *Counter) Enter(keys ...Slot) (leave func(), ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, k := range keys {
		if k.Key != "" && k.Most > 0 && n.open[k.Key] >= k.Most {
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

func (n *Counter) add(keys []Slot, d int) {
	n.all += d
	for _, k := range keys {
		if k.Key == "" {
			continue
		}
		if n.open[k.Key] += d; n.open[k.Key] == 0 {
			delete(n.open, k.Key)
		}
	}
}

// Total is the number open now.
func (n *Counter) Total() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all
}

// Has reports whether anything is open under the key.
func (n *Counter) Has(key string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.open[key] > 0
}

// More counts one more under a key and returns how many there are now.
func (n *Counter) More(key string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.add([]Slot{{Key: key}}, 1)
	return n.open[key]
}

// Less takes one back.
func (n *Counter) Less(key string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.add([]Slot{{Key: key}}, -1)
}
