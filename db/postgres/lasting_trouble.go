package postgres

import "time"

// sayAgain is how often the log hears of a trouble that lasts.
const sayAgain = time.Minute

// trouble is something that goes on failing. The log hears of its beginning, of its end
// and now and then in between, not of each failure. The zero value is none.
type trouble struct{ since, said time.Time }

// again notes a failure, and reports whether the log should hear of it.
func (t *trouble) again(now time.Time) bool {
	if t.since.IsZero() {
		t.since = now
	}
	if !t.said.IsZero() && now.Sub(t.said) < sayAgain {
		return false
	}
	t.said = now
	return true
}

// over notes that all is well, and reports whether that is new, and after how long.
func (t *trouble) over(now time.Time) (lasted time.Duration, ended bool) {
	ended = !t.since.IsZero()
	if ended {
		lasted = now.Sub(t.since).Round(time.Millisecond)
	}
	*t = trouble{}
	return lasted, ended
}
