package main

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestLargePages: the kernel knows what the heap wants to lie on, and has not
// given it anything yet.
func TestLargePages(t *testing.T) {
	n, err := roomForLarge()
	require.NoError(t, err)
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil || n == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatal("this kernel has no large pages, or addresses are limited")
		}
		t.Skip("NOT TESTED: this kernel has no large pages, or addresses are limited")
	}
	assert.LessOrEqual(t, n, mostLarge)
	stop, err := largePages()
	defer stop()
	require.NoError(t, err)
	size, used := advised(t)
	assert.GreaterOrEqual(t, size, n*3/4)
	assert.Less(t, used, n/4, "memory that nobody uses yet")
}

// advised is how much of this process may lie on large pages, and how much of
// that is there, in bytes.
func advised(t *testing.T) (size, used int) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	require.NoError(t, err)
	defer f.Close()
	number := func(fields []string) int {
		n, err := strconv.Atoi(fields[1])
		require.NoError(t, err)
		return n << 10
	}
	var one, there int
	for lines := bufio.NewScanner(f); lines.Scan(); {
		switch fields := strings.Fields(lines.Text()); fields[0] {
		case "Size:":
			one = number(fields)
		case "Rss:":
			there = number(fields)
		case "VmFlags:":
			if strings.Contains(lines.Text(), " hg") {
				size, used = size+one, used+there
			}
		}
	}
	return size, used
}

// TestPagesAreLargeWhereThereIsMuchToDo: collections in quick succession are a
// sign of it.
func TestPagesAreLargeWhereThereIsMuchToDo(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var said []bool
	p := &pages{large: true, last: now, set: func(large bool) error {
		said = append(said, large)
		return nil
	}}
	for _, c := range []struct {
		after time.Duration
		large bool
	}{{time.Second, true}, {soon - 1, true}, {soon, false}, {2 * time.Minute, false}, {time.Second, true}, {time.Second, true}, {2 * time.Minute, false}} {
		now = now.Add(c.after)
		p.collected(now)
		assert.Equal(t, c.large, p.large, c.after)
	}
	p.be(true)
	assert.Equal(t, []bool{false, true, false, true}, said)
}

func TestSetLargePages(t *testing.T) {
	for _, large := range []bool{false, true} {
		require.NoError(t, setLargePages(large))
		disabled, err := unix.PrctlRetInt(unix.PR_GET_THP_DISABLE, 0, 0, 0, 0)
		require.NoError(t, err)
		assert.Equal(t, large, disabled == 0)
	}
}
