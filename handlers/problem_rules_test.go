package handlers_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/handlers/reference"
)

// Every refusal of the rules cases names a rule that the page of its code names.
func TestAProblemNamesTheRulesThatDecideSo(t *testing.T) {
	t.Parallel()
	const folder = "../game/testdata/scenarios"
	paths, err := filepath.Glob(folder + "/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	seen := map[string]bool{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		sc, err := scenario.Load(data, folder)
		if err != nil {
			continue // a case of an unplayable position
		}
		for _, r := range sc.Run(scenario.Words{Refused: func(game.Command, game.Refusal) string { return "" }}).Results {
			if r.OK || r.Rule == "" || seen[r.Code+" "+r.Rule] {
				continue
			}
			seen[r.Code+" "+r.Rule] = true
			about, ok := reference.ExplainCode("en", r.Code)
			require.True(t, ok, r.Code)
			var rules []string
			for _, one := range about.Rules {
				rules = append(rules, one.Rule)
			}
			assert.Contains(t, rules, r.Rule, "%s in words/problems.toml, %s", r.Code, filepath.Base(path))
		}
	}
	assert.Greater(t, len(seen), 100)
}
