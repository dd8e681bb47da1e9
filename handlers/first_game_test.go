package handlers_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The game from the shell with which the description begins can be played:
// each of its lines but the throw, which may be somebody else's, is accepted.
func TestTheGameOfTheDescriptionWorks(t *testing.T) {
	t.Parallel()
	bash := tool(t, "bash")
	tool(t, "curl")
	tool(t, "jq")
	s := open(t)
	var doc struct{ Info struct{ Description string } }
	require.NoError(t, json.Unmarshal(s.program().get("/openapi.json").body, &doc))
	block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(doc.Info.Description)
	require.NotNil(t, block)
	assert.Less(t, strings.Count(block[1], "\n"), 10, "a short game")
	between := httptest.NewServer(s.server)
	defer between.Close()
	script := "set -euo pipefail\n"
	for line := range strings.Lines(block[1]) {
		switch {
		case strings.Contains(line, "move=roll"):
		case strings.Contains(line, "event-stream"):
			line = strings.Replace(line, "curl -sN", "timeout 1 curl -sN --fail", 1)
			line = strings.TrimRight(line, "\n") + " || [ $? = 124 ]\n"
		default:
			line = strings.Replace(line, "curl -s", "curl -s --fail", 1)
		}
		script += line
	}
	require.Contains(t, script, "http://127.0.0.1:8080")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", strings.ReplaceAll(script, "http://127.0.0.1:8080", between.URL))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", tailOf(out))
	assert.Contains(t, string(out), `"status":"playing"`)
	assert.Contains(t, string(out), "event: game")
}
