package text

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func ruleMessages(t *testing.T, lang string) map[string]string {
	t.Helper()
	m := map[string]string{}
	for id, msg := range messages(t, "rules."+lang) {
		m[id] = msg.Other
	}
	return m
}

func TestTheRulesSayTheSameInBothLanguages(t *testing.T) {
	de, en := ruleMessages(t, German), ruleMessages(t, English)
	for id := range en {
		assert.Contains(t, de, id)
	}
	usual := messages(t, German)
	for id, d := range de {
		e := en[id]
		assert.NotEmpty(t, strings.TrimSpace(d), id)
		assert.NotEmpty(t, strings.TrimSpace(e), "English lacks %s", id)
		assert.Equal(t, placeholders(d), placeholders(e), "%s: placeholders", id)
		for _, s := range []string{d, e} {
			assert.NotContains(t, s, "  ", "%s: double space", id)
			assert.Equal(t, strings.Count(s, "{{"), len(placeholder.FindAllString(s, -1)), "%s: odd placeholder", id)
		}
		assert.NotContains(t, usual, id, "said in two catalogues")
	}
}

// Rules are explained in one to three plain sentences, and differently in the
// two languages.
func TestRulesAreShort(t *testing.T) {
	end := regexp.MustCompile(`[.!?]( |$)`)
	de := ruleMessages(t, German)
	for lang, m := range map[string]map[string]string{German: de, English: ruleMessages(t, English)} {
		for id, s := range m {
			if !strings.HasPrefix(id, "rule.") || strings.HasSuffix(id, ".title") {
				continue
			}
			assert.Regexp(t, `[.!?]$`, s, "%s in %s", id, lang)
			n := len(end.FindAllString(s, -1))
			assert.LessOrEqual(t, n, 3, "%s in %s", id, lang)
			assert.LessOrEqual(t, len(s), 330, "%s in %s", id, lang)
			if lang == English {
				assert.NotEqual(t, de[id], s, id)
			}
		}
	}
}

// The words around the rules are all used, and those used are all there.
func TestTheWordsAroundTheRulesAreUsed(t *testing.T) {
	var source strings.Builder
	for _, pattern := range []string{"*.go", "../*page/*.go", "../*page/*.templ", "../rulebook/*.go"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_templ.go") {
				continue
			}
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			source.Write(src)
		}
	}
	de := ruleMessages(t, German)
	for id := range de {
		area, key, _ := strings.Cut(id, ".")
		switch area {
		case "rules":
			known := slices.Contains([]string{"yes", "no"}, key) // put together from a value
			assert.True(t, known || strings.Contains(source.String(), `"`+id+`"`), "nobody says %s", id)
		case "usual", "area":
			assert.Contains(t, source.String(), `"`+key+`"`, "nobody says %s", id)
		case "rule", "fact", "book": // package rulebook tests them
		default:
			assert.Fail(t, "unknown part", id)
		}
	}
	for _, m := range regexp.MustCompile(`"(rules\.[a-z_]+)"`).FindAllStringSubmatch(source.String(), -1) {
		assert.Contains(t, de, m[1])
	}
}

func TestChoicesAreJoined(t *testing.T) {
	p := For(English)
	assert.Equal(t, "", p.Or(nil))
	assert.Equal(t, "A", p.Or([]string{"A"}))
	assert.Equal(t, "A, B or C", p.Or([]string{"A", "B", "C"}))
}
