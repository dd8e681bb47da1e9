package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGarbagePercent: a small server may waste four times what it needs, a large
// one as much as it needs, and in between it is 128 MB.
func TestGarbagePercent(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		alive uint64
		want  int
	}{{0, 400}, {mb, 400}, {32 * mb, 400}, {64 * mb, 200}, {100 * mb, 128}, {128 * mb, 100}, {129 * mb, 100}, {1 << 40, 100}} {
		assert.Equal(t, c.want, garbagePercent(c.alive), "%d bytes alive", c.alive)
	}
}

// TestGarbageIsPaced: the live heap after a collection decides how soon the next
// one comes.
func TestGarbageIsPaced(t *testing.T) {
	before := debug.SetGCPercent(77)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	g := &garbage{percent: mostGarbage}
	g.set(64 << 20)
	assert.Equal(t, 200, debug.SetGCPercent(200))
	g.set(1 << 30)
	assert.Equal(t, 100, debug.SetGCPercent(100))
	g.set(4 << 20)
	g.spare(true)
	assert.Equal(t, 200, debug.SetGCPercent(200), "8 MB while whole logs are sent")
	g.spare(false)
	assert.Equal(t, 400, debug.SetGCPercent(400))

	debug.SetGCPercent(77)
	_, stop := tuneGarbage()
	stop()
	assert.Equal(t, 77, debug.SetGCPercent(77), "stopped, it is as it was before")

	ballast := make([]byte, 64<<20)
	runtime.GC()
	assert.Greater(t, alive(), uint64(len(ballast)))
	runtime.KeepAlive(ballast)
}

// TestCollected: every collection is noticed, until the watch ends.
func TestCollected(t *testing.T) {
	heard := make(chan int, 64) // the test is not the only one that collects
	n := 0
	stop := collected(func() {
		n++
		heard <- n
	})
	for i := range 3 {
		runtime.GC()
		require.Equal(t, i+1, <-heard)
	}
	stop()
	before := n
	for range 3 {
		runtime.GC()
	}
	assert.Equal(t, before, n, "it was over")
}
