package e2e

import (
	"context"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

func TestOpenStreamsDoNotHoldUpTheEnd(t *testing.T) {
	t.Parallel()
	s := serve(t)
	sc := newSandboxTable(t, s, unsold, "Ada", "Ben", "Cleo")
	for _, c := range sc.seats {
		stream, err := c.Watch(context.Background(), sc.id, "")
		require.NoError(t, err)
		t.Cleanup(stream.Close)
	}
	took, err := s.Stop(stopGrace)
	require.NoError(t, err)
	assert.Equal(t, 0, s.ExitCode())
	t.Logf("ended after %v", took)
}

// A reload by habit, of a server without certificate files, ends no games.
func TestAHangUpEndsNothing(t *testing.T) {
	t.Parallel()
	s := serve(t)
	require.NoError(t, syscall.Kill(s.PID(), syscall.SIGHUP))
	player(t, s, "Ada")
	_, err := s.Stop(stopGrace)
	require.NoError(t, err)
	assert.Equal(t, 0, s.ExitCode())
}

func TestPortZeroPicksAFreePort(t *testing.T) {
	t.Parallel()
	a, b := serve(t), serve(t)
	assert.Regexp(t, regexp.MustCompile(`^listening on http://127\.0\.0\.1:[1-9][0-9]*$`), a.FirstLine())
	assert.NotEqual(t, a.URL, b.URL)
}

func TestASecondServerOnTheSameDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "one.db")
	first := serveOn(t, db)
	out, code := ended(t, "serve", "--listen", "127.0.0.1:0", "--db", db)
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "one.db")
	player(t, first, "Ada") // the first one is none the worse

	require.NoError(t, first.Kill())
	serveOn(t, db) // and a killed one leaves no lock behind
}

func TestATakenPortIsSaid(t *testing.T) {
	t.Parallel()
	first := serve(t)
	out, code := ended(t, "serve", "--listen", first.Address(), "--db", filepath.Join(t.TempDir(), "b.db"))
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "another program listens on "+first.Address()+" already")
	assert.NotContains(t, out, "WARN", "what was cut short by it is not said")
}

func TestWrongUseIsStatusTwo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"serve", "--nonsense"}, {"nonsense"}, {"scenario", "/no/such/file"}, {"verify"}, {"health", "here"},
		{"serve", "--db", ""}, {"serve", "--db", "postgres://"}, {"serve", "--db", "mysql://h/d"}, {"serve", "--db", "postgres://x@h:abc/db"}, {"check", "--db", "postgres://x@h:abc/db"},
		{"serve", "--tls-cert", "/no/such/cert.pem", "--tls-key", "/no/such/key.pem"},
	} {
		out, code := ended(t, args...)
		assert.Equal(t, 2, code, "%v: %s", args, out)
		assert.NotEmpty(t, out, "%v", args)
	}
}

// ended runs the program with arguments that make it end by itself.
func ended(t *testing.T, args ...string) (output string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	cmd := exec.CommandContext(ctx, binary, args...)
	out, _ := cmd.CombinedOutput() // only the status counts
	require.NoError(t, ctx.Err(), "%v did not end: %s", args, out)
	return string(out), cmd.ProcessState.ExitCode()
}

// The rig itself must notice a server that does not come up.
func TestTheRigReportsAServerThatFails(t *testing.T) {
	t.Parallel()
	_, err := rig.Start(rig.Options{Binary: binary, DB: filepath.Join(t.TempDir(), "missing", "x.db")})
	assert.ErrorContains(t, err, "status 2")
}
