package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
)

func TestRulesHaveThreeFaces(t *testing.T) {
	t.Parallel()
	c := open(t).program()
	for _, path := range []string{"/rules", "/rules/us", "/rules/us?option.short=true", "/rules/mega", "/rules/standard?edition=us-classic"} {
		t.Run(path, func(t *testing.T) {
			j := c.get(path)
			require.Equal(t, http.StatusOK, j.status, j.text())
			assert.Equal(t, "application/json", j.header.Get("Content-Type"))
			assert.NotEmpty(t, j.json())
			p := c.get(path, "Accept", "text/html")
			require.Equal(t, http.StatusOK, p.status, p.text())
			assert.Equal(t, 1, p.page().Find("h1").Length())
			f := c.get(path, "Accept", "text/html", "HX-Request", "true")
			require.Equal(t, http.StatusOK, f.status, f.text())
			assert.True(t, strings.HasPrefix(f.text(), "<main"), "the fragment is the main part")
			assert.Equal(t, http.StatusNotModified, c.get(path, "If-None-Match", j.header.Get("ETag")).status)
		})
	}
}

// Whatever rulebook a game is played with, every rule that a refusal or a
// payment can name is an anchor on its page, and so are all links to rules.
func TestEveryRuleHasItsAnchorAndNoLinkIsDead(t *testing.T) {
	t.Parallel()
	c := open(t).browser()
	pages := map[string]*goquery.Document{}
	open := func(path string) *goquery.Document {
		if pages[path] == nil {
			a := c.get(path)
			require.Equal(t, http.StatusOK, a.status, path)
			pages[path] = a.page()
		}
		return pages[path]
	}
	for _, book := range setup.Rulebooks() {
		for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
			assert.Equal(t, 1, open(page.RulebookPath(book)).Find("[id='"+rule.String()+"']").Length(), "%s in %s", rule, book)
		}
	}
	for _, path := range append([]string{page.RulesPath()}, "/rules/us", "/rules/mega", "/rules/mark?option.end_time=60") {
		assert.NotRegexp(t, `@|\{\{|[a-z]+\.[a-z_]+\.`, open(path).Find("main").Text(), "nothing of the templates is left on %s", path)
		open(path).Find("main a[href]").Each(func(_ int, a *goquery.Selection) {
			href, _ := a.Attr("href")
			target, anchor, _ := strings.Cut(href, "#")
			if target == "" {
				target = path
			}
			if !strings.HasPrefix(target, page.RulesPath()) {
				return
			}
			doc := open(target)
			if anchor != "" {
				assert.Equal(t, 1, doc.Find("[id='"+anchor+"']").Length(), "%s on %s", href, path)
			}
		})
	}
}

// The link that a table shows explains the rules of that table, not those of
// the rulebook as printed.
func TestTheRulesOfATableAreItsOwn(t *testing.T) {
	t.Parallel()
	c := open(t).program()
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	st, err := setup.New(ed, "us", map[string]any{"short": true, "house.salary": 400})
	require.NoError(t, err)
	path := page.TableRulesPath(st)
	a := c.get(path)
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, false, a.at("official"))
	assert.Equal(t, map[string]any{"short": true, "house.salary": 400.0}, a.at("options"))
	said := map[string]map[string]any{}
	for _, area := range a.at("areas").([]any) {
		for _, r := range area.(map[string]any)["rules"].([]any) {
			rule := r.(map[string]any)
			said[rule["id"].(string)] = rule
		}
	}
	assert.Contains(t, said["R-BUILD-6"]["text"], "3 houses")
	assert.Contains(t, said["R-GO-1"]["text"], "$400")
	assert.Equal(t, true, said["R-END-3"]["in_force"])
	assert.Equal(t, path+"#R-END-3", said["R-END-3"]["href"])
	assert.Contains(t, c.get(path, "Accept", "text/html").text(), "not an official game")

	plain, err := setup.New(ed, "us", nil)
	require.NoError(t, err)
	assert.Equal(t, "/rules/us", page.TableRulesPath(plain))
	other, err := setup.New(ed, "standard", nil)
	require.NoError(t, err)
	assert.Equal(t, "/rules/standard?edition=us-classic", page.TableRulesPath(other))
}

// A table on a board of somebody's own links to rules with that board's values.
func TestRulesOnABoardOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.player("Ada")
	ed, err := edition.Load("german-classic")
	require.NoError(t, err)
	own, err := edition.Parse([]byte(strings.Replace(string(ed.Raw), `"german-classic"`, `"mine"`, 1)))
	require.NoError(t, err)
	up := c.post("/editions", string(own.Raw), "Content-Type", "application/json")
	require.Equal(t, http.StatusCreated, up.status, up.text())
	st, err := setup.New(own, "standard", nil)
	require.NoError(t, err)
	path := page.TableRulesPath(st)
	assert.Equal(t, "/rules/standard?edition="+own.Hash, path)
	assert.Equal(t, http.StatusOK, c.get(path).status)
	assert.Equal(t, http.StatusOK, c.get(path, "Accept", "text/html").status)
}

func TestRulesSpeakBothLanguages(t *testing.T) {
	t.Parallel()
	c := open(t).browser()
	de, en := c.get("/rules/us?lang=de").text(), c.get("/rules/us?lang=en").text()
	assert.Contains(t, de, "übernächsten Zug")
	assert.Contains(t, en, "player after next")
	assert.NotContains(t, en, "nächsten Zug")
}

func TestRulesThatCannotBeShown(t *testing.T) {
	t.Parallel()
	c := open(t).program()
	wantProblem(t, c.get("/rules/atlantis"), http.StatusNotFound, "not_found")
	wantProblem(t, c.get("/rules/us?edition=atlantis"), http.StatusNotFound, "unknown_edition")
	wantProblem(t, c.get("/rules/us?option.duel=true"), http.StatusUnprocessableEntity, "config")
	wantProblem(t, c.get("/rules/us?option.wings=true"), http.StatusUnprocessableEntity, "config")
	wantProblem(t, c.get("/rules/us?edition=mega"), http.StatusUnprocessableEntity, "config")
	wantProblem(t, c.get("/rules/standard?option.end_time=soon"), http.StatusUnprocessableEntity, "config")
	page := c.get("/rules/us?option.duel=true", "Accept", "text/html")
	assert.Equal(t, http.StatusOK, page.status, "people get the rules without it")
	assert.Contains(t, page.text(), "left out here")
	assert.Equal(t, http.StatusNotFound, c.get("/rules/atlantis", "Accept", "text/html").status)
}

func TestTheComparisonAsJSON(t *testing.T) {
	t.Parallel()
	a := open(t).program().get("/rules")
	assert.Len(t, a.at("rulebooks"), len(setup.Rulebooks()))
	rows := map[string]map[string]any{}
	for _, r := range a.at("rows").([]any) {
		row := r.(map[string]any)
		rows[row["switch"].(string)] = row
	}
	for _, m := range setup.Matrix() {
		assert.Contains(t, rows, m.Switch)
	}
	window := rows["rent.window"]["values"].(map[string]any)
	assert.Equal(t, 2.0, window["us"].(map[string]any)["value"])
	assert.Equal(t, 1.0, window["mark"].(map[string]any)["value"])
	assert.Equal(t, true, rows["rent.window"]["differs"])
	assert.Equal(t, "optional", rows["duel"]["values"].(map[string]any)["duel"].(map[string]any)["state"])
}
