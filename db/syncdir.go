//go:build !windows

package db

import (
	"errors"
	"os"
)

// syncDir makes a rename in the folder last.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
