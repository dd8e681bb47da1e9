package handlers_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// BenchmarkFetch measures what a browser costs that fetches a table after a move
// of somebody: one that has nearly all, one that has all, and the whole page.
func BenchmarkFetch(b *testing.B) {
	s := open(b, func(c *handlers.Config) { c.Limits = web.Limits{} })
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	path := running(ada, ben)
	onward := func(moves int) {
		for range moves {
			for _, c := range []*client{ada, ben} {
				if state := c.get(path); state.asks([]int{0, 1}) == state.num("seat") {
					play(c, path, state)
					break
				}
			}
		}
	}
	onward(200)
	readers := []struct {
		name, before string
		*client
	}{{"player", "", ada}, {"watcher", "", eve}}
	for i := range readers {
		readers[i].before = haveOf(readers[i].get(path, "Accept", "text/html").page())
	}
	onward(1)
	for _, reader := range readers {
		have := haveOf(reader.get(path, "Accept", "text/html").page())
		for _, one := range []struct {
			name, have string
			fragment   bool
		}{{"page", "", false}, {"whole", "", true}, {"after a move", reader.before, true}, {"same", have, true}} {
			b.Run(reader.name+"/"+one.name, func(b *testing.B) {
				b.ReportAllocs()
				size := 0
				for b.Loop() {
					r := httptest.NewRequest(http.MethodGet, path, nil)
					r.Header.Set("Authorization", "Bearer "+reader.token)
					r.Header.Set("Accept", "text/html")
					r.Header.Set("Accept-Language", "en")
					r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
					if one.fragment {
						r.Header.Set("Hx-Request", "true")
					}
					if one.have != "" {
						r.Header.Set("Bh-Have", one.have)
					}
					w := httptest.NewRecorder()
					s.server.ServeHTTP(w, r)
					require.Less(b, w.Code, 300)
					size = w.Body.Len()
				}
				b.ReportMetric(float64(size), "B/answer")
			})
		}
	}
}

// BenchmarkMoveSeen measures what the browsers of a table cost that fetch after each
// move what they do not have: its two players and two who only watch, of both one on a
// large screen. The moves themselves are not counted.
func BenchmarkMoveSeen(b *testing.B) {
	s := open(b, func(c *handlers.Config) { c.Limits = web.Limits{} })
	ada, ben := s.player("Ada"), s.player("Ben")
	readers := []*client{ada, ben, s.player("Eve"), s.player("Fay")}
	have := make([]string, len(readers))
	path := ""
	begin := func() {
		path = running(ada, ben)
		for i, c := range readers {
			have[i] = haveOf(c.get(path, "Accept", "text/html").page())
		}
	}
	move := func() {
		for _, c := range []*client{ada, ben, ada} {
			state := c.get(path)
			if state.str("status") != "playing" {
				begin()
			} else if state.asks([]int{0, 1}) == state.num("seat") {
				play(c, path, state)
				return
			}
		}
	}
	begin()
	for range 100 {
		move()
	}
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		b.StopTimer()
		move()
		answers, requests := make([]*httptest.ResponseRecorder, len(readers)), make([]*http.Request, len(readers))
		for i, c := range readers {
			requests[i] = httptest.NewRequest(http.MethodGet, path, nil)
			h := requests[i].Header
			h.Set("Authorization", "Bearer "+c.token)
			h.Set("Accept", "text/html")
			h.Set("Accept-Language", "en")
			h.Set("Accept-Encoding", "gzip, deflate, br, zstd")
			h.Set("Hx-Request", "true")
			h.Set("Bh-Have", have[i])
			answers[i] = httptest.NewRecorder()
		}
		b.StartTimer()
		for i, r := range requests {
			s.server.ServeHTTP(answers[i], r)
		}
		b.StopTimer()
		for i, w := range answers {
			require.Less(b, w.Code, 300)
			size += w.Body.Len()
			if w.Code == http.StatusOK {
				have[i] = shownHave(b, have[i], w, i%2 == 1)
			}
		}
		b.StartTimer()
	}
	b.ReportMetric(float64(size)/float64(b.N), "B/move")
}

// nextSpaces is what a page has of the spaces ahead, which are not seen on a large screen.
var nextSpaces = regexp.MustCompile(`ahead=\w*`)

// shownHave is what a page has after an answer.
func shownHave(b *testing.B, had string, w *httptest.ResponseRecorder, large bool) string {
	b.Helper()
	var body io.Reader = w.Body
	if w.Header().Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(w.Body)
		require.NoError(b, err)
		body = unzipped
	}
	doc, err := goquery.NewDocumentFromReader(body)
	require.NoError(b, err)
	said := haveOf(doc)
	if news, some := strings.CutPrefix(said, ","); some {
		said = merged(had, news)
	}
	if large {
		said = nextSpaces.ReplaceAllString(said, "ahead=hidden")
	}
	return said
}
