package timecontrol

import "time"

// maxDrift is how far the clock on the wall may move against the time that has
// really passed before it counts as set.
const maxDrift = 30 * time.Second

// Watch compares the clock on the wall with one that cannot be set, to notice
// that the server's clock was set or that the machine slept. The zero value
// begins with the first look.
type Watch struct {
	wall   time.Time
	steady time.Duration
	up     time.Time
}

// Look returns since when, by the clock on the wall, the server has been there
// without a break. steady is time that has passed since any fixed moment.
func (w *Watch) Look(wall time.Time, steady time.Duration) (up time.Time, jumped bool) {
	first := w.up.IsZero()
	drift := wall.Sub(w.wall) - (steady - w.steady)
	jumped = !first && (drift > maxDrift || drift < -maxDrift)
	if first || jumped {
		w.up = wall
	}
	w.wall, w.steady = wall, steady
	return w.up, jumped
}
