package sqlite

import (
	"fmt"
	"os"
	"sync"
)

// inodes are the database files that this process serves. One must not be opened
// and closed again by itself: that would drop the locks of SQLite on it.
var inodes struct {
	mu   sync.Mutex
	open []os.FileInfo
}

// inodeLock keeps a second server off a database that has several names, where
// each name has a lock file of its own. It is held on the file itself, so it has
// to be taken before SQLite opens it and given back after SQLite has closed it.
type inodeLock struct {
	f    *os.File // nil where the system has no lock that leaves SQLite's alone
	info os.FileInfo
}

// lockInode locks the file at path, which is made if it is not there, or fails
// with ErrInUse. A file that this user may not open is left to SQLite, which says so.
func lockInode(path string) (*inodeLock, error) {
	inodes.mu.Lock()
	defer inodes.mu.Unlock()
	if info, err := os.Stat(path); err == nil {
		for _, other := range inodes.open {
			if os.SameFile(info, other) {
				return nil, otherName(path)
			}
		}
	}
	l := &inodeLock{}
	if canLockInode {
		f, err := os.OpenFile(path, os.O_RDONLY|os.O_CREATE, 0o600)
		if err != nil {
			return nil, nil //nolint:nilerr // SQLite meets the same and says it better
		}
		if err := tryLockInode(f); err != nil {
			f.Close()
			return nil, errInode(path, err)
		}
		if l.info, err = f.Stat(); err != nil {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		l.f = f
		inodes.open = append(inodes.open, l.info)
	}
	return l, nil
}

func otherName(path string) error {
	return fmt.Errorf("%w: %s is another name of a database that is being served; stop the other bankhalter first or give this one a file of its own", ErrInUse, path)
}

func (l *inodeLock) release() error {
	if l == nil || l.f == nil {
		return nil
	}
	inodes.mu.Lock()
	defer inodes.mu.Unlock()
	for i, other := range inodes.open {
		if os.SameFile(l.info, other) {
			inodes.open = append(inodes.open[:i], inodes.open[i+1:]...)
			break
		}
	}
	return l.f.Close()
}
