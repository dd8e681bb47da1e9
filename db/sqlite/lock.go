package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrInUse says that another process has the database open for writing.
var ErrInUse = errors.New("database is in use")

const lockSuffix = ".lock"

// fileLock keeps a second server off the same database. It is held on a file of
// its own beside the database: opening and closing the database file itself
// would drop the locks that SQLite holds on it. The operating system lets go
// of it when the process ends, however it ends; the file stays behind.
type fileLock struct {
	f    *os.File
	made bool // the file was not there before
}

// lockDatabase takes the lock of the database at path, or fails with ErrInUse.
func lockDatabase(path string) (*fileLock, error) {
	name := path + lockSuffix
	_, missing := os.Lstat(name)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil && mayNotWrite(filepath.Dir(path)) {
		return nil, fmt.Errorf("%s is read-only for this user; the database and its folder have to be writable: %w", filepath.Dir(path), err)
	}
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	if err := own(name, ownerOf(path)); err != nil {
		f.Close()
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	if err := tryLock(f); err != nil {
		who := holder(f)
		f.Close()
		if errors.Is(err, errWouldBlock) {
			return nil, fmt.Errorf("%w: %s is being served by another bankhalter%s; stop that one first or give this one a file of its own",
				ErrInUse, path, who)
		}
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	if err := f.Truncate(0); err == nil {
		_, _ = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0) // only for people to read
	}
	return &fileLock{f, missing != nil}, nil
}

// Served reports whether a process has the database open for writing, as far as this
// user may see its lock. A database that this process itself writes is served too.
func (d *DB) Served() bool {
	f, err := os.OpenFile(d.path+lockSuffix, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close() // which gives the lock back
	return errors.Is(tryLock(f), errWouldBlock)
}

// ownerOf is the file whose owner those beside the database belong to: the database, or its
// folder as long as there is none.
func ownerOf(path string) string {
	if _, err := os.Stat(path); err != nil {
		return filepath.Dir(path)
	}
	return path
}

// holder reads which process wrote its number into the lock file.
func holder(f *os.File) string {
	buf := make([]byte, 16)
	n, _ := f.ReadAt(buf, 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(buf[:n])))
	if err != nil {
		return ""
	}
	return fmt.Sprintf(" (process %d)", pid)
}

// discard releases the lock of a file that turned out to hold no database, and removes its
// own file if it has made that.
func (l *fileLock) discard() error {
	if l != nil && l.made {
		_ = os.Remove(l.f.Name()) // Windows removes no file that is open
	}
	return l.release()
}

func (l *fileLock) release() error {
	if l == nil {
		return nil
	}
	return l.f.Close()
}
