package referencepage

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/rulebook"
	"github.com/bankhalter/bankhalter/views/text"
)

func ruleDocument(t *testing.T, c templ.Component) *goquery.Document {
	t.Helper()
	var b strings.Builder
	require.NoError(t, c.Render(context.Background(), &b))
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(b.String()))
	require.NoError(t, err)
	return doc
}

func rulebookPage(t *testing.T, lang string, st *setup.Setup, left bool) *goquery.Document {
	t.Helper()
	return ruleDocument(t, RulebookData{Book: rulebook.Explain(lang, st), Left: left}.Page(page.Page{Lang: lang, Path: page.RulebookPath(st.Rulebook)}))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestTheComparisonShowsSixColumns(t *testing.T) {
	for _, lang := range text.Langs() {
		doc := ruleDocument(t, RulesData{rulebook.Compare(lang)}.Page(page.Page{Lang: lang, Path: page.RulesPath()}))
		assert.Equal(t, 1+len(setup.Rulebooks()), doc.Find(".six thead th").Length())
		for _, m := range setup.Matrix() {
			row := doc.Find("[id='x-" + m.Switch + "']")
			require.Equal(t, 1, row.Length(), m.Switch)
			columns := 0
			row.Find("td").Each(func(_ int, td *goquery.Selection) {
				n := 1
				if td.AttrOr("colspan", "") != "" {
					n = len(setup.Rulebooks())
				}
				columns += n
				assert.NotEmpty(t, squeeze(td.Text()))
			})
			assert.Equal(t, len(setup.Rulebooks()), columns, m.Switch)
			assert.NotEmpty(t, squeeze(row.Find("th").Text()))
		}
		window := doc.Find("[id='x-rent.window']")
		assert.Equal(t, 1, window.Find("td.odd b").Length(), "one rulebook is different")
		assert.Equal(t, 1, window.Find("th [role=img]").Length())
		assert.Zero(t, doc.Find("[id='x-salary'] th [role=img]").Length())
	}
}

func TestARuleSaysHowOthersDiffer(t *testing.T) {
	us := setup.Rulebooks()[4]
	doc := rulebookPage(t, text.English, rulebook.Printed(us), false)
	rent := squeeze(doc.Find("#R-RENT-9").Text())
	assert.Contains(t, rent, "until the player after next")
	assert.Contains(t, rent, "Normal rulebook, Mega rulebook, Rulebook with duels: next throw")
	href, _ := doc.Find("#R-RENT-9 ul a").First().Attr("href")
	assert.Equal(t, "/rules/mark#R-RENT-9", href)
	assert.Contains(t, squeeze(doc.Find("#R-QUICK-1").Text()), "Only with: “Short game”")
	assert.Contains(t, squeeze(doc.Find("#R-MTICK-1").Text()), "Found in: Mega rulebook")
	assert.Zero(t, doc.Find("#R-DUEL-1 h3").Length(), "listed, but not explained here")
	assert.Equal(t, 1, doc.Find(".links [aria-current]").Length())
	assert.Zero(t, doc.Find(".problem").Length())
}

func TestATablesRulesSayThatTheyAre(t *testing.T) {
	duel := setup.Rulebooks()[5]
	st, err := setup.New(rulebook.Printed(duel).Edition, duel, map[string]any{"duel": true, "house.gifts": true})
	require.NoError(t, err)
	doc := rulebookPage(t, text.German, st, true)
	assert.Equal(t, 2, doc.Find(".problem").Length(), "house rules, and an option left out")
	assert.Contains(t, doc.Find(".problem").First().Text(), "Geschenke erlaubt")
	back, _ := doc.Find("#act .note a").Attr("href")
	assert.Equal(t, page.RulebookPath(duel), back)
	assert.Contains(t, doc.Find("#R-TRADE-5").Text(), "darf man auch schenken")
	assert.NotContains(t, doc.Find("#R-DUEL-2").Text(), "Nur mit:", "it is in force")
}

func TestBoardsWithWordsOfTheirOwnSaySo(t *testing.T) {
	lines := themed(text.For(text.German), rulebook.Printed(setup.Rulebooks()[1]))
	assert.Contains(t, lines, "Haus: Labor")
	for _, l := range lines {
		assert.NotRegexp(t, `: ?$`, l)
	}
}

func TestLinksToRules(t *testing.T) {
	assert.Equal(t, "/rules/us#R-RENT-9", page.RuleAt(page.RulebookPath("us"), "R-RENT-9"))
	assert.Equal(t, "/rules/us", page.RuleAt(page.RulebookPath("us"), ""))
	us := setup.Rulebooks()[4]
	ed := rulebook.Printed(us).Edition
	st, err := setup.New(ed, us, map[string]any{"end_time": 90, "rent.auto_claim": true})
	require.NoError(t, err)
	assert.Equal(t, "/rules/us?option.end_time=90&option.rent.auto_claim=true", page.TableRulesPath(st))
	mark := setup.Rulebooks()[0]
	st, err = setup.New(rulebook.Printed(mark).Edition, mark, map[string]any{"end_time": 90})
	require.NoError(t, err)
	assert.Equal(t, "/rules/mark", page.TableRulesPath(st), "an agreed hour changes no rule there")
}

// A search lists the rules in which every word is, in the order of the book, marks
// the words wherever they are, and hands on the board and options of the table.
func TestRulebooksAreSearched(t *testing.T) {
	st := rulebook.Printed("us")
	shown := func(lang, typed string) *goquery.Document {
		d := RulebookData{Book: rulebook.Explain(lang, st), Search: typed, Edition: "us-classic", Options: url.Values{page.QueryOption + "short": {"true"}}}
		return ruleDocument(t, d.Page(page.Page{Lang: lang, Path: page.RulebookPath("us")}))
	}
	whole := shown("en", "")
	assert.Zero(t, whole.Find("#found-h, mark").Length(), "nothing is looked for")
	assert.Equal(t, 2, whole.Find("#f-find [type=hidden]").Length(), "the board and an option, nothing else")

	doc := shown("en", "  MORTGAGE   interest ")
	assert.Equal(t, "MORTGAGE interest", doc.Find("#in-find").AttrOr("value", ""))
	hits := doc.Find(".found a")
	require.Positive(t, hits.Length())
	assert.Less(t, hits.Length(), doc.Find("article.rule").Length()/4)
	hits.Each(func(_ int, a *goquery.Selection) {
		rule := doc.Find("article" + a.AttrOr("href", ""))
		require.Equal(t, 1, rule.Length(), "the line leads to its rule")
		said := strings.ToLower(rule.Text())
		assert.Contains(t, said, "mortgage")
		assert.Contains(t, said, "interest")
		assert.Positive(t, rule.Find("mark").Length())
	})
	doc.Find("mark").Each(func(_ int, m *goquery.Selection) {
		assert.Contains(t, []string{"mortgage", "interest"}, strings.ToLower(m.Text()))
	})
	assert.Equal(t, squeeze(whole.Find("#R-MORT-1 > p").Text()), squeeze(doc.Find("#R-MORT-1 > p").Text()), "no word is lost")
	assert.Positive(t, shown("de", "ÜBERZAHLT versteigerung").Find("#found-h").Length())
	assert.Positive(t, shown("de", "HÄUSER").Find(".found a").Length(), "capitals with dots too")

	for _, typed := range []string{"<script>", "[(", "xyzzy", strings.Repeat("ß", 500), "\xff("} {
		none := shown("en", typed)
		assert.Zero(t, none.Find(".found, mark").Length(), typed)
		assert.Contains(t, none.Text(), "Try another word", typed)
	}
	assert.Zero(t, shown("en", " \t ").Find("#found-h").Length())
}

// What is found stands in one piece where one word begins another.
func TestTheLongestWordIsMarked(t *testing.T) {
	bits := newSearch("rent rents").mark("No rents here, Rent there.")
	assert.Equal(t, []bit{{"No ", false}, {"rents", true}, {" here, ", false}, {"Rent", true}, {" there.", false}}, bits)
	assert.Equal(t, []bit{{"a.b", false}}, newSearch("axb").mark("a.b"), "a dot is a dot")
}
