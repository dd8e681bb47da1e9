package handlers

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
)

// routes lists every address of the program. Middleware, the scopes of tokens
// and the tests read it; the description of the API is made of it.
func (s *Server) routes() []web.Route {
	own := []web.Route{
		web.GET(web.HealthPath, "health", web.Public, s.showHealth).AsItIs(),
		web.GET(web.ReadyPath, "ready", web.Public, s.showReady).AsItIs(),
		web.GET(static.Prefix+":file", "static", web.Public, s.showStatic).AsItIs(),
	}
	if !s.cfg.MetricsApart {
		own = append(own, web.GET(web.MetricsPath, "metrics", web.Public, s.showMetrics).AsItIs())
	}
	return slices.Concat(s.auth.Routes(), s.lobby.Routes(), s.games.Routes(), s.notify.Routes(), s.people.Routes(), s.reference.Routes(), s.admin.Routes(), own)
}

// atOnce lets a handler that looks at a table several times compare it once with
// what other servers have written.
func atOnce(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		c.SetRequest(r.WithContext(table.AtOnce(r.Context())))
		return next(c)
	}
}

// mount makes the router answer the routes, and notes what tokens have to open.
func (s *Server) mount(e *echo.Echo, routes []web.Route) error {
	compress, err := web.Compress()
	if err != nil {
		return err
	}
	s.auth.Require(routes)
	for _, r := range routes {
		h := r.Handle
		if r.Once {
			h = s.repeats.Do(h)
		}
		if !r.Anonymous && strings.HasPrefix(r.Path, page.GamePath(":id")) {
			h = s.games.AtDevice(h)
		}
		if !r.Anonymous {
			h = s.auth.Identify(h)
		}
		if !r.Anonymous && s.shared {
			h = atOnce(h)
		}
		if !r.Anonymous {
			h = web.Time(h)
		}
		if !r.Bare {
			h = web.LimitBody(r.Limit())(compress(h))
		}
		e.Add(r.Method, r.Path, h)
	}
	return nil
}
