package sqlite

import (
	"slices"
	"time"
)

// quantiles are the median and the 99th percentile of all durations.
func quantiles(parts [][]time.Duration) (p50, p99 time.Duration) {
	all := slices.Concat(parts...)
	if len(all) == 0 {
		return 0, 0
	}
	slices.Sort(all)
	return all[len(all)/2], all[len(all)*99/100]
}
