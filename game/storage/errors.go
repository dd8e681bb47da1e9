// Package storage holds what any store of this program answers instead of a value.
package storage

import "errors"

// What a store answers instead of a value. Callers compare with errors.Is,
// since a store may wrap them.
var (
	ErrNotFound = errors.New("not found")
	ErrConflict = errors.New("changed by somebody else meanwhile")
	ErrBusy     = errors.New("too many moves at once")
	ErrFailed   = errors.New("storage failed") // it is unknown whether a write took place
)

// Why storage failed, if the store knows: wrapped together with ErrFailed.
// All but ErrCorrupt pass by themselves when the cause is gone.
var (
	ErrDiskFull = errors.New("the disk is full")
	ErrReadOnly = errors.New("the database is read-only")
	ErrLocked   = errors.New("the database is locked by another program")
	ErrFileGone = errors.New("the database was deleted or replaced")
	ErrCorrupt  = errors.New("the database file is damaged")
)
