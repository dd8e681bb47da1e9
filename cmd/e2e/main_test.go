package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/stretchr/testify/require"
)

// binary is the built program; TestMain sets it before any test runs.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	flag.Parse()
	if testing.Short() {
		fmt.Println("end-to-end tests are left out by -short")
		return 0
	}
	dir, err := os.MkdirTemp("", "bankhalter-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if binary, err = rig.Build(context.Background(), dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// unlimited lets one machine do what a server would not let one visitor do.
var unlimited = []string{"--bot-pause", "0", "--claim-grace", "0", "--log-level", "warn", "--rate", "0", "--requests", "0", "--moves", "0", "--connections", "0", "--streams-per-table", "0", "--streams", "0", "--streams-per-player", "0"}

// stopGrace is how long a server may take to end before it counts as stuck.
const stopGrace = 8 * time.Second

// serve starts a server of the test's own on a fresh database.
func serve(t *testing.T, args ...string) *rig.Server {
	t.Helper()
	return serveOn(t, filepath.Join(t.TempDir(), "test.db"), args...)
}

func serveOn(t *testing.T, db string, args ...string) *rig.Server {
	t.Helper()
	s, err := rig.Start(rig.Options{Binary: binary, DB: db, Args: append(slices.Clone(unlimited), args...)})
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = s.Kill()
		if t.Failed() {
			t.Logf("the server said:\n%s", tail(s.Log(), 40))
		}
	})
	return s
}

// player signs up a new player on the server.
func player(t *testing.T, s *rig.Server, name string) *rig.Client {
	t.Helper()
	c := rig.NewClient(s.URL)
	require.NoError(t, c.SignUp(t.Context(), name))
	return c
}

// need finds a program that the test drives. On a continuous integration
// machine it must be there, elsewhere the test is left out.
func need(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed", name)
	}
	t.Skipf("NOT TESTED: %s is not installed", name)
	return ""
}

// browser starts a chromium for the test.
func browser(t *testing.T) *rig.Browser {
	t.Helper()
	need(t, "chromium")
	b, err := rig.NewBrowser(context.Background())
	require.NoError(t, err)
	t.Cleanup(b.Close)
	return b
}

// visitor opens a tab with cookies of its own.
func visitor(t *testing.T, b *rig.Browser, look rig.Look) *rig.Person {
	t.Helper()
	p, err := b.Person(look)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// eventually waits for something that happens by itself.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !done() {
		if time.Now().After(deadline) {
			t.Fatalf("not within 20 s: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func tail(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
