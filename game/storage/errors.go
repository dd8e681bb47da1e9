// Package storage holds the errors that any store of this program returns.
package storage

import (
	"time"

	"github.com/bankhalter/bankhalter/game/problem"
)

// retry is when to try again after a failed write. The cause is usually
// something an operator has to see to.
const retry = 5 * time.Second

// The errors of a store. Callers compare with errors.Is,
// since a store may wrap them.
var (
	ErrNotFound = problem.New("unknown_game", "not found")
	ErrConflict = problem.New("stale", "changed by somebody else meanwhile")
	ErrBusy     = problem.Later("busy", "too many moves at once", time.Second)
	ErrFailed   = problem.Later("storage", "storage failed", retry) // it is unknown whether a write took place
)

// Why storage failed, if the store knows: wrapped together with ErrFailed.
// All but ErrCorrupt pass by themselves when the cause is gone.
var (
	ErrDiskFull = problem.Later("disk_full", "the disk is full", retry)
	ErrReadOnly = problem.Later("read_only", "the database is read-only", retry)
	ErrLocked   = problem.Later("locked", "the database is locked by another program", retry)
	ErrFileGone = problem.Later("file_gone", "the database was deleted or replaced", retry)
	ErrCorrupt  = problem.New("file_damaged", "the database file is damaged")
)
