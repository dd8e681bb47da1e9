package handlers

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views/text"
)

// asked is a request and what has been found out about it on its way to the
// handler. Every echo.Context in this package is one.
type asked struct {
	echo.Context
	facts
	dress func() // completes the headers of the answer
}

// facts are what is known of one request.
type facts struct {
	lang    string         // of the answer
	viewer  table.Player   // who asks; the zero player is nobody
	met     bool           // viewer has been looked for
	scope   table.Scope    // what the viewer's token opens; everything by cookie
	ends    time.Time      // when that token ends; zero if it does not
	about   table.PlayerID // whose account it is about, if not the viewer's
	written bool           // its refusal has been written down
	head    bool           // it came as HEAD
}

// of is what has been found out about a request so far.
func of(c echo.Context) *facts { return &c.(*asked).facts }

// meet notes who asks.
func meet(c echo.Context, p table.Player) {
	f := of(c)
	f.viewer, f.met = p, true
}

// viewer is who asks; the zero player is nobody.
func viewer(c echo.Context) table.Player { return of(c).viewer }

// langOf is the language of the answer.
func langOf(c echo.Context) string { return of(c).lang }

// answer leads each request through the middleware to its route. The way there
// is put together once; echo would do that anew for every request.
func (s *Server) answer(all ...echo.MiddlewareFunc) http.Handler {
	e := s.echo
	chain := within(func(c echo.Context) error {
		r := c.Request()
		e.Router().Find(r.Method, echo.GetPath(r), c.(*asked).Context)
		return c.Handler()(c)
	}, all...)
	pool := sync.Pool{New: func() any {
		a := &asked{Context: e.AcquireContext()}
		a.dress = func() { s.dress(a) }
		return a
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := pool.Get().(*asked)
		a.facts = facts{lang: text.German}
		if r.Method == http.MethodHead {
			a.head = true
			w, r = asGet(w, r)
		}
		a.Reset(r, w)
		a.Response().Before(a.dress)
		if err := chain(a); err != nil {
			s.handleError(err, a) //nolint:contextcheck // a has the context of the request
		}
		pool.Put(a)
	})
}

// within is a handler behind middleware, of which the first comes first.
func within(h echo.HandlerFunc, all ...echo.MiddlewareFunc) echo.HandlerFunc {
	for _, m := range slices.Backward(all) {
		h = m(h)
	}
	return h
}
