package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// Backup writes a compact, sound copy of the database as it is now, while
// others read and write. The copy appears under its name only when it is whole
// and on disk. An existing file is kept unless replace is set.
func (d *DB) Backup(ctx context.Context, name string, replace bool) error {
	return backup(ctx, d.spare, d.path, name, replace)
}

func backup(ctx context.Context, from *sql.DB, path, name string, replace bool) error {
	name, err := filepath.Abs(name)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if err := checkTarget(path, name, replace); err != nil {
		return err
	}
	if _, err := os.Lstat(name + shmSuffix); err == nil { // the file that is replaced is served, or was
		lock, err := lockDatabase(name)
		if err != nil {
			return fmt.Errorf("backup: %w", err)
		}
		defer func() { _ = lock.release() }()
	}
	part := name + "." + rand.Text()[:8] + ".part"
	if _, err := from.ExecContext(ctx, "VACUUM INTO ?", "file:"+escapePath(part)+"?modeof="+plusToSpace(url.QueryEscape(path))); err != nil {
		return errors.Join(failure("backup to "+name, err), removePart(part))
	}
	if err := settle(part, name); err != nil {
		return errors.Join(fmt.Errorf("backup to %s: %w", name, err), removePart(part))
	}
	return nil
}

// CheckBackup is the error of a backup under this name that would be refused,
// for those who want to know before they begin.
func CheckBackup(name string, replace bool) error { return checkTarget("", name, replace) }

func checkTarget(path, name string, replace bool) error {
	there, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if hasLog(name) {
			return fmt.Errorf("backup: beside %s lies the log of a database that is gone, %[1]s%s; move it away or choose another name", name, walSuffix)
		}
		return checkFolder(filepath.Dir(name))
	}
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	if there.IsDir() {
		return fmt.Errorf("backup: %s is a folder; name a file in it", name)
	}
	if !there.Mode().IsRegular() {
		return fmt.Errorf("backup: %s is a device or a pipe; name a file", name)
	}
	if here, err := os.Stat(path); err == nil && os.SameFile(here, there) {
		return fmt.Errorf("backup: %s is the database itself", name)
	}
	if !replace {
		return fmt.Errorf("backup: %s exists already", name)
	}
	return nil
}

// checkFolder is the error of a folder in which no file can be made. SQLite would call the
// database read-only.
func checkFolder(dir string) error {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("backup: the folder %s does not exist", dir)
	}
	f, err := os.CreateTemp(dir, ".bankhalter-*.part")
	if err != nil {
		return fmt.Errorf("backup: no file can be written into the folder %s: %w", dir, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// settle puts the finished copy on disk and under its name. What belonged to a file
// that was there goes first: SQLite would write its log into the copy.
func settle(part, name string) error {
	if err := syncPath(part); err != nil {
		return err
	}
	for _, end := range logFiles() {
		if err := removePart(name + end); err != nil {
			return err
		}
	}
	if err := os.Rename(part, name); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(name))
}

func syncPath(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrPermission) {
		f, err = os.Open(name) // the copy of a read-only file
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func removePart(part string) error {
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
