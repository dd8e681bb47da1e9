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
	room := s.readerAs(ben).open("/games/" + table.str("game"))
	assert.True(t, room.has(`a[href="/editions/`+hash+`"]`), "the table leads to this board, not to the one with the same id")
	assert.False(t, room.has(`a[href="/editions/us-classic"]`))
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

// After saving a board its owner reads that it is kept and what to do with it, and
// after removing it that it is gone, each once.
func TestSavingAndRemovingABoardIsSaid(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.browser()
	form := drafted(t, ada.get("/editions/us-classic/edit"))
	form.Set("at.title", "Our village")
	form.Set("do", "save")
	form.Set("name", "Ada")
	saved := ada.post("/editions/draft", form)
	require.Equal(t, http.StatusSeeOther, saved.status, saved.text())
	path := saved.header.Get("Location")
	hash := strings.TrimPrefix(path, "/editions/")
	require.Equal(t, http.StatusOK, ada.get("/editions/us-classic").status, "another board says nothing of it")
	saved = ada.post("/editions/draft", form)
	require.Equal(t, http.StatusSeeOther, saved.status)
	doc := ada.get(path).page()
	assert.Equal(t, "“Our village” is saved.", doc.Find("#status").Text())
	own := doc.Find("#own")
	assert.Equal(t, "Your board is saved", strings.TrimSpace(own.Find("h2").Text()))
	assert.Equal(t, 1, own.Find(`a[href="/games/new?edition=`+hash+`"]`).Length(), "play on it")
	assert.Equal(t, 1, own.Find(`a[href="`+path+`/edit"]`).Length(), "edit it")
	assert.Equal(t, s.url+path, own.Find("#board-link").Text(), "hand it on")
	assert.Equal(t, 1, own.Find(`form[action="`+path+`/remove"]`).Length(), "remove it")
	doc = ada.get(path).page()
	assert.NotContains(t, doc.Find("#status").Text(), "saved", "not after a reload")
	assert.Equal(t, "Your board", strings.TrimSpace(doc.Find("#own h2").Text()))
	stranger := s.browser().get(path).page()
	assert.Equal(t, 0, stranger.Find("#own").Length())
	assert.Equal(t, 1, stranger.Find(`a[href="/games/new?edition=`+hash+`"]`).Length())

	require.Equal(t, http.StatusSeeOther, ada.post("/editions/draft", form).status)
	assert.NotContains(t, ada.get("/editions").page().Find("#status").Text(), "deleted", "what was saved meanwhile is not gone")

	gone := ada.post(path+"/remove", url.Values{"sent": {"1"}})
	require.Equal(t, http.StatusSeeOther, gone.status, gone.text())
	list := ada.get("/editions").page()
	assert.Equal(t, "“Our village” is deleted.", list.Find("#status").Text())
	assert.Equal(t, "“Our village” is deleted.", list.Find("#dropped h2").Text())
	assert.Equal(t, 0, ada.get("/editions").page().Find("#dropped").Length(), "not after a reload")

	doc = ada.get("/editions/us-classic").page()
	assert.Equal(t, 0, doc.Find("#own").Length())
	sent := ada.post("/editions", url.Values{"edition": {titled(t, s.program(), "us-classic", "Sent")}})
	require.Equal(t, http.StatusSeeOther, sent.status, sent.text())
	assert.Equal(t, "“Sent” is saved.", ada.get(sent.header.Get("Location")).page().Find("#status").Text())
}

// TestWhatIsWrongWithABoardComesIntoSight: the form is the last thing on a long page, so the
// answer takes the focus, with the faults as its description.
func TestWhatIsWrongWithABoardComesIntoSight(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := s.readerAs(s.player("Ada")).open("/editions")
	for _, button := range []string{"#m-edition", "#m-read"} {
		r.open("/editions").press(button, "edition", "{")
		said := r.doc.Find("#problem[autofocus]")
		require.Equal(t, 1, said.Length(), button)
		assert.Equal(t, 1, r.doc.Find("#"+said.AttrOr("aria-describedby", "-")+" li").Length())
	}
}
