package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// How much garbage may lie about before it is collected, in percent of what
// lives. A server with few tables spends its time on moves and not on
// collecting; one with many does not hold several times what it needs.
const (
	mostGarbage    = 400
	leastGarbage   = 100
	roomForGarbage = 128 << 20 // bytes, between the two
)

// garbagePercent is how much garbage may lie beside so many bytes that live.
func garbagePercent(alive uint64) int {
	return int(max(leastGarbage, min(mostGarbage, 100*roomForGarbage/max(1, alive))))
}

// garbage sets the collector by what the last collection left alive.
type garbage struct {
	mu      sync.Mutex
	percent int
	over    bool
}

// paceGarbage sets the collector anew after each collection, until stop is called.
func paceGarbage() (stop func()) {
	g := &garbage{percent: mostGarbage}
	before := debug.SetGCPercent(mostGarbage)
	collected(func() bool { return g.set(alive()) })
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.over = true
		debug.SetGCPercent(before)
	}
}

// set lets as much garbage lie about as is right beside so many bytes that
// live; false if that is nobody's business any more.
func (g *garbage) set(alive uint64) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if next := garbagePercent(alive); next != g.percent && !g.over {
		g.percent = next
		debug.SetGCPercent(next)
	}
	return !g.over
}

// collected calls f after each collection, as long as it says that it wants to
// know of the next one.
func collected(f func() bool) {
	type witness struct{ _ [64]byte } // nobody holds it: it goes with the next collection
	runtime.AddCleanup(new(witness), func(f func() bool) {
		if f() {
			collected(f)
		}
	}, f)
}

// alive is what the last collection left, and what else percentages are of.
func alive() (sum uint64) {
	samples := [...]metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/stack:bytes"}, {Name: "/gc/scan/globals:bytes"}}
	metrics.Read(samples[:])
	for _, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			sum += s.Value.Uint64()
		}
	}
	return sum
}
