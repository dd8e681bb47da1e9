package timecontrol

import "time"

// maxLead is how long before its end the warning of a decision comes at the earliest.
const maxLead = 12 * hour

// Lead is how much open time is left when somebody is warned: half of what a
// single decision may take, and never more than half a day.
func (p *Control) Lead() Seconds {
	if !p.Timed() {
		return 0
	}
	return min(p.Each/2, maxLead)
}

// Warning is when a person is warned that his time runs out, false if it does
// not. It comes in open time, so that nobody is woken by it, and not before his
// time has begun to run.
func (p *Control) Warning(cal *Calendar, c *Clock, up time.Time) (time.Time, bool) {
	end, ok := p.Deadline(cal, c, up)
	if !ok {
		return time.Time{}, false
	}
	begin, _ := p.Begins(cal, c)
	if begin.Before(up) && up.Before(end) {
		begin = up // what the server did not see it cannot warn of
	}
	left := cal.Between(begin, end) - p.Lead().Duration()
	at, ok := cal.After(begin, left)
	if ok && !cal.Counts(at) { // at the end of a day that counts: rather on the next one
		if at, ok = cal.After(at, time.Second); ok {
			at = at.Add(-time.Second)
		}
	}
	return at, ok
}
