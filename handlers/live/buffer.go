package live

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
)

// maxBuffered is how much of an answer is held back at most.
const maxBuffered = 32 << 10

// Listener makes connections over which a whole answer leaves in one write.
// net/http sends what exceeds its buffer of 4 kB in pieces, each a system call
// here and a wake-up of who waits there; nearly every answer of ours exceeds it.
func Listener(l net.Listener) net.Listener { return bufferedListener{l} }

// TLSListener is Listener for https. What it accepts is no *tls.Conn to net/http,
// which takes HTTP/2 as proxies of ours speak it: by how it begins. So a
// Listener of ours sees what is sent, and not only what it is encrypted to.
func TLSListener(l net.Listener, conf *tls.Config) net.Listener {
	conf = conf.Clone()
	for _, one := range []string{"h2", "http/1.1"} {
		if !slices.Contains(conf.NextProtos, one) {
			conf.NextProtos = append(slices.Clip(conf.NextProtos), one)
		}
	}
	return Listener(tlsListener{l, conf})
}

type tlsListener struct {
	net.Listener
	conf *tls.Config
}

// Accept waits for the next connection. The first reader performs the handshake.
func (l tlsListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return tlsConn{tls.Server(c, l.conf)}, nil
}

type tlsConn struct{ *tls.Conn }

// Read reads what was sent. Who speaks http here is told so, as net/http does.
func (c tlsConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	var strange tls.RecordHeaderError
	if errors.As(err, &strange) && strange.Conn != nil && slices.Contains([]string{"GET /", "HEAD ", "POST ", "PUT /", "OPTIO"}, string(strange.RecordHeader[:])) {
		_, _ = io.WriteString(strange.Conn, "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n")
		_ = strange.Conn.Close()
	}
	return n, err
}

type bufferedListener struct{ net.Listener }

// Accept waits for the next connection.
func (l bufferedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &bufferedConn{Conn: c}, nil
}

// bufferedConn collects what is written between hold and release. Only the
// goroutine that answers a request calls its methods meanwhile.
type bufferedConn struct {
	net.Conn
	held    *[]byte // nil if writes go through
	framing framing
}

// Read reads what has arrived, and watches how it says where bodies end.
func (c *bufferedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.framing.scan(p[:n])
	return n, err
}

// CloseWrite ends what is written, so that an answer arrives although not all of
// the request was read.
func (c *bufferedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

var buffers = sync.Pool{New: func() any { return new([]byte) }}

func (c *bufferedConn) hold() { c.held = buffers.Get().(*[]byte) }

// Write sends p, or keeps it until release.
func (c *bufferedConn) Write(p []byte) (int, error) {
	if c.held == nil {
		return c.Conn.Write(p)
	}
	*c.held = append(*c.held, p...)
	if len(*c.held) < maxBuffered {
		return len(p), nil
	}
	return len(p), c.release()
}

// release sends what was held back.
func (c *bufferedConn) release() error {
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
	buffers.Put(held)
	return err
}

type connKey struct{}

// SaveConn lets requests find the connection they came by.
func SaveConn(ctx context.Context, c net.Conn) context.Context {
	if conn, ok := c.(*bufferedConn); ok {
		return context.WithValue(ctx, connKey{}, conn)
	}
	return ctx
}

// BufferResponses sends answers whose length is known in one write. Streams call
// Unbuffer before they begin.
func BufferResponses(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, ok := r.Context().Value(connKey{}).(*bufferedConn)
		if !ok || r.ProtoMajor != 1 || r.Header.Get("Expect") != "" {
			next.ServeHTTP(w, r)
			return
		}
		conn.hold()
		defer conn.release() //nolint:errcheck // the connection is broken then, and net/http sees that by itself
		next.ServeHTTP(w, r)
		if conn.held != nil && w.Header().Get("Content-Length") != "" {
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

// Unbuffer lets everything through that this request writes from now on.
func Unbuffer(r *http.Request) error {
	if conn, ok := r.Context().Value(connKey{}).(*bufferedConn); ok {
		return conn.release()
	}
	return nil
}
