//go:build !windows

package sqlite

import (
	"errors"
	"os"
)

// SyncDir sees to it that a rename in the folder outlives a power cut.
func SyncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
