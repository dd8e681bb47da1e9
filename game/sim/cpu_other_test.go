//go:build !unix

package sim

import "time"

var began = time.Now()

// cpuTime is the time since the start where user time cannot be had.
func cpuTime() time.Duration { return time.Since(began) }
