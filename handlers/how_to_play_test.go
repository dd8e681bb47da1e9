package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/setup"
)

// Every rulebook is told in ten pictures, each with words beside it, on the page and
// as JSON, with the names and amounts of its own board.
func TestHowToPlay(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.browser()
	for _, id := range setup.Rulebooks() {
		for _, lang := range []string{"de", "en"} {
			t.Run(id+" "+lang, func(t *testing.T) {
				path := "/rules/" + id + "/play?lang=" + lang
				doc := c.get(path, "Accept", html).page()
				a := s.program().get(path)
				panels, _ := a.at("panels").([]any)
				require.Len(t, panels, 10)
				require.Equal(t, 10, doc.Find(".how-to > li").Length())
				for _, one := range panels {
					p := one.(map[string]any)
					li := doc.Find("#how-" + p["id"].(string))
					assert.Contains(t, li.Text(), p["text"])
					assert.Equal(t, p["picture"], li.Find("svg[role=img]").First().AttrOr("aria-label", ""))
					assert.NotContains(t, li.Text()+p["picture"].(string), "{{")
					assert.NotContains(t, li.Text(), "how.", "a text is missing")
				}
				numbers, _ := a.at("numbers").([]any)
				assert.Equal(t, len(numbers), doc.Find(".how-numbers dt").Length())
				doc.Find(".how-numbers dd").Each(func(_ int, dd *goquery.Selection) { assert.NotEqual(t, "–", dd.Text()) })
			})
		}
	}
	said := func(path string) string { return s.program().get(path, "Accept-Language", "en").text() }
	assert.Contains(t, said("/rules/sonic/play"), "high-tech plant")
	assert.Contains(t, said("/rules/mark/play"), "agreed time")
	assert.Contains(t, said("/rules/mega/play"), "all but one lot")
	assert.NotContains(t, said("/rules/us/play"), "all but one lot")
	assert.Contains(t, said("/rules/us/play?option.short=true"), "up to 3 houses")
	wantProblem(t, s.program().get("/rules/nothing/play"), http.StatusNotFound, "not_found")
	wantProblem(t, s.program().get("/rules/us/play?option.short=7"), http.StatusUnprocessableEntity, "config")

	ada := s.player("Ada")
	room := ada.create(map[string]any{"edition": "us-classic", "players": 2, "options": map[string]any{"short": true}})
	for _, from := range []string{"/", "/rules/us", room} {
		links := ada.shown(from).Find("a").FilterFunction(func(_ int, a *goquery.Selection) bool { return strings.Contains(a.AttrOr("href", ""), "/play") })
		require.NotZero(t, links.Length(), from)
		assert.Equal(t, 10, ada.shown(links.AttrOr("href", "")).Find(".how-to > li").Length())
	}
	assert.Contains(t, ada.shown(room).Find("a[href*='/play']").AttrOr("href", ""), "option.short=true", "as the table plays")
}
