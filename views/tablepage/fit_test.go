package tablepage

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/views/page"
)

// TestLongNamesMayBreak looks for words that would be cut anywhere on a narrow deed.
func TestLongNamesMayBreak(t *testing.T) {
	const most = 13
	for _, board := range []string{"german-classic", "us-classic", "mark-classic", "sonic", "mega", "duel-masters"} {
		var options map[string]any
		if board == "mark-classic" {
			options = map[string]any{"end_time": 60}
		}
		st := setuptest.Load(t, board, "", options)
		s := game.NewState(st.Rules, 3, 0, false)
		for _, lang := range []string{"de", "en"} {
			v := newView(page.Page{Lang: lang}, &TableData{ID: "k7q2m9", Setup: st, State: &s, Viewer: game.Nobody, Query: TableQuery{Deed: -1, Trade: -1}})
			for sp := range game.Space(st.Rules.Size) {
				for _, part := range parts(v.softSpace(sp)) {
					assert.LessOrEqual(t, utf8.RuneCountInString(strings.Trim(part, "\u00ad ")), most, "%s, %s: %s", board, lang, part)
				}
			}
		}
	}
}

func TestNamesAreMadeToFit(t *testing.T) {
	for name, want := range map[string]string{
		"Los": "", "Park\u00adstraße": "", "Neue Straße": "", "Wiener Straße": "",
		"Super\u00adexplosiver Volca\u00adnodon": " tight most", "Konzert\u00adhaus\u00adstraße": " tight",
		"Donaudampfschiff": " tight most", "Elektrizitäts": " tight most", "Tennessee": "", "": "",
	} {
		assert.Equal(t, want, fit(name, 9), name)
	}
	assert.Equal(t, []string{"Groß\u00ad", "meister ", "Zopf-", "Klaue"}, parts("Groß\u00admeister Zopf-Klaue"))
}
