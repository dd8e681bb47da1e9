package timecontrol_test

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

func TestWatchNoticesAClockThatWasSet(t *testing.T) {
	w := timecontrol.Watch{Slack: 30 * time.Second}
	assert.Zero(t, w.Look(noon, 0))
	assert.Equal(t, noon, w.Up())
	assert.Zero(t, w.Look(noon.Add(time.Hour), time.Hour+time.Second), "a little drift is none")
	assert.Equal(t, noon, w.Up())
	assert.Equal(t, time.Hour+time.Second, w.Agreed())

	assert.Equal(t, 7*time.Hour-59*time.Second, w.Look(noon.Add(8*time.Hour), time.Hour+time.Minute), "asleep, or set ahead")
	assert.Equal(t, noon.Add(8*time.Hour), w.Up())
	assert.Zero(t, w.Agreed())

	assert.Equal(t, -8*time.Hour-time.Minute, w.Look(noon, time.Hour+2*time.Minute), "set back")
	assert.Equal(t, noon, w.Up())
	assert.Zero(t, w.Look(noon.Add(time.Minute), time.Hour+3*time.Minute))
	assert.Equal(t, time.Minute, w.Agreed())
}

func TestWatchTakesWhatTimeServersDoForNoJump(t *testing.T) {
	var w timecontrol.Watch
	w.Look(noon, 0)
	assert.Zero(t, w.Look(noon.Add(time.Minute), 58*time.Second))
	assert.Equal(t, time.Minute, w.Look(noon.Add(3*time.Minute), 118*time.Second))
}

// TestWatchReadsTheWall: two readings of a clock that was set in between differ by what
// has really passed, if they are subtracted as they are.
func TestWatchReadsTheWall(t *testing.T) {
	var w timecontrol.Watch
	now := time.Now()
	w.Look(now, 0)
	set := now.Add(time.Minute)
	setClock(&set, time.Hour)
	assert.Equal(t, time.Minute, set.Sub(now))
	assert.Equal(t, time.Hour, w.Look(set, time.Minute))
}

// setClock changes a reading of time.Now as setting the machine's clock would: what is
// on the wall moves, the monotonic part does not.
func setClock(reading *time.Time, by time.Duration) {
	const secondsAt = 30 // the bit of wall, the first word, at which seconds begin
	*(*uint64)(unsafe.Pointer(reading)) += uint64(by/time.Second) << secondsAt
}
