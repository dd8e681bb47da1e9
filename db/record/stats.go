package record

import (
	"sync/atomic"
	"time"
)

// Histogram counts values by upper bound; the last count is of all above.
type Histogram struct {
	Bounds []float64
	Counts []uint64
	Sum    float64
}

// Stats counts the work of the writer of a store since it was opened.
type Stats struct {
	Queue      int    // writes that wait now
	QueueLimit int    // writes that may wait
	Batches    uint64 // commits, failed ones too
	Writes     uint64 // writes in them
	Refused    uint64 // writes turned away because the queue was full
	Failed     uint64 // commits that failed
	BatchSize  Histogram
	Latency    Histogram // of a commit, in seconds
	Gone       bool      // the files of the database were deleted or replaced
}

var (
	batchBounds   = [...]float64{1, 2, 4, 8, 16, 32, 64, 128, 256}
	latencyBounds = [...]float64{.00025, .0005, .001, .002, .005, .01, .025, .05, .1, .25, 1}
)

// Counters are written by the writer and read by any goroutine.
type Counters struct {
	batches, writes, refused, failed atomic.Int64
	nanos                            atomic.Int64
	sizes                            [len(batchBounds) + 1]atomic.Uint64
	latency                          [len(latencyBounds) + 1]atomic.Uint64
	last                             atomic.Pointer[ending]
}

// ending is how a commit went.
type ending struct {
	err error
	at  time.Time
}

// Batch counts a commit of n writes and how it went.
func (c *Counters) Batch(n int, took time.Duration, err error) {
	c.batches.Add(1)
	c.writes.Add(int64(n))
	c.nanos.Add(int64(took))
	c.sizes[bucket(batchBounds[:], float64(n))].Add(1)
	c.latency[bucket(latencyBounds[:], took.Seconds())].Add(1)
	if err != nil {
		c.failed.Add(1)
	}
	c.Ended(time.Now(), err)
}

// Ended notes how the last commit went, and when.
func (c *Counters) Ended(at time.Time, err error) { c.last.Store(&ending{err, at}) }

// Fail counts a commit that failed and was none of the writer's.
func (c *Counters) Fail() { c.failed.Add(1) }

// TurnedAway counts a write that shared the fate of a failed commit before it.
func (c *Counters) TurnedAway(err error) {
	c.refused.Add(1)
	c.Ended(time.Now(), err)
}

// Refuse counts a write that was refused because too many wait.
func (c *Counters) Refuse() { c.refused.Add(1) }

func bucket(bounds []float64, v float64) int {
	for i, b := range bounds {
		if v <= b {
			return i
		}
	}
	return len(bounds)
}

// Stats reads the counters; they may be a commit apart from one another. The
// caller fills in what it alone knows.
func (c *Counters) Stats() Stats {
	return Stats{
		Batches:   uint64(c.batches.Load()),
		Writes:    uint64(c.writes.Load()),
		Refused:   uint64(c.refused.Load()),
		Failed:    uint64(c.failed.Load()),
		BatchSize: histogram(batchBounds[:], c.sizes[:], float64(c.writes.Load())),
		Latency:   histogram(latencyBounds[:], c.latency[:], time.Duration(c.nanos.Load()).Seconds()),
	}
}

// Health is the error of the last commit, nil if it was written or there was
// none, and when that was; zero if there was none.
func (c *Counters) Health() (at time.Time, err error) {
	last := c.last.Load()
	if last == nil {
		return time.Time{}, nil
	}
	return last.at, last.err
}

func histogram(bounds []float64, counts []atomic.Uint64, sum float64) Histogram {
	h := Histogram{Bounds: bounds, Counts: make([]uint64, len(counts)), Sum: sum}
	for i := range counts {
		h.Counts[i] = counts[i].Load()
	}
	return h
}
