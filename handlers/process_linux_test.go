package handlers_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

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
	// agrees compares a figure with what the system says just before and after. Other tests
	// open files and take memory meanwhile, so that it may have to be looked at again.
	agrees := func(name string, now func() int, near int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
			before, told, after := now(), ask(name), now()
			if told >= min(before, after)-near && told <= max(before, after)+near {
				return
			}
			require.True(t, time.Now().Before(end), "%s is %d, between %d and %d", name, told, before, after)
		}
	}
	for range 300 {
		f, err := os.Open(os.DevNull)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
	}
	agrees("process_open_fds", func() int {
		list, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		require.Greater(t, len(list), 300)
		return len(list)
	}, 10)

	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	assert.EqualValues(t, limit.Cur, ask("process_max_fds"))

	agrees("process_resident_memory_bytes", func() int {
		text, err := os.ReadFile("/proc/self/statm")
		require.NoError(t, err)
		pages, err := strconv.Atoi(strings.Fields(string(text))[1])
		require.NoError(t, err)
		return pages * os.Getpagesize()
	}, 4<<20)
}
