package postgrestest

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A cluster whose test program was killed is stopped and removed by the next one; those
// of test programs that run stay.
func TestLeftoversAreRemoved(t *testing.T) {
	root, err := os.MkdirTemp("", "bankhalter-leftovers-") //nolint:usetesting // another user has to reach it
	require.NoError(t, err)
	require.NoError(t, os.Chmod(root, 0o755)) //nolint:gosec // as that of all temporary folders
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	age := func(dir string) {
		old := time.Now().Add(-time.Hour)
		require.NoError(t, os.Chtimes(filepath.Join(dir, inUse), old, old))
	}
	used, keep, err := folder(root)
	require.NoError(t, err)
	defer keep.Close()
	left, lock, err := folder(root)
	require.NoError(t, err)
	c, err := New(context.Background(), left, false)
	started(t, err)
	t.Cleanup(c.Close)
	server := c.cmd.Process.Pid
	age(used)
	age(left)
	removeLeftovers(root)
	require.NoError(t, syscall.Kill(server, 0), "its test program runs")

	require.NoError(t, lock.Close()) // as the end of the program does
	removeLeftovers(root)
	assert.ErrorIs(t, syscall.Kill(server, 0), syscall.ESRCH)
	assert.NoDirExists(t, left)
	assert.DirExists(t, used)
}
