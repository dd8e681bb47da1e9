package handlers

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/handlers/live"
)

// metrics counts requests by route and status, and refused moves by code.
type metrics struct {
	mu       sync.Mutex
	started  time.Time
	requests map[request]*tally
	refused  map[string]uint64
	moves    uint64
	watched  map[string]uint64 // what concerns security, by event
}

// request is one line of the request metrics; route is the pattern, never the
// address, so that no secret gets in and the number of lines is bounded.
type request struct {
	method, route string
	status        int
}

type tally struct {
	n     uint64
	timed timing
}

// timing counts how long answers took, by upper bound; the last count is of all above.
type timing struct {
	counts  [len(timeBounds) + 1]uint64
	seconds float64
}

var timeBounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10}

func (t *timing) add(seconds float64) {
	i := 0
	for i < len(timeBounds) && seconds > timeBounds[i] {
		i++
	}
	t.counts[i]++
	t.seconds += seconds
}

func newMetrics(now time.Time) *metrics {
	return &metrics{started: now, requests: map[request]*tally{}, refused: map[string]uint64{}, watched: map[string]uint64{}}
}

// Request adds one answered request. How long a live stream was open says nothing
// about how fast the server answers and is left out.
func (m *metrics) Request(method, route string, status int, took time.Duration, stream bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := request{method, route, status}
	t := m.requests[key]
	if t == nil {
		t = &tally{}
		m.requests[key] = t
	}
	t.n++
	if !stream {
		t.timed.add(took.Seconds())
	}
}

// Move counts one move, refused with a code or accepted with "".
func (m *metrics) Move(code string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if code == "" {
		m.moves++
		return
	}
	m.refused[code]++
}

// Security counts one thing that concerns security.
func (m *metrics) Security(event string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watched[event]++
}

// write prints everything in the Prometheus text format.
func (m *metrics) write(w io.Writer, version string, live *live.Streams) {
	m.mu.Lock()
	defer m.mu.Unlock()
	help(w, "bankhalter_build_info", "gauge", "Version of the program.")
	fmt.Fprintf(w, "bankhalter_build_info{version=%q,go=%q} 1\n", version, runtime.Version())
	help(w, "process_start_time_seconds", "gauge", "When the program started.")
	fmt.Fprintf(w, "process_start_time_seconds %d\n", m.started.Unix())
	writeProcess(w)
	writeRuntime(w)
	help(w, "bankhalter_streams", "gauge", "Live streams open now.")
	fmt.Fprintf(w, "bankhalter_streams %d\n", live.Open())
	help(w, "bankhalter_streams_opened_total", "counter", "Live streams opened.")
	fmt.Fprintf(w, "bankhalter_streams_opened_total %d\n", live.Opened())
	help(w, "bankhalter_stream_messages_total", "counter", "Messages sent over live streams, heartbeats too.")
	fmt.Fprintf(w, "bankhalter_stream_messages_total %d\n", live.Sent())
	help(w, "bankhalter_moves_total", "counter", "Moves accepted over HTTP.")
	fmt.Fprintf(w, "bankhalter_moves_total %d\n", m.moves)
	help(w, "bankhalter_moves_refused_total", "counter", "Moves refused, by code.")
	for _, code := range slices.Sorted(maps.Keys(m.refused)) {
		fmt.Fprintf(w, "bankhalter_moves_refused_total{code=%q} %d\n", code, m.refused[code])
	}
	help(w, "bankhalter_security_events_total", "counter", "What concerns security, by event.")
	for _, event := range slices.Sorted(maps.Keys(m.watched)) {
		fmt.Fprintf(w, "bankhalter_security_events_total{event=%q} %d\n", event, m.watched[event])
	}
	m.writeRequests(w)
}

func (m *metrics) writeRequests(w io.Writer) {
	keys := slices.SortedFunc(maps.Keys(m.requests), func(a, b request) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.method, b.method), cmp.Compare(a.status, b.status))
	})
	help(w, "bankhalter_http_requests_total", "counter", "Requests answered, live streams when they end.")
	for _, k := range keys {
		fmt.Fprintf(w, "bankhalter_http_requests_total{method=%q,route=%q,status=\"%d\"} %d\n", k.method, k.route, k.status, m.requests[k].n)
	}
	help(w, "bankhalter_http_request_seconds", "histogram", "Time an answer took, without live streams.")
	for i := 0; i < len(keys); {
		k, sum := keys[i], timing{}
		for ; i < len(keys) && keys[i].route == k.route && keys[i].method == k.method; i++ {
			sum.merge(&m.requests[keys[i]].timed)
		}
		sum.write(w, fmt.Sprintf("method=%q,route=%q", k.method, k.route))
	}
}

func (t *timing) merge(other *timing) {
	for i, n := range other.counts {
		t.counts[i] += n
	}
	t.seconds += other.seconds
}

// write prints the lines of one route.
func (t *timing) write(w io.Writer, labels string) {
	var sum uint64
	for i, bound := range timeBounds {
		sum += t.counts[i]
		fmt.Fprintf(w, "bankhalter_http_request_seconds_bucket{%s,le=\"%g\"} %d\n", labels, bound, sum)
	}
	sum += t.counts[len(timeBounds)]
	fmt.Fprintf(w, "bankhalter_http_request_seconds_bucket{%s,le=\"+Inf\"} %d\n", labels, sum)
	fmt.Fprintf(w, "bankhalter_http_request_seconds_sum{%s} %g\nbankhalter_http_request_seconds_count{%s} %d\n", labels, t.seconds, labels, sum)
}

func help(w io.Writer, name, kind, text string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, text, name, kind)
}
