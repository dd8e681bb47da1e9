package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The page of an error says what is missing, and leads nowhere that is not there.
func TestThePageOfAnErrorSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	for path, title := range map[string]string{
		"/games/abcdefgh/books": "No such table",
		"/in/abcdefgh":          "This link no longer works",
		"/me/account/merge":     "No guest",
	} {
		page := ada.get(path).page()
		assert.Equal(t, title, page.Find("#act-h").Text(), path)
		assert.Zero(t, page.Find(`a[href="/games/abcdefgh"]`).Length(), path)
	}
}

// A visitor who types only blanks for a name is told so on the same page, and can
// still sit down.
func TestABlankNameStaysAtTheTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	game := s.player("Ada").create(map[string]any{"edition": "us-classic", "title": "Abends"})
	ben := s.reader().open(game).press("#m-join", "name", "   ")
	require.Equal(t, http.StatusUnprocessableEntity, ben.last.status)
	assert.Contains(t, ben.doc.Text(), "Abends")
	assert.Contains(t, ben.doc.Find("#problem").Text(), "name of 1 to 24")
	ben.press("#m-join", "name", "Ben")
	assert.Equal(t, game, ben.path)
	assert.Contains(t, ben.doc.Find("#seats-h").Parent().Parent().Text(), "Ben")

	gone := s.browser().post(game+"/seats", url.Values{})
	assert.Equal(t, http.StatusSeeOther, gone.status, "a form without the field leads to one")
}

// Dates are written as the reader writes them, and nothing is said twice.
func TestPagesAboutOneselfSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := signedIn(s, s.player("Ada"))
	ada.lang = "de"
	assert.Regexp(t, `angemeldet \d+\. \pL+\.? \d{4}`, ada.get("/me/account", "Accept", asPage).page().Find("#act").Parent().Text())
	muted := ada.get("/me/mutes", "Accept", asPage).page()
	assert.Zero(t, muted.Find("main .note").Length(), "the status line says it: %s", muted.Find("#status").Text())
}

// Deleting oneself is never the main action: the main button is the way back.
func TestTheMainButtonIsTheWayBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := s.readerAs(s.player("Ada")).open("/me/account/delete").doc
	assert.Equal(t, "/me/account", page.Find(".go").AttrOr("href", ""))
	assert.True(t, page.Find("#m-erase").HasClass("warn"))
}
