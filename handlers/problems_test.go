package handlers

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/reference"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

func TestEveryCodeIsExplainedInEveryLanguage(t *testing.T) {
	t.Parallel()
	for code, doc := range Document().Problems {
		assert.Contains(t, doc.Status, web.Fail(code).Status, code)
		_, ofGame := wire.CodeKind(code)
		for _, lang := range text.Langs() {
			x, ok := reference.ExplainCode(lang, code)
			require.True(t, ok, code)
			assert.Equal(t, "/problems/"+code, x.Type)
			assert.NotEmpty(t, x.Title, code)
			assert.Regexp(t, `[.?]$`, x.Detail, "%s %s", lang, code)
			assert.Equal(t, ofGame && code != "link", len(x.Rules) > 0, "%s has rules exactly if it is one of the game", code)
			for _, r := range x.Rules {
				assert.Regexp(t, `^/rules/\w+#[A-Z]`, r.Path, "%s is explained", r.Rule)
			}
		}
	}
	_, ok := reference.ExplainCode(text.English, "no_such_code")
	assert.False(t, ok)
	assert.Equal(t, http.StatusText(http.StatusTeapot), firstOf(web.ProblemTexts(text.English, "no_such_code", http.StatusTeapot)))
}

func firstOf(s, _ string) string { return s }

// The description lists for each code the rules that the core names with it.
func TestTheDescriptionNamesTheRulesOfRefusals(t *testing.T) {
	t.Parallel()
	code, err := os.ReadFile("../game/code.go")
	require.NoError(t, err)
	kinds := map[string]game.Code{}
	for i, m := range regexp.MustCompile(`(?m)^\t([A-Z]\w+)(?: Code = iota)?(?: //.*)?$`).FindAllStringSubmatch(string(code), -1) {
		kinds[m[1]] = game.Code(i) //nolint:gosec // there are few
	}
	rules := map[string]string{}
	for r := game.NoRule + 1; r < game.NumRules; r++ {
		rules[strings.ToLower(strings.ReplaceAll(r.String(), "-", ""))] = r.String()
	}
	files, err := filepath.Glob("../game/*.go")
	require.NoError(t, err)
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`\bno\((\w+), (\w+)\)`).FindAllStringSubmatch(string(source), -1) {
			kind, known := kinds[m[1]]
			rule, written := rules[strings.ToLower(m[2])]
			if known && written {
				found++
				assert.Contains(t, Document().Problems[wire.CodeName(kind)].Rules, rule, "%s in %s", m[0], file)
			}
		}
	}
	assert.Greater(t, found, 100)
}
