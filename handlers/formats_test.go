package handlers_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every resource that people read is a page, a fragment and JSON.
func TestEveryResourceHasThreeFaces(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	lobby := ada.create(map[string]any{"edition": "us-classic", "players": 3, "bots": []string{"default"}})
	game := running(ada, ben)
	link := ada.post("/me/link", nil).str("path")
	for _, path := range []string{"/", "/games", "/players", "/me", "/editions", "/editions/us-classic", "/editions/mega", "/games/new", lobby, game, link} {
		t.Run(path, func(t *testing.T) {
			j := ada.get(path)
			require.Equal(t, http.StatusOK, j.status, j.text())
			assert.Equal(t, "application/json", j.header.Get("Content-Type"))
			assert.NotEmpty(t, j.json())

			p := ada.get(path, "Accept", "text/html")
			require.Equal(t, http.StatusOK, p.status, p.text())
			assert.Equal(t, "text/html; charset=utf-8", p.header.Get("Content-Type"))
			assert.Equal(t, "en", p.header.Get("Content-Language"))
			assert.Equal(t, 1, p.page().Find("h1").Length(), "one heading of the page")

			f := ada.get(path, "Accept", "text/html", "HX-Request", "true")
			require.Equal(t, http.StatusOK, f.status, f.text())
			assert.Equal(t, "text/html; charset=utf-8", f.header.Get("Content-Type"))
			assert.NotContains(t, f.text(), "<html", "a fragment is no page")
			assert.NotContains(t, f.text(), "<head>")
			assert.NotEmpty(t, strings.TrimSpace(f.text()))

			tags := map[string]bool{j.header.Get("ETag"): true, p.header.Get("ETag"): true, f.header.Get("ETag"): true}
			assert.Len(t, tags, 3, "each face has a validator of its own")
			for _, a := range []*answer{j, p, f} {
				vary := strings.Join(a.header.Values("Vary"), ", ")
				for _, name := range []string{"Accept", "HX-Request", "Cookie", "Authorization", "Accept-Encoding"} {
					assert.Contains(t, vary, name)
				}
				assert.Regexp(t, "private|no-store", a.header.Get("Cache-Control"))
			}
		})
	}
}

// Nobody keeps answers to changes, so that they say nothing about for whom.
func TestChangesAreKeptByNobody(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for _, a := range []*answer{
		toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "roll"}, "Accept-Encoding", "identity"),
		ada.post(game+"/moves", "{", "Accept-Encoding", "identity"),
		s.browser().post("/players", url.Values{"name": {"Cleo"}}, "Accept-Encoding", "identity"),
		s.browser().post("/players", url.Values{"name": {""}}, "Accept-Encoding", "identity"),
	} {
		assert.Empty(t, a.header.Values("Vary"), a.status)
		assert.Regexp(t, "private|no-store", a.header.Get("Cache-Control"), a.status)
	}
}

// A fragment that is asked for again after a page was cached is never the page.
func TestTheFragmentOfATableIsNotAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := runningAt("open", ada, ben)
	page := ada.get(game, "Accept", "text/html")
	fragment := ada.get(game, "Accept", "text/html", "HX-Request", "true", "If-None-Match", page.header.Get("ETag"))
	require.Equal(t, http.StatusOK, fragment.status)
	assert.NotContains(t, fragment.text(), "<head>")
	assert.Contains(t, page.text(), "<head>")
	same := ada.get(game, "Accept", "text/html", "HX-Request", "true", "If-None-Match", fragment.header.Get("ETag"))
	assert.Equal(t, http.StatusNotModified, same.status)
	assert.Empty(t, same.body)
}

func TestTheETagOfTheStateIsItsSeq(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	a := ada.get(game)
	tag := a.header.Get("ETag")
	assert.Equal(t, `"`+itoa(a.num("seq"))+`"`, tag)
	assert.Equal(t, http.StatusNotModified, ada.get(game, "If-None-Match", tag).status)
	assert.Equal(t, http.StatusNotModified, ada.get(game, "If-None-Match", "W/"+tag).status)
	require.Equal(t, http.StatusOK, toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "roll"}).status)
	assert.Equal(t, http.StatusOK, ada.get(game, "If-None-Match", tag).status)
}

// The validator of a state is its number for every viewer: nobody is told that
// nothing has changed about a state that somebody else was sent.
func TestAStateIsUnchangedForItsOwnViewerAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := runningAt("open", ada, ben)
	tag := ada.get(game).header.Get("ETag")
	assert.Equal(t, http.StatusOK, ben.get(game, "If-None-Match", tag).status, "another player")
	assert.Equal(t, http.StatusOK, s.program().get(game, "If-None-Match", tag).status, "nobody")
	assert.Equal(t, http.StatusOK, s.program().get(game, "If-None-Match", tag).status, "nobody again, who may have been somebody")
	assert.Equal(t, http.StatusOK, ada.get(game, "If-None-Match", tag, "Accept-Language", "de").status, "another language")
	assert.Equal(t, http.StatusNotModified, ada.get(game, "If-None-Match", tag).status)
}

