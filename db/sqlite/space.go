package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Space is how much room the database takes and has, in bytes.
type Space struct {
	File int64  // the database itself
	Log  int64  // the write-ahead log beside it
	Free uint64 // left on the disk for this user
	Disk uint64 // size of the disk; 0 if this system does not report it
}

// Space measures. It opens nothing: closing the file again would drop SQLite's locks.
func (d *DB) Space() (Space, error) {
	var s Space
	info, err := os.Stat(d.path)
	if err != nil {
		return s, fmt.Errorf("measure database: %w", err)
	}
	s.File = info.Size()
	switch info, err = os.Stat(d.path + "-wal"); {
	case err == nil:
		s.Log = info.Size()
	case !errors.Is(err, fs.ErrNotExist):
		return s, fmt.Errorf("measure database: %w", err)
	}
	if s.Free, s.Disk, err = room(filepath.Dir(d.path)); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return s, fmt.Errorf("measure disk: %w", err)
	}
	return s, nil
}
