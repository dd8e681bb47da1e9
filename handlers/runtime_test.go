package handlers

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRuntimeFigures: each of them is one that this version of Go tells.
func TestRuntimeFigures(t *testing.T) {
	ballast := bytes.Repeat([]byte("x"), 32<<20)
	runtime.GC()
	var b bytes.Buffer
	writeRuntime(&b)
	said := map[string]uint64{}
	for _, f := range runtimeFigures {
		_, rest, ok := bytes.Cut(b.Bytes(), []byte("\n"+f.name+" "))
		require.True(t, ok, f.name)
		var n uint64
		_, err := fmt.Sscan(string(rest), &n)
		require.NoError(t, err)
		assert.Positive(t, n, f.name)
		said[f.name] = n
	}
	live := said["go_gc_heap_live_bytes"]
	assert.GreaterOrEqual(t, live, uint64(len(ballast)))
	assert.GreaterOrEqual(t, said["go_memstats_heap_inuse_bytes"], uint64(len(ballast)))
	assert.GreaterOrEqual(t, said["go_gc_heap_goal_bytes"], live)
	runtime.KeepAlive(ballast)
}
