package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

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
