//go:build !linux

package sqlite

import (
	"errors"
	"os"
)

// Elsewhere a lock on the file itself would get in SQLite's way.
const canLockInode = false

func tryLockInode(*os.File) error { return errors.ErrUnsupported }

func errInode(_ string, err error) error { return err }
