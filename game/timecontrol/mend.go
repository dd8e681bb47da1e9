package timecontrol

import (
	"slices"
	"time"
)

// Off reports whether the times of the table have to be mended: the server's clock was
// set, or the server was away.
func (x Clocks) Off(now time.Time) bool {
	t, late := x.State, now.Add(clockSlack)
	if t.Seen.After(late) || slices.ContainsFunc(t.Pauses, func(p Span) bool { return p.From.After(late) }) {
		return true
	}
	for i := range t.Motions {
		if m := &t.Motions[i]; m.At.After(late) || m.Ends.Before(x.voteLasts(m)) {
			return true
		}
	}
	for i := range t.Seats {
		c := &t.Seats[i]
		if c.Asked.After(late) || c.Notified.After(late) || c.ThinksUntil.After(late.Add(maxThink)) ||
			slices.ContainsFunc(c.Leaves, func(l Leave) bool { return l.Asked.After(late) }) {
			return true
		}
	}
	return false
}

// Mend puts the times of the table right. What lies ahead of the time because the
// server's clock was set back begins now: else the table would wait until the old time
// comes round again. A pause that lasted goes on, one that was over stays over. A vote
// that ended while nobody could reach the server goes on for a while.
func (x Clocks) Mend(now time.Time) {
	t := x.State
	t.mendPauses(now)
	if t.Seen.After(now) {
		t.Seen = now
	}
	for i := range t.Motions {
		m := &t.Motions[i]
		if by := m.At.Sub(now); by > 0 {
			m.At, m.Ends = now, m.Ends.Add(-by)
		}
		if least := x.voteLasts(m); m.Ends.Before(least) {
			m.Ends = least
		}
	}
	for i := range t.Seats {
		c := &t.Seats[i]
		c.Mend(now)
		if latest := now.Add(maxThink); c.ThinksUntil.After(latest) {
			c.ThinksUntil = latest
		}
		c.Leaves = slices.Clone(c.Leaves)
		for k := range c.Leaves {
			if l := &c.Leaves[k]; l.Asked.After(now) {
				l.Asked = now
			}
		}
	}
}

// mendPauses does so for the pauses. One is over if somebody did anything after its end.
func (t *State) mendPauses(now time.Time) {
	over := func(p Span) bool { return p.To.After(now) && !p.To.After(t.Seen.Add(clockSlack)) }
	t.Pauses = slices.DeleteFunc(t.Pauses, func(p Span) bool { return over(p) && p.From.After(now) })
	for i := range t.Pauses {
		switch p := &t.Pauses[i]; {
		case over(*p):
			p.To = now
		case p.From.After(now):
			p.From = now
		}
	}
}

// openGrace is what is left of a vote at a table without clocks after the server was away.
const openGrace = 4 * time.Hour

// voteLasts is until when a vote lasts at least because the server was away, or its
// clock was set, while it ran: zero if neither. A vote on a pause ends with the pause.
func (x Clocks) voteLasts(m *Motion) time.Time {
	if !x.Up.After(m.At) {
		return time.Time{}
	}
	least := x.Up.Add(openGrace)
	if x.Control.Timed() {
		at, ok := NewCalendar(x.Control.Hours, x.Zone, nil, nil).After(x.Up, x.Control.Grace().Duration())
		if !ok {
			return time.Time{}
		}
		least = at
	}
	if m.What == Halt && m.Until.Before(least) {
		return m.Until
	}
	return least
}
