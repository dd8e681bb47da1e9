//go:build !linux

package sqlite_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// unprivileged calls f as a user for whom the modes of files hold, which they do not for root.
func unprivileged(t *testing.T, f func()) {
	t.Helper()
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		require.NotEqual(t, "true", os.Getenv("CI"), "run the tests as a user who is not root")
		t.Skip("NOT TESTED: a file that may not be read (run the tests as a user who is not root)")
	}
	f()
}
