package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A player who deletes their account reads on the next page that it is done, once.
func TestWhoDeletesHimselfIsToldOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	for lang, title := range map[string]string{"de": "Dein Konto ist gelöscht", "en": "Your account is deleted"} {
		b := s.browser()
		require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ada"}}).status)
		done := b.post("/me/account/delete", url.Values{"name": {"Ada"}})
		require.Equal(t, http.StatusSeeOther, done.status, done.text())
		assert.Equal(t, "/", done.header.Get("Location"))
		require.Equal(t, http.StatusOK, b.get("/", "Accept", "*/*").status, "a program in between reads nothing of it")
		said := b.get("/", "Accept-Language", lang).page().Find("#farewell")
		assert.Equal(t, title, said.Find("h2").Text())
		assert.Regexp(t, `Person [0-9A-F]{4}\. `, said.Find("p").Text())
		assert.Equal(t, 0, b.get("/", "Accept-Language", lang).page().Find("#farewell").Length(), "not after a reload")
		assert.Equal(t, 0, s.browser().get("/").page().Find("#farewell").Length(), "and nobody else")
	}
	forged := s.browser().get("/", "Cookie", "farewell=%zz").page()
	assert.Equal(t, 0, forged.Find("#farewell").Length())
}
