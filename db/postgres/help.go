package postgres

import (
	"errors"

	"github.com/bankhalter/bankhalter/game/storage"
)

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
