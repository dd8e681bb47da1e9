//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
	"errors"

	"golang.org/x/sys/unix"
)

// mayNotWrite tells whether the file is read-only for this process. It does not
// open it: closing it again would drop the locks that SQLite holds on it.
func mayNotWrite(file string) bool {
	err := unix.Access(file, unix.W_OK)
	return errors.Is(err, unix.EROFS) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)
}
