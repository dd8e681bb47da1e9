//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package sqlite

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// mayNotWrite reports whether the file is read-only for this process. It does not
// open it: closing it again would drop the locks that SQLite holds on it.
func mayNotWrite(file string) bool { return denied(file, unix.W_OK) }

// mayNotRead reports whether the file cannot be read by this process, as mayNotWrite does.
func mayNotRead(file string) bool { return denied(file, unix.R_OK) }

func denied(file string, mode uint32) bool {
	err := unix.Access(file, mode)
	return errors.Is(err, unix.EROFS) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)
}

var errWouldBlock = errors.New("locked")

func tryLock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errWouldBlock
	}
	return err
}

// own gives a file, if it is there, to the owner of another: a file that root makes
// for a server has to be the server's. Others cannot and need not.
func own(name, like string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return os.Chown(name, int(owner.Uid), int(owner.Gid))
}

// SyncDir sees to it that a rename in the folder outlives a power cut.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
