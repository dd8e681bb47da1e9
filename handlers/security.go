package handlers

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views"
)

// policy is the content security policy of everything that is sent: scripts,
// styles and connections from the own origin only, nothing inline, no frames.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guardHeaders sets the headers that protect pages.
func guardHeaders(https bool) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			h := c.Response().Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "same-origin")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
			if unlisted(c.Request().URL.Path) {
				h.Set("X-Robots-Tag", "noindex")
			}
			if https {
				h.Set("Strict-Transport-Security", "max-age=31536000")
			}
			return next(c)
		}
	}
}

// unlisted tells whether an address is nobody's business but that of those who
// know it: tables, which may be private, and secret links.
func unlisted(path string) bool {
	return strings.HasPrefix(path, views.GamePath("")) || strings.HasPrefix(path, views.LinkPath(""))
}

// sameOrigin refuses changes that a browser sends on behalf of another site.
// Requests without the browser's headers, as from programs, pass.
func sameOrigin(public *url.URL) (echo.MiddlewareFunc, error) {
	protect := http.NewCrossOriginProtection()
	if public != nil {
		if err := protect.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
			return nil, err
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := protect.Check(c.Request()); err != nil {
				return &failure{status: http.StatusForbidden, code: "cross_origin", cause: err}
			}
			return next(c)
		}
	}, nil
}
