package main

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ARCHITECTURE.md lists every package with its imports from this module.
func TestTheArchitectureIsAsItSays(t *testing.T) {
	t.Parallel()
	const module = "github.com/bankhalter/bankhalter/"
	cmd := exec.CommandContext(t.Context(), "go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	is := map[string]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		var ours []string
		for _, imported := range words[1:] {
			if name, ok := strings.CutPrefix(imported, module); ok {
				ours = append(ours, name)
			}
		}
		is[strings.TrimPrefix(words[0], module)] = strings.Join(ours, " ")
	}

	text, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	_, block, found := strings.Cut(string(text), "```\n")
	require.True(t, found)
	block, _, found = strings.Cut(block, "```\n")
	require.True(t, found)
	says := map[string]string{}
	for line := range strings.Lines(block) {
		if words := strings.Fields(line); len(words) > 0 && words[0] != "#" {
			says[words[0]] = strings.Join(words[1:], " ")
		}
	}
	for name, imports := range is {
		if said, listed := says[name]; assert.True(t, listed, "ARCHITECTURE.md does not list %s", name) {
			assert.Equal(t, imports, said, "ARCHITECTURE.md, the imports of %s", name)
		}
	}
	for name := range says {
		assert.Contains(t, slices.Collect(maps.Keys(is)), name, "ARCHITECTURE.md lists a package that there is not")
	}
}
