package live

import (
	"bytes"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// framing watches what comes over a connection for a head that says in two ways
// where its body ends. net/http takes the chunks and drops the length, so that a
// handler cannot see it any more; a proxy in front may have taken the length, and
// what it forwards as a body would be the next request here (RFC 9112, 11.2).
//
// It does not need to know where bodies end: no head has an empty line in it, so
// two header lines of one head always lie between two empty lines.
type framing struct {
	line           [len("transfer-encoding:")]byte // how the current line begins
	n              int
	length, coding bool        // named since the last empty line
	both           atomic.Bool // by one head or more: net/http reads ahead while a request is handled
}

// scan looks at bytes that have arrived.
func (f *framing) scan(p []byte) {
	for {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			f.n += copy(f.line[f.n:], p)
			return
		}
		f.n += copy(f.line[f.n:], p[:end])
		f.endLine()
		p = p[end+1:]
	}
}

func (f *framing) endLine() {
	line := f.line[:f.n]
	f.n = 0
	switch {
	case len(line) == 0 || line[0] == '\r' && len(line) == 1:
		f.length, f.coding = false, false
		return
	case line[0]|0x20 == 'c' && begins(line, "content-length:"):
		f.length = true
	case line[0]|0x20 == 't' && begins(line, "transfer-encoding:"):
		f.coding = true
	default:
		return
	}
	if f.length && f.coding {
		f.both.Store(true)
	}
}

// begins reports whether a line begins with a name, whatever its case.
func begins(line []byte, name string) bool {
	return len(line) >= len(name) && bytes.EqualFold(line[:len(name)], []byte(name))
}

// RefuseTwoEnds refuses a request whose body may end in two places, and ends the
// connection: nobody knows what the bytes after it are.
func RefuseTwoEnds(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.ProtoMajor == 1 && (r.ProtoMinor == 0 || len(r.TransferEncoding) > 0) {
			conn, ok := r.Context().Value(connKey{}).(*bufferedConn)
			if ok && conn.framing.both.Load() {
				c.Response().Header().Set("Connection", "close")
				return web.Fail("two_ends")
			}
		}
		return next(c)
	}
}
