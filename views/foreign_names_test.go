package views_test

import (
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// The names of streets are in the language of the board, those of the corners and of what
// has a word in both in that of the page: who reads aloud is told which.
func TestNamesSayTheirLanguage(t *testing.T) {
	for _, c := range []struct{ board, rulebook, page, other string }{{"us-classic", "us", "de", "en"}, {"german-classic", "", "en", "de"}} {
		m := bare(t, loadSetup(t, c.board, c.rulebook, nil)).in(game.PhaseHub)
		m.give(0, 12)
		d := m.data(0)
		doc := parse(t, render(t, d.Page(pageOf(c.page))))
		says := func(selector string) string {
			t.Helper()
			x := doc.Find(selector)
			require.Positive(t, x.Length(), selector)
			return x.First().AttrOr("lang", "")
		}
		for _, own := range []string{"#s0 .nm", "#s2 .nm", "#s10 .nm", "#s12 .nm", "#deeds #d12 > a"} {
			assert.Empty(t, says(own), "%s, %s: %s", c.board, own, doc.Find(own).Text())
		}
		assert.Equal(t, c.other, says("#s1 .nm"), doc.Find("#s1 .nm").Text())
		doc.Find(".strip .t").Each(func(_ int, s *goquery.Selection) {
			if s.Text() == doc.Find("#s0 .nm").Text() {
				assert.Empty(t, s.AttrOr("lang", ""))
			}
		})
	}
}
