package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// Faults of the database as a whole. They come wrapped in
// storage.ErrFailed.
var (
	ErrFull     = storage.ErrDiskFull
	ErrReadOnly = storage.ErrReadOnly
	ErrLocked   = storage.ErrLocked
	ErrDamaged  = storage.ErrCorrupt
	ErrIO       = errors.New("the disk reports an error")
)

// ErrUnusable says that there is no database of this program in a file, or that there can
// be none at a path.
var ErrUnusable = errors.New("no database of Bankhalter")

// unusable is the sentence about such a file.
type unusable string

// Error is the sentence.
func (u unusable) Error() string { return string(u) }

// Is reports whether the error is looked for by its kind.
func (unusable) Is(target error) bool { return target == ErrUnusable }

// code is SQLite's primary result code, 0 if err is none of its errors.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// failure is the function of this name; it remembers that the file is damaged.
func (d *DB) failure(doing string, err error) error {
	if err == nil {
		return nil
	}
	err = failure(doing, named(d.path, err))
	if errors.Is(err, ErrDamaged) && !d.damaged.Swap(true) {
		d.opt.Logger.Error("the database file is damaged; stop the server, keep the file and restore a backup", "file", d.path, "doing", doing, "err", err)
	}
	return err
}

// failure turns an error of SQLite into one that the table knows.
func failure(doing string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return storage.ErrNotFound
	}
	if errors.Is(err, storage.ErrFailed) {
		return err
	}
	switch cause := kind(err); {
	case taken(err):
		return fmt.Errorf("%w: %s: %w", storage.ErrConflict, doing, err)
	case code(err) == sqlite3.SQLITE_CONSTRAINT:
		return fmt.Errorf("%w: %s: %w", table.ErrInternal, doing, err)
	case cause != nil:
		return fmt.Errorf("%w: %s: %w: %w", storage.ErrFailed, doing, cause, err)
	case code(err) != 0, errors.Is(err, sql.ErrConnDone):
		return fmt.Errorf("%w: %s: %w", storage.ErrFailed, doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// taken reports whether a write failed because something is there already that
// excludes it, or not there any more that it needs. Other constraints guard
// against faults of this program.
func taken(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return false
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return true
	}
	return false
}

// kind names the fault of the database, nil if there is none.
func kind(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return ErrReadOnly
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return ErrLocked
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return ErrDamaged
	case sqlite3.SQLITE_IOERR:
		return ErrIO
	}
	return nil
}

// alone reports whether an error concerns only the write that met it, so that
// the others of its batch can go on.
func alone(err error) bool {
	c := code(err)
	return c == 0 || c == sqlite3.SQLITE_CONSTRAINT || c == sqlite3.SQLITE_MISMATCH || c == sqlite3.SQLITE_TOOBIG
}

// openFailure suggests a remedy to the operator for a file that does not open.
func openFailure(path string, err error) error {
	switch code(err) {
	case sqlite3.SQLITE_NOTADB:
		return unusable(path + " is not a database of Bankhalter; name another file")
	case sqlite3.SQLITE_CORRUPT:
		return fmt.Errorf("%s is damaged; restore a backup: %w", path, err)
	case sqlite3.SQLITE_CANTOPEN:
		if mayNotRead(path) {
			return fmt.Errorf("%s cannot be read by this user: %w", path, err)
		}
		return fmt.Errorf("%s cannot be opened; may this user read and write it and its folder? %w", path, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s is read-only for this user; it and its folder have to be writable: %w", path, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s is locked by another program: %w", path, err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk that holds %s is full: %w", path, err)
	}
	return fmt.Errorf("open %s: %w", path, err)
}

// named distinguishes SQLite's errors of the disk: files that were made
// read-only while they are open fail like broken ones.
func named(path string, err error) error {
	if code(err) != sqlite3.SQLITE_IOERR {
		return err
	}
	if slices.ContainsFunc([]string{path, path + "-wal"}, mayNotWrite) {
		return fmt.Errorf("%w: %w: %w", storage.ErrFailed, ErrReadOnly, err)
	}
	return err
}
