package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestADatabaseThatIsDeletedUnderTheServer: nothing is acknowledged that goes
// into a deleted file, and the very same file is taken back.
func TestADatabaseThatIsDeletedUnderTheServer(t *testing.T) {
	t.Parallel()
	s := serve(t)
	table := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	seq := table.state(0).Seq
	ask := func(method, path string, body any) *rig.Answer {
		t.Helper()
		a, err := table.seats[0].Do(t.Context(), method, path, body)
		require.NoError(t, err)
		return a
	}
	ready := func(status int) {
		t.Helper()
		eventually(t, "readiness", func() bool { return ask(http.MethodGet, "/readyz", nil).Status == status })
	}
	lost := func() {
		t.Helper()
		ready(http.StatusServiceUnavailable)
		for _, a := range []*rig.Answer{
			ask(http.MethodGet, "/readyz", nil), ask(http.MethodPost, "/games/"+table.id+"/moves", rig.Move{"move": "roll"}), ask(http.MethodPost, "/players", map[string]any{"name": "Dora"}),
		} {
			assert.Equal(t, http.StatusServiceUnavailable, a.Status, "%s", a.Body)
			assert.Equal(t, "file_gone", a.Problem().Code)
			assert.NotEmpty(t, a.Problem().Detail)
			assert.NotEmpty(t, a.Header.Get("Retry-After"))
		}
		assert.Equal(t, seq, table.state(0).Seq, "the table can still be looked at")
		awaitLog(t, s, "deleted or replaced while it is open")
		assert.Contains(t, string(ask(http.MethodGet, "/metrics", nil).Body), "\nbankhalter_db_file_gone 1\n")
	}
	for _, end := range []string{"", "-wal"} {
		require.NoError(t, os.Rename(s.DB()+end, s.DB()+".aside"))
		lost()
		require.NoError(t, os.Rename(s.DB()+".aside", s.DB()+end))
		ready(http.StatusOK)
		require.Equal(t, http.StatusCreated, ask(http.MethodPost, "/players", map[string]any{"name": "Dora"}).Status)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	out, code := ended(t, "backup", "--db", s.DB(), copied)
	require.Equal(t, 0, code, out)
	require.NoError(t, os.Rename(copied, s.DB()))
	lost()
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
