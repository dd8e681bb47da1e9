package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

var shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestReadmeExamples runs the shell examples of the README, in their order and
// in one shell, against a server.
func TestReadmeExamples(t *testing.T) {
	t.Parallel()
	bash, _, _, _ := need(t, "bash"), need(t, "curl"), need(t, "jq"), need(t, "python3")
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
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", strings.ReplaceAll(script.String(), "http://127.0.0.1:8080", s.URL))
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Contains(t, string(out), `"reason": "rent"`)
	assert.Regexp(t, `\["Ada",\d+\]`, string(out), "the cash of each, whatever the computers have done meanwhile")
	assert.Contains(t, string(out), "event: game")
	assert.Regexp(t, `\[\[[1-6],[1-6]\],"client"\]`, string(out), "a throw with a number of the program's own")
	t.Logf("%s", out)
}

// TestDocumentsNameButtons looks the buttons that the README and OPERATING.md name up in
// the English catalogue.
func TestDocumentsNameButtons(t *testing.T) {
	t.Parallel()
	catalogue, err := os.ReadFile(filepath.Join("..", "..", "views", "text", "en.toml"))
	require.NoError(t, err)
	for _, name := range []string{"README.md", "OPERATING.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		require.NoError(t, err)
		start, _, _ := strings.Cut(string(text), "## Licence and names")
		buttons := regexp.MustCompile(`[^*]\*([A-Z][^*\n]+)\*[^*]`).FindAllStringSubmatch(start, -1)
		require.NotEmpty(t, buttons)
		for _, b := range buttons {
			assert.Contains(t, string(catalogue), ` = "`+b[1]+"\"\n", "%s names %q", name, b[1])
		}
	}
}

// TestContributingExample plays the case that CONTRIBUTING shows.
func TestContributingExample(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "CONTRIBUTING.md"))
	require.NoError(t, err)
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, block)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "fixtures"), os.DirFS(filepath.Join("..", "..", "game", "testdata", "fixtures"))))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "scenarios"), 0o700))
	file := filepath.Join(dir, "scenarios", "case.json")
	require.NoError(t, os.WriteFile(file, block[1], 0o600))
	out, err := exec.Command(binary, "scenario", file).Output()
	require.NoError(t, err, "%s", out)
	var got struct {
		Results []struct{ OK bool }
		State   rig.State
	}
	require.NoError(t, json.Unmarshal(out, &got))
	require.Len(t, got.Results, 1)
	assert.True(t, got.Results[0].OK)
	assert.Empty(t, got.State.Claims)
	assert.Equal(t, 1500, got.State.Players[0].Cash)
}
