package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// mayNotWrite is not known here before it is tried.
func mayNotWrite(string) bool { return false }

// mayNotRead is not known here either.
func mayNotRead(string) bool { return false }

var errWouldBlock = errors.New("locked")

// tryLock locks a byte far behind the number of the process, so that others can read it.
func tryLock(f *os.File) error {
	at := windows.Overlapped{OffsetHigh: 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errWouldBlock
	}
	return err
}

// own changes nothing: files take after their folder here.
func own(string, string) error { return nil }

// SyncDir does nothing: Windows has no sync of folders and needs none.
func SyncDir(string) error { return nil }
