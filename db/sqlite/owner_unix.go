//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// own gives a file, if it is there, to whom another belongs: what root makes
// for a server has to be the server's. Others cannot and need not.
func own(name, like string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return os.Chown(name, int(owner.Uid), int(owner.Gid))
}
