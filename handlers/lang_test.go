package handlers_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/handlers"
)

// A client that names no language gets English as a program and the server's as a reader
// of pages; one that names a language gets that.
func TestWhoNamesNoLanguage(t *testing.T) {
	t.Parallel()
	german := open(t)
	english := open(t, func(c *handlers.Config) { c.Language = "en" })
	for _, accept := range []string{"", "*", " "} {
		for _, s := range []*site{german, english} {
			assert.Equal(t, "No such table", s.program().get("/games/nosuchgame", "Accept-Language", accept).str("title"), "%q", accept)
		}
		for lang, s := range map[string]*site{"de": german, "en": english} {
			page := s.browser().get("/", "Accept-Language", accept)
			assert.Equal(t, lang, page.header.Get("Content-Language"), "%q", accept)
			assert.Equal(t, lang, page.page().Find("html").AttrOr("lang", ""))
			fragment := s.browser().get("/games/nosuchgame", "Accept-Language", accept, "HX-Request", "true")
			assert.Equal(t, lang, fragment.header.Get("Content-Language"))
		}
	}
	assert.Equal(t, "Diesen Tisch gibt es nicht", german.program().get("/games/nosuchgame", "Accept-Language", "de").str("title"))
	assert.Equal(t, "Diesen Tisch gibt es nicht", german.program().get("/games/nosuchgame?lang=de", "Accept-Language", "").str("title"))
	assert.Equal(t, "en", german.browser().get("/", "Accept-Language", "fr").header.Get("Content-Language"), "only what is not here")
}
