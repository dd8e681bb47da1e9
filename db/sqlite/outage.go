package sqlite

import (
	"errors"
	"log/slog"
	"time"
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
	case errors.Is(err, ErrFull):
		return "make room on the disk of the database; no restart is needed"
	case errors.Is(err, ErrReadOnly):
		return "make the database file and its folder writable for this user; no restart is needed"
	case errors.Is(err, ErrGone):
		return "move the very same files back under their names, no restart is needed; if they are deleted, stop the server and restore a backup (as long as this process runs, Linux keeps what was deleted under /proc/PID/fd)"
	case errors.Is(err, ErrLocked):
		return "end the other program that holds a write lock on the database; no restart is needed"
	case errors.Is(err, ErrDamaged):
		return "stop the server, keep the damaged file, restore a backup; bankhalter check tells which games can be read"
	}
	return "look at the messages of the operating system about this disk; no restart is needed once it writes again"
}
