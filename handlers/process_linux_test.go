package handlers_test

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The process tells how many files it has open, how many it may, and how large it is.
func TestTheProcessIsMeasured(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(name string) int {
		t.Helper()
		m := regexp.MustCompile(`(?m)^` + name + ` (\d+)$`).FindStringSubmatch(s.program().get("/metrics").text())
		require.NotNil(t, m, name)
		n, err := strconv.Atoi(m[1])
		require.NoError(t, err)
		return n
	}
	before := ask("process_open_fds")
	assert.Positive(t, before)
	const more = 300
	for range more {
		f, err := os.Open(os.DevNull)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
	}
	assert.InDelta(t, before+more, ask("process_open_fds"), 50)

	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	assert.EqualValues(t, limit.Cur, ask("process_max_fds"))

	size := ask("process_resident_memory_bytes")
	const ballast = 256 << 20
	held := bytes.Repeat([]byte{1}, ballast)
	assert.InDelta(t, size+ballast, ask("process_resident_memory_bytes"), ballast/2)
	assert.Len(t, held, ballast)
}
