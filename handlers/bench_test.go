package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// BenchmarkMoves measures a durable move through all layers but the network:
// the mover is known by their token, the answer is the new state as JSON. Moves
// that the rules refuse are part of it.
func BenchmarkMoves(b *testing.B) {
	s := open(b, func(c *handlers.Config) { c.Limits = web.Limits{} })
	ada, ben := s.player("Ada"), s.player("Ben")
	path := running(ada, ben)
	b.ReportAllocs()
	b.ResetTimer()
	done := 0
	for range b.N {
		moved := false
		for _, c := range []*client{ada, ben} {
			for _, move := range []string{"roll", "decline", "pass", "end_turn"} {
				moved = moved || s.move(c, path, move) == http.StatusOK
			}
		}
		if moved {
			done++
			continue
		}
		b.StopTimer()
		path = running(ada, ben)
		b.StartTimer()
	}
	require.Positive(b, done)
}

func (s *site) move(c *client, path, move string) int {
	r := httptest.NewRequest(http.MethodPost, path+"/moves", strings.NewReader("move="+move))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Authorization", "Bearer "+c.token)
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	return w.Code
}

// BenchmarkTable measures how one table is read: as JSON, as a page and as the
// fragment that htmx puts into one.
func BenchmarkTable(b *testing.B) {
	s := open(b, func(c *handlers.Config) { c.Limits = web.Limits{} })
	ada, ben := s.player("Ada"), s.player("Ben")
	path := running(ada, ben)
	for name, header := range map[string]map[string]string{
		"json": {"Accept": "application/json"}, "page": {"Accept": "text/html"}, "fragment": {"Accept": "text/html", "HX-Request": "true"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodGet, path, nil)
				r.Header.Set("Authorization", "Bearer "+ada.token)
				for key, value := range header {
					r.Header.Set(key, value)
				}
				w := httptest.NewRecorder()
				s.server.ServeHTTP(w, r)
				require.Equal(b, http.StatusOK, w.Code)
			}
		})
	}
}
