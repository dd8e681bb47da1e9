package e2e

import (
	"context"
	"encoding/json"
	"net/http"
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

// bot is a reference bot that the page about the interface shows.
type bot struct {
	file, program string
	lines         int // it has fewer
}

var bots = []bot{{"bot.sh", "bash", 40}, {"bot.py", "python3", 80}}

// command runs the bot against a server.
func (b bot) command(ctx context.Context, t *testing.T, s *rig.Server, env []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "handlers", "reference", "bots", b.file))
	require.NoError(t, err)
	cmd := exec.CommandContext(ctx, need(t, b.program), append([]string{path, s.URL}, args...)...)
	cmd.Env = append(os.Environ(), env...)
	cmd.WaitDelay = time.Second
	return cmd
}

func patience(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	t.Cleanup(cancel)
	return ctx
}

func TestReferenceBotsAreShort(t *testing.T) {
	for _, b := range bots {
		text, err := os.ReadFile(filepath.Join("..", "..", "handlers", "reference", "bots", b.file))
		require.NoError(t, err)
		assert.Less(t, strings.Count(string(text), "\n"), b.lines, b.file)
	}
}

// Each reference bot opens a table with computer players and plays to the end.
func TestReferenceBotsPlayWholeGames(t *testing.T) {
	t.Parallel()
	need(t, "curl")
	need(t, "jq")
	s := serve(t, withoutPauses...) // whole games
	for name, tc := range map[string]struct {
		bot  bot
		body string
	}{
		"shell":                      {bots[0], `{"edition":"us-classic","players":3,"bots":["default","trader"],"options":{"house.round_limit":6}}`},
		"python until one is left":   {bots[1], `{"edition":"us-classic","players":3,"bots":["default","trader"],"options":{"house.round_limit":80}}`},
		"python on the large board":  {bots[1], `{"edition":"mega","players":3,"bots":2,"options":{"house.round_limit":60}}`},
		"python under the old rules": {bots[1], `{"edition":"mark-classic","players":3,"bots":2,"options":{"end_time":1}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, err := tc.bot.command(patience(t), t, s, []string{"BODY=" + tc.body}).CombinedOutput()
			require.NoError(t, err, "%s", out)
			assert.Contains(t, string(out), `"rank"`)
		})
	}
}

// Started as the page says, on a server as it ships, each reference bot prints the address
// of its table at once and plays to an end. Without an address it says what it needs.
func TestReferenceBotsAsThePageStartsThem(t *testing.T) {
	t.Parallel()
	need(t, "curl")
	need(t, "jq")
	s := serve(t)
	for _, b := range bots {
		t.Run(b.file, func(t *testing.T) {
			t.Parallel()
			out, err := b.command(patience(t), t, s, nil).CombinedOutput()
			require.NoError(t, err, "%s", out)
			first, _, _ := strings.Cut(string(out), "\n")
			assert.Regexp(t, "^playing at "+s.URL+"/games/[a-z2-7]{10}$", first)
			assert.Contains(t, string(out), `"rank"`)

			path, err := filepath.Abs(filepath.Join("..", "..", "handlers", "reference", "bots", b.file))
			require.NoError(t, err)
			out, err = exec.CommandContext(t.Context(), need(t, b.program), path).CombinedOutput()
			require.Error(t, err)
			assert.Contains(t, string(out), "http://127.0.0.1:8080")
			assert.NotContains(t, string(out), "Traceback")
		})
	}
}

// The two reference bots sit down at one table and play it to the end, and what
// they have played verifies.
func TestReferenceBotsPlayEachOther(t *testing.T) {
	t.Parallel()
	need(t, "curl")
	need(t, "jq")
	s := serve(t, withoutPauses...) // whole games
	host := player(t, s, "Ada")
	game, err := host.Create(t.Context(), map[string]any{
		"edition": "us-classic", "players": 3, "bots": 1, "options": map[string]any{"house.round_limit": 4},
	})
	require.NoError(t, err)
	ctx := patience(t)
	var running []*exec.Cmd
	for i, env := range [][]string{{"TOKEN=" + host.Token}, {"NAME=python"}} {
		cmd := bots[i].command(ctx, t, s, env, game)
		require.NoError(t, cmd.Start())
		running = append(running, cmd)
	}
	require.Eventually(t, func() bool {
		a, err := host.Do(ctx, http.MethodGet, "/games/"+game, nil)
		var lobby struct{ Table struct{ Seats []any } }
		return err == nil && json.Unmarshal(a.Body, &lobby) == nil && len(lobby.Table.Seats) == 3
	}, soon, 20*time.Millisecond)
	require.NoError(t, host.Begin(ctx, game))
	for i, cmd := range running {
		require.NoError(t, cmd.Wait(), bots[i].file)
	}
	state, err := host.State(ctx, game)
	require.NoError(t, err)
	assert.Equal(t, "finished", state.Status)
	out, err := exec.CommandContext(ctx, binary, "verify", s.URL+"/games/"+game+"/export").CombinedOutput()
	sound(t, out, err, game)
	assert.Contains(t, string(out), "nobody else had a part", "the bots bring no numbers of their own")
}
