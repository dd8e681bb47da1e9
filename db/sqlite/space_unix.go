//go:build darwin || freebsd || linux

package sqlite

import "golang.org/x/sys/unix"

// room is the free space on the disk of a folder, and the size of that disk.
func room(dir string) (free, disk uint64, err error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, 0, err
	}
	block := uint64(s.Bsize)                                       //nolint:gosec,unconvert // never negative; of another type elsewhere
	return uint64(max(0, s.Bavail)) * block, s.Blocks * block, nil //nolint:gosec,unconvert // signed elsewhere
}
