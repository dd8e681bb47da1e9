package postgres

import (
	"errors"
	"log/slog"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// sayAgain is how often a lasting outage is logged.
const sayAgain = time.Minute

// outage is a time in which commits fail. The log hears of its beginning, of
// its end and now and then in between, not of each write.
type outage struct {
	since  time.Time // zero: none
	said   time.Time
	cause  string
	writes int // that failed in it
}

// note takes how a commit of n writes went.
func (o *outage) note(log *slog.Logger, n int, err error) {
	now := time.Now()
	if err == nil {
		if !o.since.IsZero() {
			log.Info("writing works again", "after", now.Sub(o.since).Round(time.Millisecond), "refused_writes", o.writes)
		}
		*o = outage{}
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

// help suggests to the operator, in one sentence, a remedy for a failure of storage.
func help(err error) string {
	switch {
	case errors.Is(err, storage.ErrDiskFull):
		return "make room on the disk of PostgreSQL; no restart is needed"
	case errors.Is(err, storage.ErrReadOnly):
		return "this PostgreSQL takes no writes, it may be a standby; name all hosts in --db and add target_session_attrs=read-write"
	case errors.Is(err, ErrAway):
		return "look whether PostgreSQL runs and can be reached from here; no restart is needed"
	}
	return "look at the log of PostgreSQL; no restart is needed once it writes again"
}
