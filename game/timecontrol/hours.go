package timecontrol

import (
	"path"
	"time"
)

// Minute is a minute of the local day, 0 to 1439.
type Minute int16

const dayMinutes = 24 * 60

// Weekdays is a set of days of the week, bit n for time.Weekday n.
type Weekdays uint8

// Weekend is Saturday and Sunday.
const Weekend = Weekdays(1<<time.Saturday | 1<<time.Sunday)

// Has reports whether the day is in the set.
func (w Weekdays) Has(d time.Weekday) bool { return w>>uint(d)&1 == 1 }

// Hours says which hours of the week do not count at a table.
type Hours struct {
	Zone      string   `json:"zone,omitempty"`       // name in the IANA data base; UTC if empty
	QuietFrom Minute   `json:"quiet_from,omitempty"` // first minute that does not count
	QuietTo   Minute   `json:"quiet_to,omitempty"`   // first one that counts again; the same: no quiet hours
	Closed    Weekdays `json:"closed,omitempty"`
}

// Location reads the time zone; ErrZone if there is none of that name.
func (h *Hours) Location() (*time.Location, error) {
	if h.Zone == "" {
		return time.UTC, nil
	}
	if h.Zone == "Local" || path.Clean(h.Zone) != h.Zone { // another spelling is a file of this machine alone
		return nil, ErrZone
	}
	loc, err := time.LoadLocation(h.Zone)
	if err != nil {
		return nil, ErrZone
	}
	return loc, nil
}

// check wants an hour of the day and a day of the week to be left.
func (h *Hours) check() error {
	if _, err := h.Location(); err != nil {
		return err
	}
	if h.QuietFrom < 0 || h.QuietFrom >= dayMinutes || h.QuietTo < 0 || h.QuietTo >= dayMinutes {
		return ErrQuiet
	}
	if quiet := (h.QuietTo - h.QuietFrom + dayMinutes) % dayMinutes; quiet > dayMinutes-60 {
		return ErrQuiet
	}
	if h.Closed >= 1<<7-1 {
		return ErrDays
	}
	return nil
}

// Longest is how long an amount of open time can take by the calendar, where no clock is
// changed in between.
func (h *Hours) Longest(open Seconds) time.Duration {
	c := NewCalendar(*h, time.UTC, nil, nil)
	longest, week := open.Duration(), time.Unix(0, 0)
	for at := week; at.Sub(week) < 7*24*time.Hour; at = c.change(at) {
		if end, ok := c.After(at, open.Duration()); ok {
			longest = max(longest, end.Sub(at))
		}
	}
	return longest
}

// quiet reports whether a second of the local day lies in the quiet hours.
func (h *Hours) quiet(second int64) bool {
	from, to := int64(h.QuietFrom)*60, int64(h.QuietTo)*60
	switch {
	case from == to:
		return false
	case from < to:
		return from <= second && second < to
	default:
		return second >= from || second < to
	}
}
