package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
)

// Root imports, checks and clears for a server that runs as somebody else: what it makes is
// that user's.
func TestWhatRootMakesIsTheServers(t *testing.T) {
	const uid, gid = 65533, 65532
	folder := t.TempDir()
	if err := os.Chown(folder, uid, gid); errors.Is(err, fs.ErrPermission) {
		require.NotEqual(t, "true", os.Getenv("CI"), "only root makes files for others")
		t.Skip("NOT TESTED: only root makes files for others")
	} else {
		require.NoError(t, err)
	}
	path := filepath.Join(folder, "new.db")
	check := func() {
		t.Helper()
		for _, name := range []string{path, path + ".lock"} {
			info, err := os.Stat(name)
			require.NoError(t, err)
			owner := info.Sys().(*syscall.Stat_t)
			assert.EqualValues(t, uid, owner.Uid, name)
			assert.EqualValues(t, gid, owner.Gid, name)
		}
	}
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	check()
	require.NoError(t, os.Chown(folder, 0, 0))
	require.NoError(t, os.Remove(path+".lock"))
	d, err = sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	require.NoError(t, d.Close())
	check()
}
