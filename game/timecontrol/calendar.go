package timecontrol

import "time"

// Day is a day of the civil calendar, counted from 1 January 1970.
type Day int32

// DayOf is the day at a place.
func DayOf(t time.Time, loc *time.Location) Day {
	d, _ := local(t, loc)
	return d
}

// Date is year, month and day of the month.
func (d Day) Date() (year int, month time.Month, day int) {
	return time.Unix(int64(d)*daySeconds, 0).UTC().Date()
}

// Weekday is the day of the week.
func (d Day) Weekday() time.Weekday {
	w := (int64(d) + int64(time.Thursday)) % 7
	if w < 0 {
		w += 7
	}
	return time.Weekday(w)
}

// DayFrom is the day with this date; a 30 February is 1 or 2 March.
func DayFrom(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / daySeconds)
}

const daySeconds = 24 * 60 * 60

// local is the day at a place and the second of it by the clock on the wall.
func local(t time.Time, loc *time.Location) (Day, int64) {
	_, offset := t.In(loc).Zone()
	wall := t.Unix() + int64(offset)
	d := wall / daySeconds
	if wall%daySeconds < 0 {
		d--
	}
	return Day(d), wall - d*daySeconds
}

// Span is a stretch of time; one without an end goes on.
type Span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to,omitzero"`
}

// has reports whether a moment lies in the span.
func (s *Span) has(t time.Time) bool {
	return !t.Before(s.From) && (s.To.IsZero() || t.Before(s.To))
}

// Calendar separates open time from closed time for one person at one table.
type Calendar struct {
	hours  Hours
	loc    *time.Location
	pauses []Span
	leaves []Leave
}

// NewCalendar is the calendar of a table with these hours at a place, in which
// it has paused and the person is off.
func NewCalendar(h Hours, loc *time.Location, pauses []Span, leaves []Leave) *Calendar {
	return &Calendar{hours: h, loc: loc, pauses: pauses, leaves: leaves}
}

// Counts reports whether time counts at this moment.
func (c *Calendar) Counts(t time.Time) bool {
	if c.isOpen() {
		return true
	}
	d, second := local(t, c.loc)
	if c.hours.Closed.Has(d.Weekday()) || c.hours.quiet(second) {
		return false
	}
	for i := range c.pauses {
		if c.pauses[i].has(t) {
			return false
		}
	}
	for i := range c.leaves {
		if l := &c.leaves[i]; l.From <= d && d <= l.To && !t.Before(l.Asked) {
			return false
		}
	}
	return true
}

// Opens is the first moment from t on at which time counts; false if there is none for
// a long time.
func (c *Calendar) Opens(t time.Time) (time.Time, bool) {
	for at := t; at.Sub(t) < horizon; at = c.change(at) {
		if c.Counts(at) {
			return at, true
		}
	}
	return time.Time{}, false
}

// change is the next moment after t at which Counts may tell something else.
// Within one offset from UTC the clock on the wall runs evenly, so everything
// that is said in its terms can be added up; where the offset changes is such
// a moment itself.
func (c *Calendar) change(t time.Time) time.Time {
	_, second := local(t, c.loc)
	until := int64(daySeconds)
	for _, m := range [2]Minute{c.hours.QuietFrom, c.hours.QuietTo} {
		if at := int64(m) * 60; at > second {
			until = min(until, at)
		}
	}
	next := time.Unix(t.Unix()+until-second, 0).UTC()
	sooner := func(at time.Time) {
		if at.After(t) && at.Before(next) {
			next = at
		}
	}
	_, end := t.In(c.loc).ZoneBounds()
	sooner(end)
	for i := range c.pauses {
		sooner(c.pauses[i].From)
		sooner(c.pauses[i].To)
	}
	for i := range c.leaves {
		sooner(c.leaves[i].Asked)
	}
	return next
}

// isOpen reports whether all time counts, so that nothing has to be looked for.
func (c *Calendar) isOpen() bool {
	return c.hours.Closed == 0 && c.hours.QuietFrom == c.hours.QuietTo && len(c.pauses) == 0 && len(c.leaves) == 0
}

// Between is the open time from one moment to another, none if that is earlier.
func (c *Calendar) Between(from, to time.Time) time.Duration {
	if c.isOpen() {
		return max(0, to.Sub(from))
	}
	var sum time.Duration
	for from.Before(to) {
		next := c.change(from)
		if next.After(to) {
			next = to
		}
		if c.Counts(from) {
			sum += next.Sub(from)
		}
		from = next
	}
	return sum
}

// horizon is how far ahead anything is reckoned.
const horizon = 3 * 366 * 24 * time.Hour

// After is the first moment at which d of open time has passed since from;
// false if that never comes, as in a pause without an end.
func (c *Calendar) After(from time.Time, d time.Duration) (time.Time, bool) {
	if d <= 0 || d < horizon && c.isOpen() {
		return from.Add(max(0, d)), true
	}
	for at := from; at.Sub(from) < horizon; {
		next := c.change(at)
		if c.Counts(at) {
			if step := next.Sub(at); step >= d {
				return at.Add(d), true
			} else {
				d -= step
			}
		}
		at = next
	}
	return time.Time{}, false
}
