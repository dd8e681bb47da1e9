package handlers_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/live"
)

// longTable imports a game whose log is long enough to wait for a place, and
// returns its path.
func (s *site) longTable() string {
	s.t.Helper()
	path := s.played(3, 1000, "Ada", "Ben", "Cem", "Dora")
	require.Greater(s.t, s.program().get(path).num("seq"), 1000)
	return path
}

// pipes is a listener for connections that keep nothing on their way: what is
// written waits for its reader.
type pipes struct{ wait chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p.wait; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { close(p.wait); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// pipe is the server's end of a connection from an address.
type pipe struct {
	net.Conn
	from net.Addr
}

func (p pipe) RemoteAddr() net.Addr { return p.from }

// Readers that stop reading hold their places no longer than a write may take,
// and see that what they have is not the whole. Meanwhile others wait, and are
// told to come back.
func TestStuckReadersLoseTheirPlaces(t *testing.T) {
	if testing.Short() {
		t.Skip("waits as long as readers are waited for")
	}
	t.Parallel()
	s := open(t)
	path := s.longTable()
	second := handlers.NewHTTPServer(s.server)
	l := pipes{make(chan net.Conn)}
	var serving sync.WaitGroup
	serving.Go(func() { _ = second.Serve(live.Listener(l)) })
	t.Cleanup(func() { second.Close(); serving.Wait() })

	var stuck []*http.Response
	for i := range 4 {
		near, far := net.Pipe()
		t.Cleanup(func() { near.Close() })
		l.wait <- pipe{far, &net.TCPAddr{IP: net.IPv4(198, 51, byte(i), 1), Port: 1000}}
		fmt.Fprintf(near, "GET %s/export HTTP/1.1\r\nHost: play.example.org\r\n\r\n", path)
		res, err := http.ReadResponse(bufio.NewReaderSize(near, 16), nil)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode)
		defer res.Body.Close()
		stuck = append(stuck, res) //nolint:bodyclose // it is closed when the test is over
	}
	began := time.Now()
	c := s.program()
	a := c.get(path + "/export")
	wantProblem(t, a, http.StatusServiceUnavailable, "many_logs")
	assert.Equal(t, "5", a.header.Get("Retry-After"))
	assert.Greater(t, time.Since(began), 10*time.Second, "it has waited for a place")
	assert.Equal(t, http.StatusOK, c.get(path+"/events?limit=100").status, "a part of a log waits for nobody")

	a = c.get(path + "/export")
	require.Equal(t, http.StatusOK, a.status, a.text())
	cut := 0
	for _, res := range stuck {
		n, err := io.Copy(io.Discard, res.Body)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			cut++
			continue
		}
		require.NoError(t, err)
		assert.EqualValues(t, len(a.text()), n, "a reader that went on in time has the whole")
	}
	assert.Positive(t, cut, "the place came from a reader that was cut off")
}

// breaking is a store whose log cannot be read any further after some event.
type breaking struct {
	tabletest.Store
	sound atomic.Uint32 // events that can be read
}

func (b *breaking) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	if after >= b.sound.Load() {
		return nil, fmt.Errorf("%w: disk I/O error", storage.ErrFailed)
	}
	return b.Store.Moves(ctx, id, after, limit)
}

// A fault in the middle of a long log cuts the connection, so that nobody takes
// a part for the whole; it is logged, and the place is free again.
func TestAFaultInTheMiddleOfALogIsNoEnd(t *testing.T) {
	t.Parallel()
	var b breaking
	b.sound.Store(math.MaxUint32)
	var logged journal
	s := openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(store tabletest.Store) tabletest.Store {
		b.Store = store
		return &b
	}, func(c *handlers.Config) { c.Logger = slog.New(slog.NewTextHandler(&logged, nil)) })
	path := s.longTable()
	c := s.program()
	whole := c.get(path + "/events")
	require.Equal(t, http.StatusOK, whole.status)
	for _, what := range []string{"/export", "/events"} {
		for _, coding := range []string{"identity", "gzip"} {
			for range 5 { // more than there are places
				b.sound.Store(900)
				logged.reset()
				req := c.request(t.Context(), http.MethodGet, path+what, nil, "Accept-Encoding", coding)
				res, err := c.http.Do(req)
				require.NoError(t, err)
				require.Equal(t, http.StatusOK, res.StatusCode, "the first rows were sent")
				got, err := io.ReadAll(res.Body)
				res.Body.Close()
				require.ErrorIs(t, err, io.ErrUnexpectedEOF, "%s in %s", what, coding)
				assert.NotEmpty(t, got)
				assert.Less(t, len(got), len(whole.body))
				require.Eventually(t, func() bool { return strings.Contains(logged.String(), "an answer is cut short") }, waitLong, waitShort)
				assert.Contains(t, logged.String(), "level=ERROR")
				assert.Contains(t, logged.String(), "disk I/O error")
			}
		}
	}
	b.sound.Store(0)
	a := c.get(path + "/events")
	assert.GreaterOrEqual(t, a.status, http.StatusInternalServerError, "before anything was sent a fault has an answer")
	b.sound.Store(math.MaxUint32)
	assert.Equal(t, whole.text(), c.get(path+"/events").text())
}

// patient waits in the middle of a log for the caller to give up. If it is
// stubborn, it reads on all the same.
type patient struct {
	tabletest.Store
	stubborn bool
}

func (p patient) Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error) {
	if after >= 900 {
		<-ctx.Done()
		if !p.stubborn {
			return nil, ctx.Err()
		}
		ctx = context.WithoutCancel(ctx)
	}
	return p.Store.Moves(ctx, id, after, limit)
}

// A client that hangs up in the middle of an export is no fault of the server's,
// and is logged as what it is: whether the server notices it while it reads or
// only when it writes.
func TestAClientThatHangsUpIsNoError(t *testing.T) {
	t.Parallel()
	for name, stubborn := range map[string]bool{"while reading": false, "while writing": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var logged journal
			s := openBehind(t, filepath.Join(t.TempDir(), "test.db"), func(store tabletest.Store) tabletest.Store { return patient{store, stubborn} },
				func(c *handlers.Config) { c.Logger = slog.New(slog.NewTextHandler(&logged, nil)) })
			path := s.longTable()
			c := s.program()
			logged.reset()
			res, err := c.http.Do(c.request(t.Context(), http.MethodGet, path+"/export", nil, "Accept-Encoding", "identity"))
			require.NoError(t, err)
			_, err = io.ReadFull(res.Body, make([]byte, 100))
			require.NoError(t, err)
			res.Body.Close()
			require.Eventually(t, func() bool { return strings.Contains(logged.String(), "hung up") }, waitLong, waitShort)
			assert.Contains(t, logged.String(), "level=INFO")
			assert.NotContains(t, logged.String(), "level=ERROR")
		})
	}
}
