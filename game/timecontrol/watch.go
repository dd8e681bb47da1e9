package timecontrol

import "time"

// clockSlack is by how much time servers move a clock all the time.
const clockSlack = 5 * time.Second

// Watch compares the clock on the wall with a steady one, which nobody can set, to
// notice that the server's clock was set or that the machine slept, which looks like
// a clock that was set ahead. It begins with the first look.
type Watch struct {
	Slack time.Duration // by how much they may differ between two looks; 0: as much as time servers do

	wall   time.Time
	steady time.Duration
	up     time.Time     // since when they agree, by the wall
	agreed time.Duration // the same by the steady clock
}

// Look returns by how much the clock on the wall was set since the last look, 0 if it
// was not. steady is the time that has passed since any fixed moment.
func (w *Watch) Look(wall time.Time, steady time.Duration) (jump time.Duration) {
	wall = wall.Round(0) // without the monotonic reading, which is not set with the clock
	first := w.up.IsZero()
	if !first {
		jump = wall.Sub(w.wall) - (steady - w.steady)
	}
	w.wall, w.steady = wall, steady
	slack := w.Slack
	if slack == 0 {
		slack = clockSlack
	}
	if !first && jump.Abs() <= slack {
		return 0
	}
	w.up, w.agreed = wall, steady
	return jump
}

// Up is since when, by the clock on the wall, the server has been there without a break.
func (w *Watch) Up() time.Time { return w.up }

// Agreed is how long both clocks have agreed at the last look.
func (w *Watch) Agreed() time.Duration { return w.steady - w.agreed }
