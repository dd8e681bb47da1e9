package handlers_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// journal is a log that can be read while it is written.
type journal struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.buf.String()
}

func (j *journal) reset() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.buf.Reset()
}

func (j *journal) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func TestRequestsHaveIDs(t *testing.T) {
	t.Parallel()
	log := &journal{}
	s := open(t, func(c *handlers.Config) { c.Logger, c.AccessLog = log.logger(), true })
	c := s.program()
	first, second := c.get("/healthz").header.Get("X-Request-Id"), c.get("/nowhere").header.Get("X-Request-Id")
	assert.Regexp(t, `^[a-z2-7]{6}-[0-9a-z]+$`, first)
	assert.NotEqual(t, first, second)
	assert.Contains(t, log.String(), "id="+second)
	assert.Equal(t, "proxy-7f3a.9", c.get("/", "X-Request-Id", "proxy-7f3a.9").header.Get("X-Request-Id"))
	assert.Contains(t, log.String(), "level=INFO msg=request id=proxy-7f3a.9 method=GET route=/ status=200")
	assert.Contains(t, log.String(), "from=127.0.0.1")
	for _, bad := range []string{strings.Repeat("x", 65), "a b", "a\"b", "ä", "<b>", "a,b;c"} {
		assert.Regexp(t, `^[a-z2-7]{6}-[0-9a-z]+$`, c.get("/healthz", "X-Request-Id", bad).header.Get("X-Request-Id"), bad)
	}
}

// A browser that moves on before the answer is no error of the server.
func TestAClientThatIsGoneIsNoError(t *testing.T) {
	t.Parallel()
	log := &journal{}
	s := open(t, func(c *handlers.Config) { c.Logger = log.logger() })
	gone, leave := context.WithCancel(t.Context())
	leave()
	r := httptest.NewRequestWithContext(gone, http.MethodPost, s.url+"/games/aaaaaaaaaa/seats", strings.NewReader("name=Ada"))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	r.Header.Set("X-Request-Id", "moved-on")
	s.server.ServeHTTP(httptest.NewRecorder(), r)
	assert.NotContains(t, log.String(), "level=ERROR")
	assert.Contains(t, log.String(), `level=DEBUG msg="answer an error" id=moved-on method=POST route=/games/:id/seats status=`)
	assert.NotContains(t, log.String(), "status=200")
}

func TestLatencyIsCountedByRoute(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.player("Ada")
	for range 3 {
		c.get("/games/aaaaaaaaaa")
	}
	c.get("/rules")
	text := c.get("/metrics").text()
	assert.Contains(t, text, "\n# TYPE bankhalter_http_request_seconds histogram\n")
	assert.Contains(t, text, `bankhalter_http_request_seconds_bucket{method="GET",route="/games/:id",le="+Inf"} 3`)
	assert.Contains(t, text, `bankhalter_http_request_seconds_count{method="GET",route="/games/:id"} 3`)
	assert.NotContains(t, text, "aaaaaaaaaa")
	buckets := regexp.MustCompile(`bankhalter_http_request_seconds_bucket\{method="GET",route="/rules",le="([^"]+)"\}`).FindAllStringSubmatch(text, -1)
	assert.Len(t, buckets, 13)
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		assert.Regexp(t, `^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [-+0-9.eE]+|\w+_bucket\{.*\} \d+)$`, line)
	}
}

func TestMetricsMayWantAToken(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.MetricsToken = "figures" })
	c := s.program()
	wantProblem(t, c.get("/metrics"), http.StatusUnauthorized, "unauthorized")
	assert.Contains(t, c.get("/metrics").str("detail"), "--metrics-token")
	wantProblem(t, c.get("/metrics", "Authorization", "Bearer figure"), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, c.get("/metrics", "Authorization", "Basic figures"), http.StatusUnauthorized, "unauthorized")
	assert.Contains(t, c.get("/metrics", "Authorization", "Bearer figures").text(), "bankhalter_build_info")
	apart := open(t, func(c *handlers.Config) { c.MetricsToken, c.MetricsApart = "figures", true })
	assert.Equal(t, http.StatusNotFound, apart.program().get("/metrics", "Authorization", "Bearer figures").status)
	ask := func(path, authorization string) *httptest.ResponseRecorder {
		r, w := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
		r.Header.Set("Authorization", authorization)
		apart.server.MetricsHandler().ServeHTTP(w, r)
		return w
	}
	assert.Equal(t, http.StatusUnauthorized, ask("/metrics", "").Code)
	assert.Equal(t, http.StatusNotFound, ask("/games", "Bearer figures").Code, "nothing else is had there")
	assert.Contains(t, ask("/metrics", "Bearer figures").Body.String(), "bankhalter_build_info")
}

// Of a database that does not answer the numbers are left out, and the others come before
// Prometheus gives up.
func TestMetricsDoNotWaitForADatabase(t *testing.T) {
	t.Parallel()
	waited := false
	s := open(t, func(c *handlers.Config) {
		c.Metrics = func(ctx context.Context, w io.Writer) {
			until, limited := ctx.Deadline()
			waited = limited && time.Until(until) < 5*time.Second
		}
	})
	assert.Contains(t, s.program().get("/metrics").text(), "bankhalter_build_info")
	assert.True(t, waited)
}

// What a proxy says of the caller counts if it is one of ours, and nobody else's word does.
func TestOnlyOurProxiesAreBelieved(t *testing.T) {
	t.Parallel()
	_, loopback, err := net.ParseCIDR("127.0.0.0/8")
	require.NoError(t, err)
	_, elsewhere, err := net.ParseCIDR("10.0.0.0/8")
	require.NoError(t, err)
	for name, tc := range map[string]struct {
		proxies  []*net.IPNet
		believed bool
	}{"ours": {[]*net.IPNet{loopback}, true}, "another": {[]*net.IPNet{elsewhere}, false}, "none": {nil, false}} {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			s := open(t, func(c *handlers.Config) { c.Proxies, c.Logger, c.AccessLog = tc.proxies, log.logger(), true })
			a := s.browser().post("/players", url.Values{"name": {"Ada"}}, "X-Forwarded-For", "6.6.6.6, 203.0.113.9", "X-Forwarded-Proto", "https")
			require.Equal(t, http.StatusSeeOther, a.status)
			cookie := a.header.Get("Set-Cookie")
			if tc.believed {
				assert.Contains(t, log.String(), "from=203.0.113.9", "the last one that is not ours; what stands before it anybody can claim")
				assert.Contains(t, cookie, "__Host-bh=")
				assert.Contains(t, cookie, "Secure")
				assert.NotEmpty(t, a.header.Get("Strict-Transport-Security"))
				return
			}
			assert.Contains(t, log.String(), "from=127.0.0.1")
			assert.Contains(t, cookie, "bh=")
			assert.NotContains(t, cookie, "Secure")
			assert.Empty(t, a.header.Get("Strict-Transport-Security"))
		})
	}
}
