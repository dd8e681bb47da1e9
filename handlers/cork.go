package handlers

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// maxCorked is how much of an answer is held back at most.
const maxCorked = 32 << 10

// Listener makes connections over which a whole answer leaves in one write.
// net/http sends what exceeds its buffer of 4 kB in pieces, each a system call
// here and a wake-up of who waits there; nearly every answer of ours exceeds it.
func Listener(l net.Listener) net.Listener { return corkListener{l} }

type corkListener struct{ net.Listener }

// Accept waits for the next connection.
func (l corkListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &corkConn{Conn: c}, nil
}

// corkConn collects what is written between hold and release. Only the
// goroutine that answers a request calls its methods meanwhile.
type corkConn struct {
	net.Conn
	held *[]byte // nil if writes go through
}

var corkBuffers = sync.Pool{New: func() any { return new([]byte) }}

func (c *corkConn) hold() { c.held = corkBuffers.Get().(*[]byte) }

// Write sends p, or keeps it until release.
func (c *corkConn) Write(p []byte) (int, error) {
	if c.held == nil {
		return c.Conn.Write(p)
	}
	*c.held = append(*c.held, p...)
	if len(*c.held) < maxCorked {
		return len(p), nil
	}
	return len(p), c.release()
}

// release sends what was held back.
func (c *corkConn) release() error {
	held := c.held
	if held == nil {
		return nil
	}
	c.held = nil
	var err error
	if len(*held) > 0 {
		_, err = c.Conn.Write(*held)
	}
	*held = (*held)[:0]
	corkBuffers.Put(held)
	return err
}

type corkKey struct{}

// rememberConn lets requests find the connection they came by.
func rememberConn(ctx context.Context, c net.Conn) context.Context {
	if cork, ok := c.(*corkConn); ok {
		return context.WithValue(ctx, corkKey{}, cork)
	}
	return ctx
}

// inOneWrite sends answers whose length is known in one write. Streams call
// uncork before they begin.
func inOneWrite(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cork, ok := r.Context().Value(corkKey{}).(*corkConn)
		if !ok || r.ProtoMajor != 1 || r.Header.Get("Expect") != "" {
			next.ServeHTTP(w, r)
			return
		}
		cork.hold()
		defer cork.release() //nolint:errcheck // the connection is broken then, and net/http sees that by itself
		next.ServeHTTP(w, r)
		if cork.held != nil && w.Header().Get("Content-Length") != "" {
			flush(w)
		}
	})
}

// flush sends what net/http still holds back.
func flush(w http.ResponseWriter) {
	if f, ok := w.(http.Flusher); ok {
		f.Flush() // who has hung up is found out by net/http
	}
}

// uncork lets everything through that this request writes from now on.
func uncork(r *http.Request) error {
	if cork, ok := r.Context().Value(corkKey{}).(*corkConn); ok {
		return cork.release()
	}
	return nil
}
