package timecontrol

import "time"

// Clock is one person's time at a table.
type Clock struct {
	Bank     Seconds   `json:"bank"`             // the rest of the reserve
	Asked    time.Time `json:"asked,omitzero"`   // since when the table waits for the player; zero: it does not
	Notified time.Time `json:"told,omitzero"`    // when they were notified of it; zero: not yet
	Missed   uint8     `json:"missed,omitempty"` // decisions in a row for which their time ran out
	Bid      bool      `json:"bid,omitempty"`    // the decision is a bid at a table with a time of its own for bids
	Given    Seconds   `json:"given,omitempty"`  // by other players, for the decision that is open
}

// Fresh is the clock of a player without a decision so far.
func (p *Control) Fresh() Clock { return Clock{Bank: p.Bank} }

// Running reports whether the table waits for this person.
func (c *Clock) Running() bool { return !c.Asked.IsZero() }

// allowed is the time for the decision that is open, and of it what comes from the reserve.
func (p *Control) allowed(c *Clock) (each, bank time.Duration) {
	each = (p.each(c) + c.Given).Duration()
	if c.Bid && p.Bid > 0 {
		return each, 0
	}
	return each, c.Bank.Duration()
}

// each is what a decision of the kind that is open may take without any reserve.
func (p *Control) each(c *Clock) Seconds {
	if c.Bid && p.Bid > 0 {
		return p.Bid
	}
	return p.Each
}

// mostGifts is how often the time for a decision can be given.
const mostGifts = 3

// Give adds the time of one more such decision to the one that is open. It reports
// false, and changes nothing, if no time runs or it was given three times.
func (p *Control) Give(c *Clock) bool {
	each := p.each(c)
	if !p.Timed() || !c.Running() || each == 0 || c.Given >= mostGifts*each {
		return false
	}
	c.Given += each
	return true
}

// Ask puts a decision before the player. notified is when they were
// notified of it, zero if they have not been. A decision that stood before is answered thereby.
func (c *Clock) Ask(at, notified time.Time) {
	c.Asked, c.Notified, c.Given = at, notified, 0
}

// MarkNotified notes that the player has been notified. A second notification changes nothing.
func (c *Clock) MarkNotified(at time.Time) {
	if c.Running() && c.Notified.IsZero() {
		c.Notified = at
	}
}

// Begins is when the time of the decision begins to run: when they were notified, and
// at the latest when the table's notice has passed, since all agreed to
// look in that often. False if nothing is asked or it never begins.
func (p *Control) Begins(cal *Calendar, c *Clock) (time.Time, bool) {
	if !c.Running() {
		return time.Time{}, false
	}
	latest, ok := cal.After(c.Asked, p.Notice.Duration())
	if c.Notified.IsZero() {
		return latest, ok
	}
	begin := c.Notified
	if begin.Before(c.Asked) {
		begin = c.Asked // the clock was set back in between
	}
	if ok && latest.Before(begin) {
		begin = latest
	}
	return begin, true
}

// Deadline is when the player's time runs out, false if it does not: there is no
// decision, no clock runs at this table, or it pauses without an end. up is
// since when the server has been there without a break; from then on they have at
// least the table's grace, and if they have not been notified, its notice before that.
func (p *Control) Deadline(cal *Calendar, c *Clock, up time.Time) (time.Time, bool) {
	if !p.Timed() {
		return time.Time{}, false
	}
	begin, ok := p.Begins(cal, c)
	if !ok {
		return time.Time{}, false
	}
	each, bank := p.allowed(c)
	end, ok := cal.After(begin, each+bank)
	if !ok {
		return time.Time{}, false
	}
	if up.After(c.Asked) {
		least := p.Grace()
		if c.Notified.IsZero() { // they could not be notified while the server was away
			least += min(p.Notice, maxTelling)
		}
		grace, ok := cal.After(up, least.Duration())
		if !ok {
			return time.Time{}, false
		}
		if grace.After(end) {
			end = grace
		}
	}
	return end, true
}

// maxTelling bounds the time a restart adds for a player who has not been notified: a
// server that is restarted every night still lets a time run out.
const maxTelling = 12 * hour

// Answer stops the clock: what the decision took beyond its own time is taken
// from the reserve, but nothing for the time before up, when the server may
// have been away. ran reports that their time ran out instead.
func (p *Control) Answer(cal *Calendar, c *Clock, at, up time.Time, ran bool) {
	if begin, ok := p.Begins(cal, c); ok && p.Timed() && !(c.Bid && p.Bid > 0) {
		if begin.Before(up) {
			begin = up
		}
		over := seconds(cal.Between(begin, at)) - p.Each - c.Given
		c.Bank = max(0, c.Bank-max(0, over))
	}
	c.Asked, c.Notified, c.Given = time.Time{}, time.Time{}, 0
	if !ran {
		c.Missed = 0
	} else if c.Missed < 255 {
		c.Missed++
	}
}

// Mend puts a clock right that lies ahead of the time because the server's was
// set back: else the table would wait until the old time comes round again.
func (c *Clock) Mend(now time.Time) {
	if c.Asked.After(now) {
		c.Asked = now
	}
	if c.Notified.After(now) {
		c.Notified = now
	}
}

// Adopt lets the clock go on under another pace: a full reserve, and the
// decision that is open begins anew for everybody who has to hear of it.
func (p *Control) Adopt(c *Clock, at time.Time) {
	c.Bank = p.Bank
	if c.Running() {
		c.Asked, c.Notified, c.Given = at, time.Time{}, 0
	}
}
