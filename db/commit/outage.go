package commit

import (
	"log/slog"
	"time"
)

// sayAgain is how often a lasting outage is logged.
const sayAgain = time.Minute

// Outage is a time in which commits fail. The log hears of its beginning, of
// its end and now and then in between, not of each write. The zero value is none.
type Outage struct {
	since  time.Time // zero: none
	said   time.Time
	cause  string
	writes int // that failed in it
}

// Note takes how a commit of n writes went. Help suggests to the operator, in one
// sentence, a remedy for an error.
func (o *Outage) Note(log *slog.Logger, n int, err error, help func(error) string) {
	now := time.Now()
	if err == nil {
		if !o.since.IsZero() {
			log.Info("writing works again", "after", now.Sub(o.since).Round(time.Millisecond), "refused_writes", o.writes)
		}
		*o = Outage{}
		return
	}
	if o.since.IsZero() {
		o.since = now
	}
	o.writes += n
	cause := err.Error()
	if cause == o.cause && now.Sub(o.said) < sayAgain {
		return
	}
	o.said, o.cause = now, cause
	log.Error("moves cannot be stored; players are asked to try again", "since", o.since, "refused_writes", o.writes, "err", err, "help", help(err))
}
