package handlers_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
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

// A value that the rules have no place for is refused by the rule that would judge it.
func TestAValueBeyondTheRulesIsRefusedByARule(t *testing.T) {
	t.Parallel()
	ada := open(t).player("Ada")
	game := ada.create(map[string]any{"scenario": map[string]any{
		"edition": "us-classic", "options": map[string]any{"house.loans": true},
		"players": []any{map[string]any{"name": "P", "deeds": []any{map[string]any{"space": 37, "houses": 1}, map[string]any{"space": 39}}}, map[string]any{"name": "Q", "deeds": []any{map[string]any{"space": 3}}}},
	}})
	offer := map[string]any{"move": "propose_trade", "player": 1, "to": 0, "give": map[string]any{"deeds": []int{3}}, "want": map[string]any{"cash": 60}}
	require.Equal(t, http.StatusOK, ada.moves(game, offer).status)
	for name, c := range map[string]struct {
		move       map[string]any
		code, rule string
	}{
		"a seat that is not there":       {map[string]any{"move": "roll", "player": 99}, "seat", "R-TURN-1"},
		"half a seat":                    {map[string]any{"move": "roll", "player": 1.5}, "seat", "R-TURN-1"},
		"lifting a space off the board":  {map[string]any{"move": "accept_trade", "lift": []int{45}}, "target", "R-TRADE-6"},
		"selling a group without a name": {map[string]any{"move": "sell_group", "group": ""}, "target", "R-SELL-5"},
		"an endless agreement":           {map[string]any{"move": "propose_trade", "to": 1, "terms": strings.Repeat("x", 201)}, "terms", "R-TRADE-4"},
		"mortgaging one":                 {map[string]any{"move": "mortgage", "space": 45}, "target", "R-MORT-1"},
		"a trade with an absurd partner": {map[string]any{"move": "propose_trade", "to": 40}, "target", "R-TRADE-3"},
	} {
		a := ada.post(game+"/moves", c.move)
		wantProblem(t, a, http.StatusUnprocessableEntity, c.code)
		require.Equal(t, c.rule, a.str("rule"), name)
	}
}
