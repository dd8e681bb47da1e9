package handlers

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"sort"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
)

// metrics counts requests by route and status, and refused moves by code.
type metrics struct {
	mu       sync.Mutex
	started  time.Time
	requests map[request]*tally
	refused  map[string]uint64
	moves    uint64
}

// request is one line of the request metrics; route is the pattern, never the
// address, so that no secret gets in and the number of lines is bounded.
type request struct {
	method, route string
	status        int
}

type tally struct {
	n       uint64
	seconds float64
}

func newMetrics(now time.Time) *metrics {
	return &metrics{started: now, requests: map[request]*tally{}, refused: map[string]uint64{}}
}

// count adds one answered request.
func (m *metrics) count(method, route string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := request{method, route, status}
	t := m.requests[key]
	if t == nil {
		t = &tally{}
		m.requests[key] = t
	}
	t.n++
	t.seconds += took.Seconds()
}

// move counts one move, refused with a code or accepted with "".
func (m *metrics) move(code string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if code == "" {
		m.moves++
		return
	}
	m.refused[code]++
}

// write prints everything in the Prometheus text format.
func (m *metrics) write(w io.Writer, version string, streams int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	help(w, "bankhalter_build_info", "gauge", "Version of the program.")
	fmt.Fprintf(w, "bankhalter_build_info{version=%q,go=%q} 1\n", version, runtime.Version())
	help(w, "process_start_time_seconds", "gauge", "When the program started.")
	fmt.Fprintf(w, "process_start_time_seconds %d\n", m.started.Unix())
	help(w, "go_goroutines", "gauge", "Goroutines that exist now.")
	fmt.Fprintf(w, "go_goroutines %d\n", runtime.NumGoroutine())
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	help(w, "go_memstats_heap_inuse_bytes", "gauge", "Heap in use.")
	fmt.Fprintf(w, "go_memstats_heap_inuse_bytes %d\n", mem.HeapInuse)
	help(w, "bankhalter_streams", "gauge", "Live streams open now.")
	fmt.Fprintf(w, "bankhalter_streams %d\n", streams)
	help(w, "bankhalter_moves_total", "counter", "Moves accepted over HTTP.")
	fmt.Fprintf(w, "bankhalter_moves_total %d\n", m.moves)
	help(w, "bankhalter_moves_refused_total", "counter", "Moves refused, by code.")
	for _, code := range sortedKeys(m.refused) {
		fmt.Fprintf(w, "bankhalter_moves_refused_total{code=%q} %d\n", code, m.refused[code])
	}
	m.writeRequests(w)
}

func (m *metrics) writeRequests(w io.Writer) {
	keys := make([]request, 0, len(m.requests))
	for k := range m.requests {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := keys[i], keys[j]
		if a.route != b.route {
			return a.route < b.route
		}
		return a.method < b.method || a.method == b.method && a.status < b.status
	})
	label := func(k request) string {
		return fmt.Sprintf("{method=%q,route=%q,status=\"%d\"}", k.method, k.route, k.status)
	}
	help(w, "bankhalter_http_requests_total", "counter", "Requests answered.")
	for _, k := range keys {
		fmt.Fprintf(w, "bankhalter_http_requests_total%s %d\n", label(k), m.requests[k].n)
	}
	help(w, "bankhalter_http_request_seconds_total", "counter", "Time spent answering; streams count until they end.")
	for _, k := range keys {
		fmt.Fprintf(w, "bankhalter_http_request_seconds_total%s %.6f\n", label(k), m.requests[k].seconds)
	}
}

func help(w io.Writer, name, kind, text string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, text, name, kind)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// known are the methods counted by name; anybody can send others.
func known(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete, http.MethodPut, http.MethodPatch, http.MethodOptions:
		return method
	}
	return "other"
}

// observe counts and logs every request by its route. Addresses of tables,
// secret links, names and network addresses stay out of the log.
func (s *Server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := s.cfg.Now()
		err := next(c)
		if err != nil {
			c.Error(err)
		}
		route, status := c.Path(), c.Response().Status
		method, took := known(c.Request().Method), s.cfg.Now().Sub(began)
		if isHead(c.Request()) {
			method = http.MethodHead
		}
		s.metrics.count(method, route, status, took)
		s.logRequest(c, err, method, route, status, took)
		return nil
	}
}
