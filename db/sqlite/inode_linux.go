package sqlite

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// On Linux the locks of flock and those of fcntl, which SQLite uses, know
// nothing of each other.
const canLockInode = true

func tryLockInode(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// errInode explains why a file could not be locked; nil for disks that have no such locks.
func errInode(path string, err error) error {
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return otherName(path)
	case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOLCK), errors.Is(err, unix.EINVAL):
		return nil
	}
	return fmt.Errorf("lock %s: %w", path, err)
}
