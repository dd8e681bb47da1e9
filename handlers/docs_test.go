package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThePageAboutTheInterface(t *testing.T) {
	t.Parallel()
	s := open(t)
	p, b := s.program(), s.browser()
	chapters, _ := p.get("/api").at("chapters").([]any)
	require.NotEmpty(t, chapters)
	operations := 0
	for _, c := range chapters {
		list, _ := c.(map[string]any)["operations"].([]any)
		operations += len(list)
	}
	texts := map[string]string{}
	for _, lang := range []string{"en", "de"} {
		b.lang = lang
		a := b.get("/api")
		require.Equal(t, http.StatusOK, a.status)
		page := a.page()
		assert.Equal(t, operations, page.Find(".op").Length())
		assert.Greater(t, page.Find(".op .shell").Length(), operations/2)
		assert.Equal(t, "B="+s.url, page.Find("#sh").Text())
		assert.Contains(t, page.Find("#file-bot\\.sh").Text(), "#!/usr/bin/env bash")
		assert.Contains(t, page.Find("#file-bot\\.py").Text(), "urlopen")
		for _, flag := range []string{"--public-url", "--people", "--admin-password"} {
			assert.Contains(t, page.Find("main").Text(), flag, "a server as it ships answers some examples otherwise")
		}
		assert.NotContains(t, page.Find("main").Text(), "`", "code is marked as code")
		assert.Zero(t, page.Find("script:not([src^='/static/'])").Length())
		page.Find("main a[href^='#']").Each(func(_ int, link *goquery.Selection) {
			assert.Equal(t, 1, page.Find(link.AttrOr("href", "")).Length(), link.Text())
		})
		texts[lang] = page.Find(".op h3").Text()
	}
	assert.NotEqual(t, texts["en"], texts["de"])
	assert.Contains(t, texts["en"], "The audit log", "called as in the menu of the operator")
	assert.Contains(t, texts["de"], "Das Audit-Log")
	a := p.get("/api")
	assert.Equal(t, http.StatusNotModified, p.get("/api", "If-None-Match", a.header.Get("ETag")).status)
	assert.Equal(t, "/openapi.json", a.rel("service-desc"))
	assert.Equal(t, "/api", b.get("/").page().Find("footer a[href='/api']").AttrOr("href", ""))
}

// What an address does not take is refused with a list of what it takes; to
// ask for the list is allowed.
func TestAnAddressTellsWhatItTakes(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic"})
	for path, want := range map[string]string{"/games": "GET, HEAD, POST", game: "GET, HEAD", game + "/moves": "POST", "/me/tokens": "GET, HEAD, POST"} {
		for _, method := range []string{http.MethodPatch, http.MethodOptions} {
			a := ada.send(method, path, nil)
			for name := range strings.SplitSeq(want, ", ") {
				assert.Contains(t, a.header.Get("Allow"), name, "%s %s", method, path)
			}
			if method == http.MethodOptions {
				assert.Equal(t, http.StatusNoContent, a.status, path)
				continue
			}
			wantProblem(t, a, http.StatusMethodNotAllowed, "method")
		}
	}
	head := ada.send(http.MethodHead, game, nil)
	assert.Equal(t, http.StatusOK, head.status)
	assert.Empty(t, head.body)
	assert.Equal(t, ada.get(game).header.Get("ETag"), head.header.Get("ETag"))
	assert.Equal(t, game+"/events", head.rel("events"))
}
