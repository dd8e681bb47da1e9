package live

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"
)

// Start begins an answer without an end, which run writes, and calls leave
// when it is over. Over HTTP/1 the connection is taken out of the server's
// hands: the request with its buffers and its deep stack, three quarters of what
// a waiting stream would cost, is let go at once. So run must not hold on to c.
func (s *Streams) Start(c echo.Context, leave func(), run func(context.Context, *Writer)) error {
	if err := Unbuffer(c.Request()); err != nil {
		leave()
		return err
	}
	s.opened.Add(1)
	s.SetSecurityHeaders(c)
	conn, err := takeOver(c)
	if errors.Is(err, http.ErrNotSupported) { // HTTP/2, where many share a connection
		defer leave()
		c.Response().WriteHeader(http.StatusOK)
		run(c.Request().Context(), s.WriterTo(c))
		return nil
	}
	if err != nil {
		leave()
		return err
	}
	go s.alone(conn, leave, run) //nolint:contextcheck // it goes on when the request is over
	return nil
}

// WriterTo writes to an answer that stays one of the HTTP server's.
func (s *Streams) WriterTo(c echo.Context) *Writer {
	return &Writer{to: response{c.Response(), http.NewResponseController(c.Response().Writer)}, sent: &s.sent}
}

// takeOver sends the head of the answer and returns the bare connection.
func takeOver(c echo.Context) (net.Conn, error) {
	res := c.Response()
	conn, _, err := http.NewResponseController(res.Writer).Hijack()
	if err != nil {
		return nil, err
	}
	res.Status, res.Committed = http.StatusOK, true
	h := res.Header()
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	h.Set("Connection", "close") // where it ends the answer ends
	_ = conn.SetDeadline(time.Time{})
	_ = conn.SetWriteDeadline(time.Now().Add(WriteTimeout))
	w := bufio.NewWriterSize(conn, 1<<10)
	_, _ = w.WriteString("HTTP/1.1 200 OK\r\n")
	_ = h.Write(w)
	_, _ = w.WriteString("\r\n")
	if err := w.Flush(); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// alone runs a stream on a connection of its own until one side is done. All
// that is heard from the other side is that it has hung up. A panic ends this stream
// and nothing else: on a goroutine of ours it would end the server.
func (s *Streams) alone(conn net.Conn, leave func(), run func(context.Context, *Writer)) {
	defer leave()
	defer conn.Close()
	defer func() {
		if p := recover(); p != nil {
			s.Logger.Error("panic in a live stream", "value", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go listen(conn, cancel)
	run(ctx, &Writer{to: conn, sent: &s.sent})
}

// listen waits for the other side to hang up. It has nothing to say any more;
// one that goes on talking is hung up on.
func listen(conn net.Conn, gone func()) {
	defer gone()
	var b [1]byte
	for range 1 << 10 {
		if _, err := conn.Read(b[:]); err != nil {
			return
		}
	}
}

// Closers are what has to be done when a stream is over.
type Closers struct{ all []func() }

func (e *Closers) Add(f func()) { e.all = append(e.all, f) }

// CloseAll does all of it, the last first.
func (e *Closers) CloseAll() {
	for i := len(e.all) - 1; i >= 0; i-- {
		e.all[i]()
	}
}
