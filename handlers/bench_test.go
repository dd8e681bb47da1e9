package handlers_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// BenchmarkMoves measures a durable move through all layers but the network, at many
// tables in turn: the mover is known by their token, the answer is the new state as JSON.
func BenchmarkMoves(b *testing.B) {
	s := open(b, func(c *handlers.Config) { c.Limits = web.Limits{} })
	people := []*client{s.player("Ada"), s.player("Ben")}
	const tables = 64
	next := make([]nextMove, tables)
	for i := range next {
		next[i] = s.begin(people)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		m := &next[i%tables]
		w := s.move(people[m.seat], m.path, m.body)
		require.Equal(b, http.StatusOK, w.Code, w.Body)
		if m.follow(w.Body.Bytes()) {
			continue
		}
		b.StopTimer()
		*m = s.begin(people)
		b.StartTimer()
	}
}

// nextMove is what is posted next at a table.
type nextMove struct {
	path, body string
	seat       int
}

func (s *site) begin(people []*client) nextMove {
	path := running(people[0], people[1:]...)
	return nextMove{path, `{"move":"roll"}`, people[0].get(path).num("turn", "player")}
}

// plain are the moves that get on with a game, by phase.
var plain = map[string]string{"roll": "roll", "jail": "pay_fine", "buy": "decline", "auction": "pass", "hub": "end_turn"}

// follow makes up the next move from an answer, if it asks for a plain one.
func (m *nextMove) follow(answer []byte) bool {
	_, rest, _ := bytes.Cut(answer, []byte(`"phase":"`))
	phase, rest, _ := bytes.Cut(rest, []byte(`"`))
	_, rest, _ = bytes.Cut(rest, []byte(`"waiting_for":[`))
	move, ok := plain[string(phase)]
	if !ok || len(rest) == 0 || rest[0] < '0' || rest[0] > '9' {
		return false
	}
	m.seat = int(rest[0] - '0')
	m.body = `{"move":"` + move + `"}`
	return true
}

func (s *site) move(c *client, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path+"/moves", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Authorization", "Bearer "+c.token)
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	return w
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
