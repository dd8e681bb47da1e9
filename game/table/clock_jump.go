package table

import "time"

// Jumps of the clock up to clockSlack are what time servers do all the time.
const clockSlack = 5 * time.Second

// wall watches the clock on the wall by one that only goes forward. A machine
// that slept looks like a clock that was set ahead.
type wall struct {
	shown  time.Time // by the wall
	passed time.Time // by the other clock
	steady time.Time // since when they agree, by the other clock
}

func (w *wall) look(shown, passed time.Time) (jump time.Duration) {
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

// jumped is called when the clock on the wall was set. Timers do not hear of
// that: every clock is looked at, and strikes if its time has come.
func (s *Service) jumped(by time.Duration) {
	s.cfg.Logger.Warn("the clock jumped; logs never run backward, agreed hours go by the new time", "by", by.Round(time.Millisecond))
	s.mu.Lock()
	if by < 0 { // clocks that began later than now have to begin anew
		for _, id := range s.alarms.Keys() {
			s.alarms.Set(id, s.cfg.Now())
		}
	}
	s.armed = time.Time{}
	if !s.closed {
		s.arm()
	}
	s.mu.Unlock()
	s.busy.Go(s.ring)
}
