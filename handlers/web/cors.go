package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
)

// Headers of cross-origin requests and answers that scripts of other sites may use.
const (
	corsMethods = "GET, HEAD, POST, PUT, DELETE"
	corsRequest = "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID"
	corsAnswer  = "Content-Disposition, ETag, Idempotency-Replayed, Link, Location, Retry-After, Server-Timing, X-Request-Id"
	corsMaxAge  = "86400" // seconds for which a browser remembers the answer to a preflight
)

// CORS lets scripts of other sites read what everybody may read, and act with a
// token. Cookies are never let through: an answer to a request with one is the
// reader's own, and a browser that was made to send them is not allowed to pass
// it on. The operator's pages and the metrics are left out.
func CORS(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r, h := c.Request(), c.Response().Header()
		if strings.HasPrefix(r.URL.Path, page.AdminPath()) || r.URL.Path == MetricsPath {
			return next(c)
		}
		wanted := r.Header.Get("Access-Control-Request-Method")
		switch {
		case r.Method == http.MethodOptions && wanted != "":
			if safe(wanted) || withToken(r.Header.Get("Access-Control-Request-Headers")) {
				h.Set("Access-Control-Allow-Origin", "*")
				h.Set("Access-Control-Allow-Methods", corsMethods)
				h.Set("Access-Control-Allow-Headers", corsRequest)
				h.Set("Access-Control-Max-Age", corsMaxAge)
			}
		case hasBearer(r) || safe(r.Method) && r.Header.Get("Cookie") == "":
			h.Set("Access-Control-Allow-Origin", "*")
			h.Set("Access-Control-Expose-Headers", corsAnswer)
		}
		return next(c)
	}
}

// hasBearer reports whether a request names a token. A browser never adds one
// by itself, so what it asks for was meant.
func hasBearer(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return token != "" && strings.EqualFold(scheme, "Bearer")
}

func safe(method string) bool { return method == http.MethodGet || method == http.MethodHead }

// withToken reports whether a preflight announces a token.
func withToken(names string) bool {
	for name := range strings.SplitSeq(names, ",") {
		if strings.EqualFold(strings.TrimSpace(name), "Authorization") {
			return true
		}
	}
	return false
}
