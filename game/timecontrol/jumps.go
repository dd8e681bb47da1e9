package timecontrol

import "time"

// Jumps of the clock up to clockSlack are what time servers do all the time.
const clockSlack = 5 * time.Second

// Jumps watches the clock on the wall by one that only goes forward. A machine
// that slept looks like a clock that was set ahead. The zero value begins with the
// first look.
type Jumps struct {
	shown  time.Time // by the wall
	passed time.Time // by the other clock
	steady time.Time // since when they agree, by the other clock
}

// Look returns by how much the clock on the wall was set since the last look, 0 if
// it was not. passed is the other clock.
func (w *Jumps) Look(shown, passed time.Time) (jump time.Duration) {
	shown = shown.Round(0)
	if !w.shown.IsZero() {
		jump = shown.Sub(w.shown) - passed.Sub(w.passed)
	}
	w.shown, w.passed = shown, passed
	if jump.Abs() <= clockSlack && !w.steady.IsZero() {
		return 0
	}
	w.steady = passed
	return jump
}

// Steady is how long both clocks have agreed at the last look.
func (w *Jumps) Steady() time.Duration { return w.passed.Sub(w.steady) }
