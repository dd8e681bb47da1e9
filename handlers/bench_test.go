package handlers_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// BenchmarkMoves measures a durable move through all layers but the network, at many
// tables in turn: the mover is known by their token, the answer is the new state as JSON.
func BenchmarkMoves(b *testing.B) {
	m := newMovers(b, 64)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if m.move() {
			continue
		}
		b.StopTimer()
		m.begin()
		b.StartTimer()
	}
}

// TestMovesAllocateLittle: to make room for what a move allocates, and to collect it, is a
// tenth of the time that it takes. Some sixteen are those of the test itself.
func TestMovesAllocateLittle(t *testing.T) {
	onlyFile(t) // PostgreSQL is spoken to in another way
	m := newMovers(t, 8)
	var before, after runtime.MemStats
	var counts []uint64
	for range 400 {
		runtime.ReadMemStats(&before)
		went := m.move()
		runtime.ReadMemStats(&after)
		counts = append(counts, after.Mallocs-before.Mallocs)
		if !went {
			m.begin()
		}
	}
	slices.Sort(counts)
	assert.LessOrEqual(t, counts[len(counts)/2], uint64(144))
}

// movers play at many tables in turn.
type movers struct {
	testing.TB
	site   *site
	people []*client
	next   []nextMove
	at     int // which of them is next
}

func newMovers(tb testing.TB, tables int) *movers {
	tb.Helper()
	s := open(tb, func(c *handlers.Config) { c.Limits = web.Limits{} })
	m := &movers{tb, s, []*client{s.player("Ada"), s.player("Ben")}, make([]nextMove, tables), 0}
	for m.at = range m.next {
		m.begin()
	}
	return m
}

// move makes the next move. If it is not plain how that game goes on, a new one has to begin.
func (m *movers) move() bool {
	m.at = (m.at + 1) % len(m.next)
	next := &m.next[m.at]
	w := m.site.move(m.people[next.seat], next.path, next.body)
	require.Equal(m, http.StatusOK, w.Code, w.Body)
	return next.follow(w.Body.Bytes())
}

func (m *movers) begin() { m.next[m.at] = m.site.begin(m.people) }

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
