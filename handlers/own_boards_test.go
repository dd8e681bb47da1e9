package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/library"
)

// titled is a built-in board under another title.
func titled(t *testing.T, c *client, id, title string) string {
	t.Helper()
	doc := c.get("/editions/" + id).text()
	old := `"title":"US edition Atlantic City"`
	require.Contains(t, doc, old)
	return strings.Replace(doc, old, `"title":"`+title+`"`, 1)
}

// ownBoards are the titles of the boards in a player's list.
func ownBoards(c *client) (titles []string) {
	list, _ := c.get("/editions?own=1").json()["editions"].([]any)
	for _, one := range list {
		titles = append(titles, one.(map[string]any)["title"].(string))
	}
	return titles
}

// Two players may bring the same document, and each has a list of their own.
func TestABoardIsInTheListOfEveryoneWhoBroughtIt(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	doc := titled(t, ada, "us-classic", "Our village")
	hash := ""
	for _, c := range []*client{ada, ben, ada} {
		made := c.post("/editions", doc)
		require.Equal(t, http.StatusCreated, made.status, made.text())
		hash = made.str("hash")
		assert.Equal(t, []string{"Our village"}, ownBoards(c))
	}
	table := ben.post("/games", `{"edition":"`+hash+`","players":2}`)
	require.Equal(t, http.StatusCreated, table.status, table.text())
	for _, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusNoContent, c.send(http.MethodDelete, "/editions/"+hash, nil).status)
		assert.Empty(t, ownBoards(c))
		wantProblem(t, c.send(http.MethodDelete, "/editions/"+hash, nil), http.StatusNotFound, "unknown_edition")
	}
	assert.Equal(t, http.StatusOK, ben.get("/editions/"+hash).status, "the table keeps it")
	wantProblem(t, ada.send(http.MethodDelete, "/editions/us-classic", nil), http.StatusNotFound, "unknown_edition")
}

func TestABoardNeedsAPlayer(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := titled(t, s.program(), "us-classic", "Our village")
	wantProblem(t, s.program().post("/editions", doc), http.StatusUnauthorized, "unauthorized")
	stranger := s.browser()
	a := stranger.post("/editions", url.Values{"edition": {doc}})
	assert.Equal(t, http.StatusUnprocessableEntity, a.status)
	assert.Contains(t, a.page().Find(".problem").Text(), "Please choose a name")
	assert.Contains(t, a.text(), "Our village", "what was typed stays")
	assert.Contains(t, a.text(), `name="name"`)
	a = stranger.post("/editions", url.Values{"edition": {doc}, "name": {"Ada"}})
	require.Equal(t, http.StatusSeeOther, a.status)
	assert.Contains(t, stranger.get("/editions").text(), "Our village")
}

func TestAProgramGetsTheTokenOfThePlayerItsBoardMade(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := titled(t, s.program(), "us-classic", "Our village")
	for path, form := range map[string]url.Values{
		"/editions":       {"edition": {doc}, "name": {"Uli"}},
		"/editions/draft": {"edition": {doc}, "name": {"Uli"}, "do": {"save"}},
	} {
		uli := s.program()
		made := uli.post(path, form)
		require.Equal(t, http.StatusCreated, made.status, made.text())
		assert.Equal(t, "Uli", made.str("player", "name"), path)
		assert.Equal(t, "Our village", made.str("title"), path)
		uli.token = made.str("token")
		assert.Equal(t, []string{"Our village"}, ownBoards(uli), path)
		again := uli.post(path, form)
		require.Equal(t, http.StatusCreated, again.status, again.text())
		assert.NotContains(t, again.json(), "token", "nobody new was made")
		assert.NotContains(t, again.json(), "player")
	}
}

func TestOnlySoManyBoardsAreKept(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	first := ""
	for i := range library.MaxOwn {
		made := ada.post("/editions", titled(t, ada, "us-classic", "Village "+itoa(i)))
		require.Equal(t, http.StatusCreated, made.status, made.text())
		if i == 0 {
			first = made.str("hash")
		}
	}
	more := titled(t, ada, "us-classic", "One more")
	wantProblem(t, ada.post("/editions", more), http.StatusConflict, "too_many_boards")
	assert.Equal(t, http.StatusCreated, ada.post("/editions", titled(t, ada, "us-classic", "Village 7")).status, "one that is there is none more")
	require.Equal(t, http.StatusNoContent, ada.send(http.MethodDelete, "/editions/"+first, nil).status)
	assert.Equal(t, http.StatusCreated, ada.post("/editions", more).status)
}
