package web

import (
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/timing"
	"github.com/bankhalter/bankhalter/views/text"
)

// requestContext is a request and the facts established about it on its way to the
// handler. Every echo.Context in this package is one.
type requestContext struct {
	echo.Context
	Info
	kit         *Kit
	beforeWrite func() // completes the headers of the answer
}

// Info is the data known about one request.
type Info struct {
	lang       string           // of the answer
	viewer     account.Player   // who sends it; the zero player for a stranger
	identified bool             // viewer has been looked for
	Hand       string           // number of the seat whose player has a shared device in hand
	Scope      account.Scope    // the scope of the viewer's token; everything by cookie
	Ends       time.Time        // when that token ends; zero if it does not
	About      account.PlayerID // whose account it is about, if not the viewer's
	logged     bool             // its refusal has been written down
	Head       bool             // it came as HEAD
	Framed     bool             // pages of other sites may show the answer in a frame
	took       *timing.Sums     // what its answer has waited for; nil: not measured
}

// InfoOf returns the data known so far about a request.
func InfoOf(c echo.Context) *Info { return &c.(*requestContext).Info }

// SetViewer notes who sends the request.
func SetViewer(c echo.Context, p account.Player) {
	f := InfoOf(c)
	f.viewer, f.identified = p, true
}

// Viewer returns the player who sends the request, the zero player for a stranger.
func Viewer(c echo.Context) account.Player { return InfoOf(c).viewer }

// LangOf is the language of the answer.
func LangOf(c echo.Context) string { return InfoOf(c).lang }

// Handler leads each request through the middleware to its route. The chain
// is put together once; echo would do that anew for every request.
func (k *Kit) Handler(e *echo.Echo, all ...echo.MiddlewareFunc) http.Handler {
	chain := chain(func(c echo.Context) error {
		r := c.Request()
		e.Router().Find(r.Method, echo.GetPath(r), c.(*requestContext).Context)
		return c.Handler()(c)
	}, all...)
	pool := sync.Pool{New: func() any {
		a := &requestContext{Context: e.AcquireContext(), kit: k}
		a.beforeWrite = func() { k.setHeaders(a) }
		return a
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := pool.Get().(*requestContext)
		a.Info = Info{lang: text.German}
		if r.Method == http.MethodHead {
			a.Head = true
			w, r = asGet(w, r)
		}
		a.Reset(r, w)
		a.Response().Before(a.beforeWrite)
		if err := chain(a); err != nil {
			k.handleError(err, a) //nolint:contextcheck // a has the context of the request
		}
		pool.Put(a)
	})
}

// chain is a handler behind middleware, of which the first comes first.
func chain(h echo.HandlerFunc, all ...echo.MiddlewareFunc) echo.HandlerFunc {
	for _, m := range slices.Backward(all) {
		h = m(h)
	}
	return h
}
