package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestReadmeExamples runs the shell examples of the README, in their order and
// in one shell, against a server.
func TestReadmeExamples(t *testing.T) {
	bash, _, _ := need(t, "bash"), need(t, "curl"), need(t, "jq")
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	blocks := shellBlock.FindAllStringSubmatch(string(readme), -1)
	require.NotEmpty(t, blocks)
	s := serve(t)

	var script strings.Builder
	script.WriteString("set -euo pipefail\n")
	for _, b := range blocks {
		require.LessOrEqual(t, strings.Count(strings.TrimSpace(b[1]), "\n"), 9, "an example is too long")
		script.WriteString(b[1])
	}
	require.Contains(t, script.String(), "http://127.0.0.1:8080")
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", strings.ReplaceAll(script.String(), "http://127.0.0.1:8080", s.URL))
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), `"reason": "rent"`)
	assert.Contains(t, string(out), `["Ada",1500]`)
	assert.Contains(t, string(out), "event: game")
	t.Logf("%s", out)
}
