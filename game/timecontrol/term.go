package timecontrol

import "time"

// Terms: how long a running table lasts of which nobody gives a sign of life.
const (
	openTerm           = 60 * day
	liveTerm           = 7 * day
	eveningTerm        = 14 * day
	correspondenceTerm = 30 * day

	// termGrace is what is left of it at least when the server has been away or
	// its clock was set: nobody could give a sign.
	termGrace = 12 * hour
)

// Term is how long a table of this pace goes on although none of its people
// does anything.
func (p *Control) Term() Seconds {
	switch p.Kind {
	case Live:
		return liveTerm
	case Evening:
		return eveningTerm
	case Correspondence:
		return correspondenceTerm
	default:
		return openTerm
	}
}

// Closes is when the table is closed if nobody does anything until then. seen
// is the last sign of life; pauses and days off that have been agreed upon put
// it off, and up, since when the server has been there, does so for those who
// found nobody to tell.
func (p *Control) Closes(loc *time.Location, seen time.Time, pauses []Span, leaves [][]Leave, up time.Time) time.Time {
	term := p.Term().Duration()
	from := seen
	for changed := true; changed; {
		changed = false
		later := func(begin, end time.Time) {
			if end.After(from) && begin.Before(from.Add(term)) {
				from, changed = end, true
			}
		}
		for i := range pauses {
			later(pauses[i].From, pauses[i].To)
		}
		for _, list := range leaves {
			for i := range list {
				later(startOf(list[i].From, loc), startOf(list[i].To+1, loc))
			}
		}
	}
	at := from.Add(term)
	if least := up.Add(termGrace.Duration()); at.Before(least) && up.After(seen) {
		at = least
	}
	return at
}

// startOf is the first moment of a day at a place, which is not midnight where a clock leaps
// over it, and the first of two where it is put back over it. time.Date promises neither.
func startOf(d Day, loc *time.Location) time.Time {
	midnight := time.Unix(int64(d)*daySeconds, 0) // in UTC; no place is further than 15 hours from it
	for t := midnight.Add(-15 * time.Hour); ; {
		here := t.In(loc)
		_, offset := here.Zone()
		_, change := here.ZoneBounds()
		at := midnight.Add(-time.Duration(offset) * time.Second).In(loc)
		if at.Before(t) { // leapt over
			at = here
		}
		if change.IsZero() || at.Before(change) {
			return at
		}
		t = change
	}
}

// Ends is the first moment after the days off at a place.
func (l *Leave) Ends(loc *time.Location) time.Time { return startOf(l.To+1, loc) }
