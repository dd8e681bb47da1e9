package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Restore puts a copy in the place of the database at path, as a file of its
// own, and returns under which name the file that was there is kept, or the log of
// one that is gone; "" if there was neither. The copy itself stays as it is. ErrInUse if a server has the
// database open. It appears whole or not at all: after an error the database is
// unchanged.
func Restore(ctx context.Context, copied, path string, now time.Time) (aside string, err error) {
	if path, err = place(path, false); err != nil {
		return "", err
	}
	from, err := Open(ctx, copied, Options{LookOnly: true, Readers: 1})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, from.Close()) }() //nolint:contextcheck // it was only read
	if here, e := os.Stat(path); e == nil {
		if there, e := os.Stat(from.path); e == nil && os.SameFile(here, there) {
			return "", fmt.Errorf("restore: %s is the database itself", copied)
		}
	}
	lock, err := lockDatabase(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	if _, e := os.Stat(path); e == nil { // a server may have it open under another name
		inode, err := lockInode(path)
		if err != nil {
			return "", err
		}
		defer func() { _ = inode.release() }()
	}
	part := path + ".restore.part"
	remains, _ := filepath.Glob(globbed(part) + "*") // of one that was killed; the pattern is sound
	for _, one := range remains {
		if err := removePart(one); err != nil {
			return "", fmt.Errorf("restore: %w", err)
		}
	}
	if err := from.Backup(ctx, part, false); err != nil {
		return "", err
	}
	if err := errors.Join(own(part, ownerOf(path)), syncPath(part)); err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w", err), removePart(part))
	}
	if aside, err = setAside(path, now); err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w", err), putBack(path, aside), removePart(part))
	}
	if _, e := os.Stat(aside); aside != "" && errors.Is(e, fs.ErrNotExist) {
		aside += walSuffix
	}
	return aside, SyncDir(filepath.Dir(path))
}

// putBack undoes setAside, as far as it came.
func putBack(path, aside string) (err error) {
	if aside == "" {
		return nil
	}
	for _, end := range append(logFiles(), "") {
		if e := os.Rename(aside+end, path+end); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return errors.Join(err, removePart(aside)) // of two names of one file both are left
}

// setAside keeps the files of a database under another name, which is free. The
// file itself stays under its own name too, so that there always is one. It returns ""
// if there is neither a database nor the log of one.
func setAside(path string, now time.Time) (string, error) {
	there, err := os.Stat(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if there == nil && !hasLog(path) {
		return "", nil
	}
	stem := path + ".before-restore-" + now.Format("20060102-150405")
	name := stem
	for n := 2; isKept(name); n++ {
		name = fmt.Sprintf("%s.%d", stem, n)
	}
	if there != nil {
		if err := os.Link(path, name); err != nil {
			if err := os.Rename(path, name); err != nil { // a disk without links
				return "", err
			}
		}
	}
	for _, end := range logFiles() { // of no use to the copy, and harmful
		if err := os.Rename(path+end, name+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return name, err
		}
	}
	return name, nil
}

// isKept reports whether a database or the log of one is kept under a name.
func isKept(name string) bool {
	_, err := os.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist) || hasLog(name)
}
