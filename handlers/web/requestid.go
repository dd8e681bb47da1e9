package web

import (
	"crypto/rand"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/labstack/echo/v4"
)

const requestIDHeader = "X-Request-Id"

// maxRequestID is the longest id accepted from a client or proxy.
const maxRequestID = 64

// numbering names requests: the common prefix is the run of the program.
type numbering struct {
	run  string
	last atomic.Uint64
}

func newNumbering() *numbering { return &numbering{run: strings.ToLower(rand.Text()[:6])} }

func (n *numbering) next() string {
	b := make([]byte, 0, 20)
	b = append(append(b, n.run...), '-')
	return string(strconv.AppendUint(b, n.last.Add(1), 36))
}

// SetRequestID gives every request an id, or leaves it the one it came with, so that
// its answer and its line in the log can be found by it.
func (k *Kit) SetRequestID(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		id := c.Request().Header.Get(requestIDHeader)
		if !soundRequestID(id) {
			id = k.numbers.next()
		}
		c.Response().Header()[requestIDHeader] = []string{id}
		return next(c)
	}
}

// RequestID is the id of a request.
func RequestID(c echo.Context) string { return c.Response().Header().Get(requestIDHeader) }

// soundRequestID reports whether an id may go into logs and headers as it came.
func soundRequestID(id string) bool {
	if id == "" || len(id) > maxRequestID {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == ':', c == '/', c == '+', c == '=':
		default:
			return false
		}
	}
	return true
}
