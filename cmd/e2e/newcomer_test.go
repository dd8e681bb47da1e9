package e2e

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

var newcomer = flag.Bool("newcomer", false, "build a fresh clone with few programs at hand and follow the README (make newcomer)")

// handy are the programs of a reader of the README: those it requires, and those
// that every system has.
var handy = []string{
	"go", "make", "git", "curl", "jq", "bash", "sh", "env", "cat", "cp", "mv", "rm", "mkdir", "ls", "uname", "sed", "awk", "grep", "head", "tail", "date", "sleep", "true", "dirname", "basename", "sort",
}

// TestNewcomer clones the repository, builds it with the programs that the
// README requires and no others, and follows the README's shell blocks.
func TestNewcomer(t *testing.T) {
	if !*newcomer {
		t.Skip("make newcomer does it")
	}
	dir := t.TempDir()
	clone, bin := filepath.Join(dir, "bankhalter"), filepath.Join(dir, "bin")
	require.NoError(t, os.Mkdir(bin, 0o700))
	for _, name := range handy {
		require.NoError(t, os.Symlink(need(t, name), filepath.Join(bin, name)))
	}
	// The interpreter itself: the python3 in PATH may be a script that looks for it.
	python, err := exec.CommandContext(t.Context(), need(t, "python3"), "-c", "import sys; print(sys.executable)").Output()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(strings.TrimSpace(string(python)), filepath.Join(bin, "python3")))
	env := []string{"PATH=" + bin, "HOME=" + dir, "LANG=C.UTF-8"}
	for _, name := range []string{"GOMODCACHE", "GOPROXY", "GOFLAGS", "GONOSUMDB", "GOSUMDB", "GOCACHE"} {
		value, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
		require.NoError(t, err)
		env = append(env, name+"="+strings.TrimSpace(string(value)))
	}
	run := func(in string, command ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, filepath.Join(bin, command[0]), command[1:]...)
		cmd.Dir, cmd.Env = in, env
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v\n%s", command, out)
		return string(out)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	run(dir, "git", "clone", "-q", root, clone)
	run(clone, "make", "build")
	assert.Empty(t, run(clone, "git", "status", "--porcelain"), "building leaves nothing behind")

	s, err := rig.Start(rig.Options{Binary: filepath.Join(clone, "bin", "bankhalter"), DB: filepath.Join(dir, "new.db"), Env: env})
	require.NoError(t, err)
	defer s.Kill()
	readme, err := os.ReadFile(filepath.Join(clone, "README.md"))
	require.NoError(t, err)
	script := "set -euo pipefail\n"
	for _, b := range shellBlock.FindAllStringSubmatch(string(readme), -1) {
		script += b[1]
	}
	env[0] += string(os.PathListSeparator) + filepath.Join(clone, "bin")
	out := run(t.TempDir(), "bash", "-c", strings.ReplaceAll(script, "http://127.0.0.1:8080", s.URL))
	assert.Contains(t, out, `"reason": "rent"`)
	t.Log(out)
}
