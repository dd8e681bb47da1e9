package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The mistakes of a game are named in both languages and as JSON, the largest first;
// the status says whether there were any.
func TestExplainNamesMistakes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.Equal(t, exitOK, say(t, "", nil, "simulate", "--games", "1", "--seed", "5", "--bots", "medium,easy,cautious", "--export", dir).status)
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	en, de := say(t, "", nil, "explain", files[0]), say(t, "", nil, "explain", "--lang", "de", files[0])
	assert.Equal(t, exitFail, en.status, "mistakes were found")
	assert.Contains(t, en.out, " of the chance to win.")
	assert.Contains(t, de.out, " der Gewinnaussicht gekostet.")
	assert.Contains(t, de.out, " $", "an amount stands before its currency")
	assert.NotContains(t, de.out, "\uFFFD")
	assert.Equal(t, strings.Count(en.out, "  Turn "), strings.Count(de.out, "  Zug "))
	var told explainedGame
	require.NoError(t, json.Unmarshal([]byte(say(t, "", nil, "explain", "--json", files[0]).out), &told))
	all := 0
	for _, one := range told.Players {
		assert.LessOrEqual(t, len(one.Mistakes), 5)
		for i, m := range one.Mistakes {
			all++
			assert.Contains(t, en.out, m.Text)
			assert.GreaterOrEqual(t, m.Cost, 1.0)
			assert.InDelta(t, m.Best-m.After, m.Cost, 0.11)
			assert.True(t, i == 0 || one.Mistakes[i-1].Cost >= m.Cost, "the largest first")
		}
	}
	assert.Positive(t, all)

	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	lines := strings.SplitAfter(string(whole), "\n")
	for name, text := range map[string]string{
		"no export": "hello", "without moves": onlyEvents(lines), "a gap": lines[0] + strings.Join(lines[3:], ""),
	} {
		bad := say(t, text, nil, "explain", "-")
		assert.Equal(t, exitUsage, bad.status, "%s: %s", name, bad.out)
		assert.NotEmpty(t, bad.errors, name)
	}
	assert.Equal(t, exitUsage, say(t, "", nil, "explain", "--lang", "xx", files[0]).status)
	assert.Equal(t, exitUsage, say(t, "", nil, "explain").status)
}

// onlyEvents leaves out the proofs, as the export of a running game does.
func onlyEvents(lines []string) string {
	var kept strings.Builder
	for _, line := range lines {
		if !strings.Contains(line, `"type":"proof`) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
