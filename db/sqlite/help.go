package sqlite

import "errors"

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
