package handlers_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// A stream that waits keeps little, and nothing when it is over.
func TestWaitingStreamsAreCheap(t *testing.T) {
	s := open(t, func(c *handlers.Config) { c.Limits = web.Limits{} })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	const n = 500
	size := func() (bytes uint64, goroutines int) {
		var m runtime.MemStats
		for range 3 {
			runtime.GC()
		}
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse, runtime.NumGoroutine()
	}
	before, idle := size()
	var conns []net.Conn
	for range n {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		require.NoError(t, err)
		defer c.Close()
		fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer %s\r\n\r\n", game, ada.token)
		_, err = io.ReadFull(c, make([]byte, 40))
		require.NoError(t, err)
		conns = append(conns, c)
	}
	after, _ := size()
	each := (int64(after) - int64(before)) / n
	t.Logf("%d bytes a stream, with the reader's side", each)
	assert.Less(t, each, int64(16<<10), "memory is no speed: it can be asserted")
	for _, c := range conns {
		c.Close()
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= idle+2 }, waitLong, waitShort, "goroutines are back at the start")
}

// The head of a stream that has left the server's hands is that of every answer.
func TestAStreamHasTheHeadersOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer c.Close()
	fmt.Fprintf(c, "GET %s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n", game)
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	require.NoError(t, err)
	defer res.Body.Close()
	assert.Equal(t, "text/event-stream", res.Header.Get("Content-Type"))
	assert.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
	assert.NotEmpty(t, res.Header.Get("Content-Security-Policy"))
	_, err = http.ParseTime(res.Header.Get("Date"))
	require.NoError(t, err)
	assert.True(t, res.Close, "it ends where the connection ends")

	// A client that keeps sending is disconnected.
	require.NoError(t, c.SetDeadline(time.Now().Add(waitLong)))
	_, _ = c.Write(make([]byte, 4<<10)) // may fail: the other side is gone
	_, err = io.Copy(io.Discard, res.Body)
	assert.NotErrorIs(t, err, os.ErrDeadlineExceeded, "still open")
}
