package main

import (
	"bytes"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

const (
	mostLarge = 512 << 20        // bytes of the heap for which large pages are asked at most
	soon      = 10 * time.Second // from one collection to the next, where there is much to do
)

// largePages lets the heap lie on pages of 2 MB while there is much to do, as
// far as the system has some to give, until stop is called. A move touches
// memory all over the tables, and finding where a small page lies costs up to a
// sixth of its processor time.
//
// It takes addresses for the heap at once, tells the kernel what it wants of
// them and gives them back: no memory is used before the heap grows into them,
// from the lowest on.
func largePages() (stop func(), err error) {
	n, err := roomForLarge()
	if err != nil || n == 0 {
		return func() {}, err
	}
	room := make([]byte, n)
	err = unix.Madvise(room, unix.MADV_HUGEPAGE)
	room = nil //nolint:ineffassign,wastedassign // or it would live on until the return
	debug.FreeOSMemory()
	if err != nil {
		return func() {}, err
	}
	p := &pages{large: true, set: setLargePages, last: time.Now()}
	quiet := collected(func() { p.collected(time.Now()) })
	return func() {
		quiet()
		p.be(true)
	}, nil
}

// roomForLarge is for how many bytes large pages can be asked without harm: a
// quarter of the machine, and nothing where addresses are counted as if they
// were memory, or where small pages are not of 4 kB, because large ones are
// far larger then.
func roomForLarge() (int, error) {
	if strconv.IntSize < 64 || os.Getpagesize() != 4<<10 {
		return 0, nil
	}
	var addresses unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &addresses); err != nil || addresses.Cur != unix.RLIM_INFINITY {
		return 0, err
	}
	policy, err := os.ReadFile("/proc/sys/vm/overcommit_memory")
	if err != nil || bytes.HasPrefix(policy, []byte{'2'}) {
		return 0, err
	}
	var machine unix.Sysinfo_t
	if err := unix.Sysinfo(&machine); err != nil {
		return 0, err
	}
	return int(min(mostLarge, uint64(machine.Totalram)*uint64(machine.Unit)/4)), nil //nolint:unconvert // 32 bits elsewhere
}

// pages are large while there is much to do. In a quiet server they are not:
// the kernel would fill them up with what the heap has given back.
type pages struct {
	last  time.Time // the last collection
	large bool
	set   func(large bool) error
}

// collected notes a collection.
func (p *pages) collected(now time.Time) {
	soonAfter := now.Sub(p.last) < soon
	p.last = now
	p.be(soonAfter)
}

func (p *pages) be(large bool) {
	if large != p.large && p.set(large) == nil {
		p.large = large
	}
}

// setLargePages lets the kernel give this process large pages where they were
// asked for, or small ones alone. Those that are there stay.
func setLargePages(large bool) error {
	disable := uintptr(1)
	if large {
		disable = 0
	}
	return unix.Prctl(unix.PR_SET_THP_DISABLE, disable, 0, 0, 0)
}
