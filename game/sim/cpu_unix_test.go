//go:build unix

package sim

import (
	"syscall"
	"time"
)

// cpuTime is the user time of this process: other programs on the machine do not count.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}
