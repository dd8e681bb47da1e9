package timecontrol

import (
	"fmt"
	"strings"
	"time"
)

// weekdayNames are short names of the days of the week, by time.Weekday.
func weekdayNames() [7]string { return [7]string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"} }

// Names lists the days of the set, Monday first.
func (w Weekdays) Names() []string {
	names := []string{}
	for i := range 7 {
		if d := time.Weekday((i + 1) % 7); w.Has(d) {
			names = append(names, weekdayNames()[d])
		}
	}
	return names
}

// ParseWeekdays reads names as Names writes them; ErrDayName for any other.
func ParseWeekdays(names []string) (Weekdays, error) {
	var w Weekdays
next:
	for _, name := range names {
		for d, known := range weekdayNames() {
			if strings.EqualFold(strings.TrimSpace(name), known) {
				w |= 1 << d
				continue next
			}
		}
		return 0, ErrDayName
	}
	return w, nil
}

// String is the minute as a clock shows it: 07:30.
func (m Minute) String() string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }

// ParseMinute reads a time of day such as 07:30; ErrClock if it is none.
func ParseMinute(s string) (Minute, error) {
	t, err := time.Parse("15:04", strings.TrimSpace(s))
	if err != nil {
		return 0, ErrClock
	}
	return Minute(t.Hour()*60 + t.Minute()), nil
}

// Next is the next moment after now at which a clock of the place shows m, or leaps over it.
func (m Minute) Next(now time.Time, loc *time.Location) time.Time {
	for t := now; ; {
		_, second := local(t, loc)
		at := time.Unix(t.Unix()+int64(m)*60-second, 0).In(loc)
		if at.Before(t) || !at.After(now) {
			at = at.Add(daySeconds * time.Second)
		}
		here := t.In(loc)
		_, before := here.Zone()
		_, change := here.ZoneBounds()
		if change.IsZero() || at.Before(change) {
			return at
		}
		_, after := change.In(loc).Zone()
		if at.Before(change.Add(time.Duration(after-before) * time.Second)) {
			return change.In(loc)
		}
		t = change
	}
}

// String is the day as 2006-01-02.
func (d Day) String() string {
	y, m, dd := d.Date()
	return fmt.Sprintf("%04d-%02d-%02d", y, m, dd)
}

// ParseDay reads a day as String writes it; ErrLeaveOrder if it is none.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, strings.TrimSpace(s))
	if err != nil {
		return 0, ErrLeaveOrder
	}
	return DayFrom(t.Year(), t.Month(), t.Day()), nil
}
