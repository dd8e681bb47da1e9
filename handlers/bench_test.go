package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkMoves measures a durable move through all layers but the network:
// the mover is known by his token, the answer is the new state as JSON. Moves
// that the rules refuse are part of it.
func BenchmarkMoves(b *testing.B) {
	s := open(b)
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
