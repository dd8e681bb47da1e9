package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All pages of a table have the same ways in the same order, mark their own, and
// lead nowhere that the reader may not go.
func TestWaysOfTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	a, b := s.player("Ada"), s.player("Ben")
	game := running(a, b)
	ways := func(c *client, path string) (hrefs []string, here string) {
		for _, l := range c.get(path, "Accept", html).page().Find("#ways a").EachIter() {
			hrefs = append(hrefs, l.AttrOr("href", ""))
			if l.AttrOr("aria-current", "") == "page" {
				assert.Empty(t, here, "one is marked on %s", path)
				here = l.AttrOr("href", "")
			}
		}
		return hrefs, here
	}
	for name, test := range map[string]struct {
		who  *client
		want []string // of the table's own pages
	}{
		"a player":   {a, []string{"", "/events", "/chat", "/books", "/stats", "?at=1", "/pace", "/orders", "/proof", "/notes"}},
		"a stranger": {s.browser(), []string{"", "/events", "/books", "/stats", "?at=1", "/pace", "/proof"}},
	} {
		all, here := ways(test.who, game)
		assert.Equal(t, game, here, name)
		require.Greater(t, len(all), len(test.want), name)
		for i, path := range test.want {
			require.Equal(t, game+path, all[i], name)
			got, here := ways(test.who, all[i])
			assert.Equal(t, all, got, "%s on %s", name, all[i])
			assert.Equal(t, all[i], here, name)
		}
		for _, href := range all {
			assert.Equal(t, http.StatusOK, test.who.get(href, "Accept", html).status, "%s on %s", name, href)
		}
	}
	a.get(game, "Accept", html).page().Find("#ways").Each(func(_ int, nav *goquery.Selection) {
		assert.Zero(t, nav.Find("li, br, div, p").Length(), "a text browser shows them in a line")
		assert.NotContains(t, strings.Join(strings.Fields(nav.Text()), " "), "TableLog", "with space between them")
	})
}

// The pages of an account belong to "My games": the header marks it on all of them.
func TestPagesOfAnAccountMarkMyGames(t *testing.T) {
	t.Parallel()
	ada := open(t).player("Ada").html()
	for _, path := range []string{"/me", "/me/tokens", "/me/account", "/me/account/delete", "/me/notes", "/me/mutes"} {
		a := ada.get(path)
		require.Equal(t, http.StatusOK, a.status, path)
		assert.Equal(t, "/me", a.page().Find("#ways [aria-current]").AttrOr("href", ""), path)
	}
	other := ada.get("/games/new").page().Find("#ways [aria-current]")
	assert.Zero(t, other.Length(), "and on no other")
}
