//go:build !linux

package sqlite_test

import "time"

// spent is not measured here.
func spent() time.Duration { return 0 }

// settle does nothing here.
func settle() {}

// peak is not measured here.
func peak() int64 { return 0 }
