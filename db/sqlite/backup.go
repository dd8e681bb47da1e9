package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
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
	if err := SweepBackups(name); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	part := PartName(name)
	lock, err := beginPart(part)
	if err != nil {
		return fmt.Errorf("backup to %s: %w", name, err)
	}
	defer func() { _ = lock.Close() }()
	if _, err := from.ExecContext(ctx, "VACUUM INTO ?", "file:"+escapePath(part)); err != nil {
		return errors.Join(failure("backup to "+name, err), removePart(part))
	}
	if err := errors.Join(likeFile(part, path), settle(part, name)); err != nil {
		return errors.Join(fmt.Errorf("backup to %s: %w", name, err), removePart(part))
	}
	return nil
}

// PartName is a name, and another one each time, for a copy under this name as long as it is
// being written.
func PartName(name string) string { return name + "." + rand.Text()[:8] + partSuffix }

const partSuffix = ".part"

// beginPart makes the empty file that a copy is written into, which only its owner may
// read. It stays locked until it is closed: so it differs from the remains of a copy that
// was killed.
func beginPart(part string) (*os.File, error) {
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if !canLockInode {
		return f, f.Close()
	}
	_ = tryLockInode(f) // a disk without such locks keeps remains
	return f, nil
}

// SweepBackups removes what copies under this name have left that were killed, as far as
// the system can tell it from one that is being written.
func SweepBackups(name string) error {
	parts, _ := filepath.Glob(globbed(name) + ".????????" + partSuffix) // the pattern is sound
	for _, part := range parts {
		if err := sweepPart(part); err != nil {
			return fmt.Errorf("remove an unfinished copy: %w", err)
		}
	}
	return nil
}

func sweepPart(part string) error {
	info, err := os.Lstat(part)
	if err != nil {
		return nil //nolint:nilerr // it has come to its end meanwhile
	}
	if info.IsDir() {
		return sweepFolder(part)
	}
	if !canLockInode || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(part)
	if err != nil {
		return nil //nolint:nilerr // it is another user's
	}
	defer f.Close()
	if tryLockInode(f) != nil {
		return nil // it is being written
	}
	return errors.Join(removePart(part), removePart(part+"-journal"))
}

// PartDatabase is the name of the database in the folder of a copy that is written row by
// row: the folder has a PartName.
const PartDatabase = "bankhalter.db"

// sweepFolder removes the folder of such a copy.
func sweepFolder(part string) error {
	if _, err := os.Lstat(filepath.Join(part, PartDatabase+lockSuffix)); err != nil {
		return nil //nolint:nilerr // it is none, or one that begins
	}
	lock, err := lockDatabase(filepath.Join(part, PartDatabase))
	if err != nil {
		return nil //nolint:nilerr // it is being written
	}
	return errors.Join(lock.release(), os.RemoveAll(part))
}

// likeFile lets the same people read a file as another one.
func likeFile(name, like string) error {
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	return os.Chmod(name, info.Mode().Perm())
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
