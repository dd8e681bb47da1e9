package notice

import "time"

// How soon players are notified.
const (
	QuietFor = time.Minute     // a message goes out after this long without news
	Longest  = 5 * time.Minute // continual news goes out after this all the same
	MostADay = 60              // messages on one channel
	apart    = time.Minute     // between two messages on one channel about the same
)

const day = 24 * time.Hour

// Collapse returns when to send news that began at since and came again
// at now: after a quiet minute.
func Collapse(since, now time.Time) time.Time {
	due := now.Add(QuietFor)
	if last := since.Add(Longest); last.Before(due) && !last.Before(now) {
		return last
	}
	return due
}

// Due is when a notice that has come up may go out on a channel: on one for
// every day it is collected until the hour.
func (c *Channel) Due(w *Preferences, k Kind, now time.Time) time.Time {
	due := c.Earliest(w, k, now)
	if c.When == Daily && k != Remind {
		if at := hourAfter(w.Hour, w.Location(), now); at.After(due) {
			due = at
		}
	}
	return due
}

// Earliest is from when on the owner's choice and the limits let a message
// about this go out, now or later. What is noted of a later time than now was written by
// a clock that has been set back since, and holds nothing up.
func (c *Channel) Earliest(w *Preferences, k Kind, now time.Time) time.Time {
	due := now
	later := func(t time.Time) {
		if t.After(due) {
			due = t
		}
	}
	if !c.SentAt.IsZero() && !c.SentAt.After(now.Add(apart)) {
		loc := w.Location()
		switch {
		case k == Remind || c.When == Once:
			later(c.SentAt.Add(apart))
		case c.When == Hourly:
			later(c.SentAt.Add(time.Hour))
		case !hourAfter(w.Hour, loc, c.SentAt).Before(hourAfter(w.Hour, loc, now)): // sent since the last hour
			later(hourAfter(w.Hour, loc, now))
		}
	}
	if !c.FailedAt.After(now.Add(apart)) {
		later(c.RetryAt)
	}
	if c.Day == dayOf(due) && c.Sent >= MostADay {
		later(time.Unix(int64(c.Day+1)*int64(day/time.Second), 0).UTC())
	}
	return due
}

// AfterQuiet is the moment itself, or the end of the quiet hours in which it lies.
func (c *Channel) AfterQuiet(at time.Time, loc *time.Location) time.Time {
	hour, quiet := at.In(loc).Hour(), false
	switch {
	case c.QuietFrom < c.QuietTo:
		quiet = c.QuietFrom <= hour && hour < c.QuietTo
	case c.QuietFrom > c.QuietTo:
		quiet = c.QuietFrom <= hour || hour < c.QuietTo
	}
	if !quiet {
		return at
	}
	return hourAfter(c.QuietTo, loc, at)
}

// hourAfter is the next full hour of that number after now. Where the clock
// leaps over it, it is the hour that comes instead.
func hourAfter(hour int, loc *time.Location, now time.Time) time.Time {
	y, m, d := now.In(loc).Date()
	for i := 0; ; i++ {
		at := time.Date(y, m, d+i, hour, 0, 0, 0, loc)
		if at.Hour() != hour { // before the leap or after it: time.Date promises neither
			at = time.Date(y, m, d+i, hour+1, 0, 0, 0, loc)
		}
		if at.After(now) {
			return at.UTC()
		}
	}
}

func dayOf(t time.Time) int { return int(t.Unix() / int64(day/time.Second)) }

// Delivered notes a message that has gone out. A reminder between two daily
// messages does not count as one of them.
func (c *Channel) Delivered(k Kind, now time.Time) {
	if d := dayOf(now); d != c.Day {
		c.Day, c.Sent = d, 0
	}
	c.Sent++
	if k != Remind || c.When != Daily {
		c.SentAt = now
	}
	c.Failures, c.RetryAt, c.Error, c.FailedAt = 0, time.Time{}, "", time.Time{}
}

// pauses are the waits after failures in a row. Together they are more than a day.
func pauses() []time.Duration {
	return []time.Duration{
		time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour, 12 * time.Hour,
	}
}

// Failed notes that a message could not be delivered. Spread, from 0 to 1,
// keeps channels that failed together from being tried together.
func (c *Channel) Failed(why string, now time.Time, spread float64) {
	c.Error, c.FailedAt = why, now
	list := pauses()
	if c.Failures >= len(list) {
		c.State, c.RetryAt = Dead, time.Time{}
		return
	}
	wait := list[c.Failures]
	c.Failures++
	c.RetryAt = now.Add(wait + time.Duration(spread*float64(wait)/8))
}

// NotBefore puts off the next attempt of a channel that has failed until then, as the
// receiver asks.
func (c *Channel) NotBefore(at time.Time) {
	if c.State != Dead && at.After(c.RetryAt) {
		c.RetryAt = at
	}
}

// Stalled notes that nothing can be delivered on this way now, which is not the
// fault of the channel: it waits, and is not given up.
func (c *Channel) Stalled(why string, now time.Time, spread float64) {
	const wait = 5 * time.Minute
	c.Error, c.FailedAt = why, now
	c.RetryAt = now.Add(wait + time.Duration(spread*float64(wait)/2))
}

// Gone notes that the channel does not exist any more.
func (c *Channel) Gone(why string, now time.Time) {
	c.State, c.Error, c.FailedAt, c.RetryAt = Dead, why, now, time.Time{}
}
