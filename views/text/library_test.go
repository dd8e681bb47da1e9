package text

import (
	"io/fs"
	"maps"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// polish is an unfinished catalogue: a language with more plural
// forms than ours, and few texts yet.
const polish = `
[language]
name = "Polski"
fallback = "en"
group = "\u00a0"
point = ","
symbol = "after"

[site]
rules = "Zasady"

[table.tickets]
one = "{{.N}} bilet"
few = "{{.N}} bilety"
many = "{{.N}} biletów"
other = "{{.N}} biletu"

[event]
bid_placed = "{{.Name}} oferuje {{.Money}}."

[rule.R-RENT-9]
title = "Czynsz"
`

// with is the folder of catalogues with some files more.
func with(t *testing.T, more map[string]string) fs.FS {
	t.Helper()
	dir := fstest.MapFS{}
	names, err := fs.Glob(files, "*.toml")
	require.NoError(t, err)
	for _, name := range names {
		buf, err := files.ReadFile(name)
		require.NoError(t, err)
		dir[name] = &fstest.MapFile{Data: buf}
	}
	for name, text := range more {
		dir[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return dir
}

func TestAThirdLanguageIsOneFile(t *testing.T) {
	l, err := open(with(t, map[string]string{"pl.toml": polish}))
	require.NoError(t, err)
	assert.Equal(t, []string{German, English, "pl"}, l.langs)
	p := l.printers["pl"]
	assert.Equal(t, "Polski", p.Name())
	assert.Equal(t, "Zasady", p.T("site.rules"))
	for n, want := range map[int]string{1: "1 bilet", 2: "2 bilety", 5: "5 biletów", 22: "22 bilety"} {
		assert.Equal(t, want, p.N("table.tickets", n))
	}
	assert.Equal(t, "Czynsz", p.RuleTitle("R-RENT-9"), "rules may stand in the same file")

	en := l.printers[English]
	assert.Equal(t, en.T("site.tables"), p.T("site.tables"), "what is missing is said in English")
	assert.Equal(t, en.N("table.jail_cards", 2), p.N("table.jail_cards", 2), "with English plurals")
	assert.Equal(t, en.RuleText("R-RENT-9", "text"), p.RuleText("R-RENT-9", "text"))
	assert.Equal(t, en.RuleDependsOn("R-RENT-9", "rent.window"), p.RuleDependsOn("R-RENT-9", "rent.window"))
	for id := range en.msgs {
		assert.True(t, p.Has(id), "%s is said", id)
	}

	st := setuptest.Load(t, "us-classic", "", nil)
	scene := &Scene{Printer: p, Setup: st, Names: []string{"Ada"}}
	assert.Equal(t, "Ada oferuje 1\u00a0500\u00a0$.", scene.Event(&game.Event{Kind: game.BidPlaced, Amount: 1500}))
	assert.Equal(t, "Ada passes.", scene.Event(&game.Event{Kind: game.Passed}))

	assert.Equal(t, "pl", l.match("pl-PL,pl;q=0.9", "", ""))
	assert.Equal(t, "pl", l.match("de", "", "pl"))
	assert.Equal(t, German, l.match("", "", ""), "the usual language stays")
	assert.Equal(t, English, l.match("fr", "", ""))
}

func TestTheFallbackOfAFallbackCounts(t *testing.T) {
	const head = "[language]\nname = \"x\"\ngroup = \".\"\npoint = \",\"\nsymbol = \"after\"\n"
	l, err := open(with(t, map[string]string{
		"nl.toml": head + "fallback = \"de\"\n[site]\nrules = \"Regels\"\n",
		"fy.toml": head + "fallback = \"nl\"\n[site]\ntables = \"Tafels\"\n",
	}))
	require.NoError(t, err)
	p := l.printers["fy"]
	assert.Equal(t, []string{"Tafels", "Regels", "Bretter"}, []string{p.T("site.tables"), p.T("site.rules"), p.T("site.boards")})
}

func TestCataloguesThatCannotBeUsedAreNamed(t *testing.T) {
	const rest = "name = \"x\"\ngroup = \".\"\npoint = \",\"\nsymbol = \"after\"\n"
	for says, file := range map[string]map[string]string{
		`fr.toml: language.name is missing`:              {"fr.toml": "[site]\nrules = \"Règles\"\n"},
		`fr.toml: language.fallback is missing`:          {"fr.toml": "[language]\n" + rest},
		`fr.toml: its fallback "it" has no catalogue`:    {"fr.toml": "[language]\nfallback = \"it\"\n" + rest},
		`fr.toml: site.rules: is no text`:                {"fr.toml": "[site]\nrules = 5\n"},
		`fr.toml: table.tickets: has to be the plural`:   {"fr.toml": "[table.tickets]\none = \"a\"\nother = \"b\"\nfeww = \"c\"\n"},
		`klingonisch.toml: "klingonisch" is no language`: {"klingonisch.toml": "[language]\nfallback = \"de\"\n" + rest},
	} {
		_, err := open(with(t, file))
		assert.ErrorContains(t, err, says)
	}
	_, err := open(with(t, map[string]string{"fr.toml": "[language"}))
	assert.Error(t, err)
}

// German and English borrow nothing from each other.
func TestOurLanguagesAreWhole(t *testing.T) {
	de, err := read(files, German)
	require.NoError(t, err)
	en, err := read(files, English)
	require.NoError(t, err)
	for id := range maps.Keys(de.msgs) {
		assert.Contains(t, en.msgs, id)
	}
	assert.Len(t, en.msgs, len(de.msgs))
}
