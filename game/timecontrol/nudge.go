package timecontrol

import "time"

// Bounds of how long a player is left alone with a decision before the others may
// nudge them, and of how long "I am thinking" keeps them from it.
const (
	minNudge = 30 * time.Second
	maxNudge = 12 * time.Hour
	minThink = 5 * time.Minute
	maxThink = 24 * time.Hour

	openNudge = time.Hour // where no time runs
)

// NudgeAfter is when a player who has been asked since a moment may be nudged: after a
// quarter of the time of a decision, in the hours that count for them. False if
// that never comes.
func (p *Control) NudgeAfter(cal *Calendar, asked time.Time) (time.Time, bool) {
	wait := openNudge
	if p.Timed() {
		wait = min(max(p.Each.Duration()/4, minNudge), maxNudge)
	}
	return cal.After(asked, wait)
}

// ThinksFor is how long the others know that a player is thinking: half the time of a
// decision, and a day where no time runs.
func (p *Control) ThinksFor() time.Duration {
	if !p.Timed() {
		return maxThink
	}
	return min(max(p.Each.Duration()/2, minThink), maxThink)
}

// Nudge notes that a seat has been nudged about a decision. It reports false, and
// changes nothing, if it has been already.
func (t *SeatTime) Nudge(decision uint32, at time.Time) bool {
	if t.Nudged == decision {
		return false
	}
	t.Nudged, t.NudgedAt = decision, at
	return true
}

// NudgedAbout is when the seat was nudged about a decision, zero if it was not.
func (t *SeatTime) NudgedAbout(decision uint32) time.Time {
	if decision == 0 || t.Nudged != decision {
		return time.Time{}
	}
	return t.NudgedAt
}

// Think notes that the player of a seat says that they are thinking about a decision.
// It is a sign of life: what they have missed before is forgotten. Their clock runs on
// as it did. Saying it again changes nothing.
func (t *SeatTime) Think(decision uint32, until time.Time) {
	t.Missed = 0
	if t.Thinks != decision {
		t.Thinks, t.ThinksUntil = decision, until
	}
}

// Thinking is until when a seat is known to be thinking about a decision, zero if it
// is not.
func (t *SeatTime) Thinking(decision uint32, now time.Time) time.Time {
	if decision == 0 || t.Thinks != decision || !now.Before(t.ThinksUntil) {
		return time.Time{}
	}
	return t.ThinksUntil
}
