package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestADatabaseThatIsDeletedUnderTheServer: nothing is acknowledged that goes
// into a file nobody finds again, and the very same file is taken back.
func TestADatabaseThatIsDeletedUnderTheServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	f := suffer(t, s)
	require.Nil(t, f.try())
	for _, end := range []string{"", "-wal"} {
		require.NoError(t, os.Rename(s.DB()+end, s.DB()+".aside"))
		f.lost(t)
		require.NoError(t, os.Rename(s.DB()+".aside", s.DB()+end))
		eventually(t, "ready again", func() bool {
			a, err := f.seats[0].Do(t.Context(), http.MethodGet, "/readyz", nil)
			return err == nil && a.Status == http.StatusOK
		})
		require.Equal(t, f.answered, f.state(0).Seq, "everything answered is kept, and nothing else")
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	out, code := ended(t, "backup", "--db", s.DB(), copied)
	require.Equal(t, 0, code, out)
	require.NoError(t, os.Rename(copied, s.DB()))
	f.lost(t)
	require.NoError(t, s.Kill())
	out, code = ended(t, "check", "--db", s.DB())
	assert.Equal(t, 0, code, out)
}

// lost checks that the loss of the file is noticed within two seconds, whatever is asked.
func (f *fault) lost(t *testing.T) {
	t.Helper()
	eventually(t, "not ready", func() bool {
		a, err := f.seats[0].Do(t.Context(), http.MethodGet, "/readyz", nil)
		return err == nil && a.Status == http.StatusServiceUnavailable && a.Problem().Code == "file_gone"
	})
	f.refused("file_gone")
	assert.Contains(t, f.s.Log(), "the database was deleted or replaced")
	a, err := f.seats[0].Do(t.Context(), http.MethodGet, "/metrics", nil)
	require.NoError(t, err)
	assert.Contains(t, string(a.Body), "\nbankhalter_db_file_gone 1\n")
}

// TestTwoNamesOfOneDatabase: a hard link is no second database.
func TestTwoNamesOfOneDatabase(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a lock on the file would stand in SQLite's way")
	}
	s := serve(t)
	player(t, s, "Ada")
	second := filepath.Join(t.TempDir(), "second.db")
	require.NoError(t, os.Link(s.DB(), second))
	out, code := ended(t, "serve", "--listen", "127.0.0.1:0", "--db", second)
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "another name of a database that is being served")
	player(t, s, "Ben")
	_, err := s.Stop(stopGrace)
	require.NoError(t, err)
	serveOn(t, second)
}
