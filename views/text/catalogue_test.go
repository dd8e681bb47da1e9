package text

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/feature/plural"
)

// text is a text of a catalogue as its file has it.
type text struct{ One, Other string }

func messages(t *testing.T, name string) map[string]text {
	t.Helper()
	buf, err := files.ReadFile(name + ".toml")
	require.NoError(t, err)
	p := &Printer{msgs: map[string]message{}}
	var table map[string]any
	require.NoError(t, toml.Unmarshal(buf, &table))
	require.NoError(t, p.add("", table))
	m := map[string]text{}
	for id, msg := range p.msgs {
		m[id] = text{msg.forms[plural.One].String(), msg.forms[plural.Other].String()}
	}
	return m
}

// String is the text with its placeholders.
func (p pattern) String() string {
	var b strings.Builder
	for i, part := range p {
		if i%2 == 1 {
			part = "{{." + part + "}}"
		}
		b.WriteString(part)
	}
	return b.String()
}

var placeholder = regexp.MustCompile(`\{\{\s*\.(\w+)\s*\}\}`)

func placeholders(s string) []string {
	var names []string
	for _, m := range placeholder.FindAllStringSubmatch(s, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestBothLanguagesSayTheSameThings(t *testing.T) {
	de, en := messages(t, German), messages(t, English)
	for id := range en {
		assert.Contains(t, de, id, "German lacks it")
	}
	for id, d := range de {
		e, ok := en[id]
		if !assert.True(t, ok, "English lacks %s", id) {
			continue
		}
		assert.Equal(t, d.One == "", e.One == "", "%s: plural in one language only", id)
		assert.Equal(t, placeholders(d.Other), placeholders(e.Other), "%s: placeholders", id)
		for _, m := range []text{d, e} {
			assert.NotEmpty(t, strings.TrimSpace(m.Other), id)
			assert.Equal(t, strings.Count(m.One+m.Other, "{{"), len(placeholder.FindAllString(m.One+m.Other, -1)), "%s: odd placeholder", id)
			assert.NotContains(t, m.Other, "  ", "%s: double space", id)
		}
	}
}

// Keys used in this package and in views; a key put together from parts counts by its first part.
func usedKeys(t *testing.T) (whole map[string]string, starts []string) {
	t.Helper()
	whole = map[string]string{}
	comment := regexp.MustCompile(`(?m)^\s*//.*$`)
	literal := regexp.MustCompile(`"([a-z][a-z_0-9]*\.[a-z_0-9.]*)"(\s*\+)?`)
	for _, pattern := range []string{"*.go", "../*page/*.go", "../*page/*.templ", "../gallery/*.go", "../../handlers/*.go", "../../handlers/*/*.go"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range paths {
			if strings.HasSuffix(path, "_templ.go") || strings.HasSuffix(path, "_test.go") {
				continue
			}
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			code := comment.ReplaceAll(src, nil)
			for _, m := range literal.FindAllStringSubmatch(string(code), -1) {
				if ext := filepath.Ext(m[1]); ext == ".sh" || ext == ".py" {
					continue // the name of a file
				}
				if m[2] != "" || strings.HasSuffix(m[1], ".") || strings.HasSuffix(m[1], "_") {
					starts = append(starts, m[1])
				} else {
					whole[m[1]] = path
				}
			}
		}
	}
	return whole, starts
}

func TestEveryTextIsUsedAndEveryUsedTextExists(t *testing.T) {
	de := messages(t, German)
	whole, starts := usedKeys(t)
	areas := map[string]bool{}
	for id := range de {
		area, _, _ := strings.Cut(id, ".")
		areas[area] = true
	}
	for key, path := range whole {
		if area, _, _ := strings.Cut(key, "."); areas[area] {
			assert.Contains(t, de, key, "%s lacks the text", path)
		}
	}
	var idle []string
	for id := range de {
		_, said := whole[id]
		_, told := whole[strings.TrimSuffix(id, "_you")] // Scene.tell finds the form that speaks to a player
		if said || told {
			continue
		}
		if !slices.ContainsFunc(starts, func(s string) bool { return strings.HasPrefix(id, s) }) {
			idle = append(idle, id)
		}
	}
	slices.Sort(idle)
	assert.Empty(t, idle, "texts that nobody says")
}

func TestPluralsFollowTheNumber(t *testing.T) {
	assert.Equal(t, "1 Fahrkarte", For(German).N("table.tickets", 1))
	assert.Equal(t, "0 Fahrkarten", For(German).N("table.tickets", 0))
	assert.Equal(t, "2 tickets", For(English).N("table.tickets", 2))
}

func TestUnknownKeyComesBack(t *testing.T) {
	assert.Equal(t, "no.such", For(German).T("no.such"))
	assert.Equal(t, "no.such", For(English).N("no.such", 3))
}

func TestListJoinsNames(t *testing.T) {
	p := For(German)
	assert.Equal(t, "", p.List(nil))
	assert.Equal(t, "Ada", p.List([]string{"Ada"}))
	assert.Equal(t, "Ada, Ben und Cem", p.List([]string{"Ada", "Ben", "Cem"}))
}

func TestMatch(t *testing.T) {
	for name, c := range map[string]struct{ accept, cookie, query, want string }{
		"nothing said":              {"", "", "", German},
		"browser":                   {"en-GB,en;q=0.9", "", "", English},
		"swiss german":              {"gsw", "", "", German},
		"german with region":        {"de-CH-1996", "", "", German},
		"second choice":             {"fr-FR,en;q=0.5", "", "", English},
		"only foreign":              {"fr,it;q=0.5", "", "", English},
		"star":                      {"*", "", "", German},
		"broken":                    {"xx-;;q=9,,,", "", "", German},
		"endless":                   {strings.Repeat("fr,", 500), "", "", German},
		"cookie over browser":       {"en", "de", "", German},
		"address over cookie":       {"de", "de", "en", English},
		"unknown address is no say": {"en", "", "fr", English},
	} {
		assert.Equal(t, c.want, Match(c.accept, c.cookie, c.query), name)
	}
}

func BenchmarkText(b *testing.B) {
	p := For(German)
	b.ReportAllocs()
	for b.Loop() {
		p.T("event.paid.rent_to_at", "Name", "Ada", "To", "Ben", "Money", "28 €", "Space", "Turmstraße")
	}
}

// A name may end in a digit, so no sentence puts an amount right behind one that does
// not begin with the symbol of its currency.
func TestNoAmountRunsIntoAName(t *testing.T) {
	for lang, amounts := range map[string]string{German: "Money|Give|Want|Cash|N|Amount", English: "N|Amount"} {
		clash := regexp.MustCompile(`\{\{\.(Name|To|With|Payer|Owner|By|Who)\}\} \{\{\.(` + amounts + ")")
		data, err := files.ReadFile(lang + ".toml")
		require.NoError(t, err)
		assert.Empty(t, clash.FindAllString(string(data), -1), lang)
		assert.Contains(t, string(data), "{{.Money}}", "it is read at all")
	}
}

// A player is told in the second person what they do.
func TestPlayersAreSpokenTo(t *testing.T) {
	about := []string{"event.settlement_accepted", "event.settlement_rejected", "event.wish"} // of two players; a wish that everybody reads
	for _, lang := range []string{German, English} {
		all := messages(t, lang)
		n := 0
		for id, form := range all {
			if !strings.HasPrefix(id, "event.") || !strings.HasPrefix(form.Other, "{{.Name}} ") || slices.Contains(about, id) {
				continue
			}
			n++
			_, spoken := all[id+"_you"]
			assert.True(t, spoken, "%s: %s lacks the form for the player", lang, id)
		}
		assert.Greater(t, n, 50, lang)
	}
}
