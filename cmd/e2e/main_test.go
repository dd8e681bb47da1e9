package e2e

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// long is whether tests take the time for everything: all looks, fonts and positions,
// not some of them in turn. Tests by the name of TestSlow, whose way through the program
// others go as well, are left out by make test and run by make looks.
var long = flag.Bool("long", false, "test everything, however long it takes (make looks)")

// binary is the built program; TestMain sets it before any test runs.
var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

// perProcessor is how many tests run at once on each processor, unless -parallel
// says something else: most of their time they wait for a browser or a server.
const perProcessor = 2

func run(m *testing.M) int {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		if err := f.Value.Set(strconv.Itoa(perProcessor * runtime.GOMAXPROCS(0))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
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
	defer chromium.close()
	return m.Run()
}

// sources opens every folder of the module. The program is built by another
// process, whose files go test does not see: unless a test opens them, it would
// answer from its cache for a program that has changed since.
var sources = sync.OnceValue(func() error {
	err := filepath.WalkDir(filepath.Join("..", ".."), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "bin") {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("read the sources: %w", err)
	}
	return nil
})

// stopGrace is how long a server may take to end before it counts as stuck.
const stopGrace = 8 * time.Second

// serve starts a server of the test's own on a fresh database, as it ships. A
// test that needs another setting names it at the call with the reason;
// settings_test.go has those that several need.
func serve(t *testing.T, args ...string) *rig.Server {
	t.Helper()
	return serveOn(t, filepath.Join(t.TempDir(), "test.db"), args...)
}

func serveOn(t *testing.T, db string, args ...string) *rig.Server {
	t.Helper()
	require.NoError(t, sources())
	s, err := rig.Start(rig.Options{Binary: binary, DB: db, Args: append([]string{"--log-level", "warn"}, args...)})
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
	leaveOut(t, "%s is not installed", name)
	return ""
}

// leaveOut ends a test that cannot be run here and says why. On a continuous
// integration machine that is a failure.
func leaveOut(t *testing.T, why string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(why, args...)
	}
	t.Skipf("NOT TESTED: "+why, args...)
}

// refusals are how mount and chattr say that the kernel refused the call: to this
// user, or on this file system.
var refusals = regexp.MustCompile(`(?i)permission denied|not permitted|must be superuser|only root|not supported`)

// privileged runs a program that needs rights. Where the kernel refuses them the
// test is left out, on a continuous integration machine too, since rights cannot
// be installed; a program that is missing or fails otherwise is a failure there.
func privileged(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(need(t, name), args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	switch out, err := cmd.CombinedOutput(); {
	case err == nil:
	case refusals.Match(out):
		t.Skipf("NOT TESTED: the kernel refuses %s %v: %s", name, args, out)
	default:
		leaveOut(t, "%s %v: %v %s", name, args, err, out)
	}
}

// chromium is the browser that the tests share: to start one takes longer than
// most tests, and its visitors have nothing in common but the process.
var chromium shared

type shared struct {
	mu sync.Mutex
	b  *rig.Browser
}

// get starts the browser when it is first used, or after it crashed.
func (s *shared) get() (b *rig.Browser, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.b == nil || s.b.Gone() {
		s.b, err = rig.NewBrowser(context.Background(), rig.DejaVu)
	}
	return s.b, err
}

func (s *shared) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.b != nil {
		s.b.Close()
	}
}

// browser is a chromium in which the test can have visitors.
func browser(t *testing.T) *rig.Browser {
	t.Helper()
	need(t, "chromium")
	b, err := chromium.get()
	require.NoError(t, err)
	return b
}

// newSession opens a tab with cookies of its own.
func newSession(t *testing.T, b *rig.Browser, emulation rig.Emulation) *rig.Session {
	t.Helper()
	p, err := b.NewSession(emulation)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

// soon is how long a test waits for something that must happen at once: long, for a
// machine that does much else at the same time.
const soon = 3 * time.Minute

// eventually waits for something that happens by itself.
func eventually(t *testing.T, what string, done func() bool) {
	t.Helper()
	for begun := time.Now(); !done(); time.Sleep(rig.Pause(begun)) {
		if time.Since(begun) > soon {
			t.Fatalf("not within %v: %s", soon, what)
		}
	}
}

// awaitLog waits until the server's log contains a text: it comes by a pipe of its own, which
// may be later than an answer.
func awaitLog(t *testing.T, s *rig.Server, text string) {
	t.Helper()
	eventually(t, fmt.Sprintf("%q in the log", text), func() bool { return strings.Contains(s.Log(), text) })
}

func tail(s string, lines int) string {
	all := strings.Split(strings.TrimRight(s, "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
