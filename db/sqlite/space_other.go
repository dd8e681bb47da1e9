//go:build !(darwin || freebsd || linux)

package sqlite

import "errors"

// room is not known here.
func room(string) (free, disk uint64, err error) { return 0, 0, errors.ErrUnsupported }