// Two programs share a token, and what a state says changes without a move: the one that
// has not seen that is not told that nothing has changed.
func TestAStateThatChangedWithoutAMoveIsSentAgain(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := runningAt("correspondence", ada, ben)
	first := ada.get(game)
	tag := first.header.Get("ETag")
	assert.Equal(t, http.StatusNotModified, ada.get(game, "If-None-Match", tag).status)
	asked, other := toMove(game, ada, ben), ben
	if asked == ben {
		other = ada
	}
	given := other.post(game+"/pace", map[string]any{"what": "give", "about": first.at("turn", "player")})
	require.Less(t, given.status, 300, given.text())
	require.NotEqual(t, first.at("table", "times"), ada.get(game).at("table", "times"), "the other program sees the new deadline")
	again := ada.get(game, "If-None-Match", tag)
	assert.Equal(t, tag, again.header.Get("ETag"))
	assert.Equal(t, http.StatusOK, again.status)
	require.Equal(t, http.StatusOK, toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "roll"}).status)
	tag = ada.get(game).header.Get("ETag")
	assert.Equal(t, http.StatusNotModified, ada.get(game, "If-None-Match", tag).status, "until the next number")
}

// In the waiting room people come and go without an event, so the state is
// never "not modified" there.
func TestTheWaitingRoomIsNeverNotModified(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	before := ada.get(game)
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	after := ada.get(game, "If-None-Match", before.header.Get("ETag"))
	require.Equal(t, http.StatusOK, after.status)
	assert.Len(t, after.at("table", "seats"), 2)
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for _, path := range []string{"/", game, game + "/events", game + "/export", "/editions", "/openapi.json", "/healthz", "/metrics", "/games/none"} {
		get, head := ada.get(path), ada.send(http.MethodHead, path, nil)
		assert.Equal(t, get.status, head.status, path)
		assert.Equal(t, get.header.Get("Content-Type"), head.header.Get("Content-Type"), path)
		assert.Equal(t, get.header.Get("ETag"), head.header.Get("ETag"), path)
		assert.Empty(t, head.body, path)
	}
	stream := ada.send(http.MethodHead, game+"/events", nil, "Accept", "text/event-stream")
	assert.Equal(t, http.StatusOK, stream.status, "and does not wait for events")
	assert.Equal(t, "text/event-stream", stream.header.Get("Content-Type"))
}

func TestLongAnswersAreCompressed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := runningAt("open", ada, ben)
	for _, accept := range []string{"*/*", "text/html"} {
		plain := ada.get(game, "Accept", accept)
		req := ada.request(t.Context(), http.MethodGet, game, nil, "Accept", accept, "Accept-Encoding", "gzip")
		res, err := ada.http.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		require.Equal(t, "gzip", res.Header.Get("Content-Encoding"), accept)
		assert.Equal(t, plain.header.Get("ETag"), res.Header.Get("ETag"))
		r, err := gzip.NewReader(res.Body)
		require.NoError(t, err)
		body, err := io.ReadAll(r)
		require.NoError(t, err)
		assert.Equal(t, plain.text(), string(body))
	}
	for encodings, packed := range map[string]string{
		"gzip;q=0": "", "br, gzip; q=0.0": "", "identity": "", "nogzip": "", "br;q=1.0, gzip;q=0.2": "gzip", "deflate, gzip": "gzip",
	} {
		res, err := ada.http.Do(ada.request(t.Context(), http.MethodGet, game, nil, "Accept-Encoding", encodings))
		require.NoError(t, err)
		res.Body.Close()
		assert.Equal(t, packed, res.Header.Get("Content-Encoding"), encodings)
		assert.Contains(t, res.Header.Values("Vary"), "Accept-Encoding", encodings)
	}
}

func TestErrorsHaveThreeFacesToo(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.program()
	wantProblem(t, c.get("/games/none"), http.StatusNotFound, "unknown_game")
	wantProblem(t, c.get("/nowhere"), http.StatusNotFound, "not_found")
	wantProblem(t, c.get("/editions/none"), http.StatusNotFound, "unknown_edition")
	wantProblem(t, c.get("/in/none"), http.StatusNotFound, "unknown_link")
	wantProblem(t, c.get("/static/none.css"), http.StatusNotFound, "not_found")
	wantProblem(t, c.send(http.MethodPut, "/games", nil), http.StatusMethodNotAllowed, "method")
	assert.Contains(t, c.send(http.MethodPut, "/games", nil).header.Get("Allow"), "POST")

	wrong := c.get("/games/none/moves", "Accept", "text/html")
	assert.Equal(t, http.StatusMethodNotAllowed, wrong.status)
	assert.Equal(t, 1, wrong.page().Find(`main a[href="/games/none"]`).Length(), "the way back to the table")
	own := c.get("/me/link", "Accept", "text/html") // where a browser stands after it has made a link
	assert.Equal(t, http.StatusMethodNotAllowed, own.status)
	assert.Equal(t, 1, own.page().Find(`main a.go[href="/me"]`).Length(), "the way back to one's own page")
	made := s.player("Ada").post("/me/link", url.Values{}, "Accept", "text/html")
	assert.Equal(t, 1, made.page().Find(`footer a[href="/me?lang=de"]`).Length(), "another language shows the same page")
	assert.Contains(t, c.send(http.MethodPut, "/games/none", nil).header.Get("Allow"), "HEAD")
	page := c.get("/games/none", "Accept", "text/html")
	assert.Equal(t, http.StatusNotFound, page.status)
	assert.Equal(t, 1, page.page().Find("h1").Length())
	fragment := c.get("/games/none", "Accept", "text/html", "HX-Request", "true")
	assert.Equal(t, http.StatusNotFound, fragment.status)
	assert.Contains(t, fragment.header.Get("Content-Type"), "text/html")
	assert.NotContains(t, fragment.text(), "<head>")

	c.lang = "de"
	assert.Contains(t, c.get("/games/none").str("title"), "Tisch")
}
