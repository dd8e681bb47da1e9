package handlers

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views"
)

// policy is the content security policy of everything that is sent: scripts,
// styles and connections from the own origin only, nothing inline, no frames.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// guardHeaders sets the headers that protect pages.
func (s *Server) guardHeaders() echo.MiddlewareFunc {
	always := http.Header{
		"Content-Security-Policy":      {policy},
		"X-Content-Type-Options":       {"nosniff"},
		"Referrer-Policy":              {"same-origin"},
		"Cross-Origin-Opener-Policy":   {"same-origin"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
		"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	}
	hsts := []string{"max-age=" + strconv.Itoa(int(s.cfg.HSTS/time.Second))}
	if s.cfg.HSTSSubdomains {
		hsts[0] += "; includeSubDomains"
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			h := c.Response().Header()
			maps.Copy(h, always) // the lists are shared: they are replaced or grown, never written to
			if s.cfg.HSTS > 0 && s.secure(c) {
				h["Strict-Transport-Security"] = hsts
			}
			if unlisted(c.Request().URL.Path) {
				h.Set("X-Robots-Tag", "noindex")
			}
			return next(c)
		}
	}
}

// unlisted tells whether an address is nobody's business but that of those who
// know it: tables, which may be private, secret links, and the way in.
func unlisted(path string) bool {
	return strings.HasPrefix(path, views.GamePath("")) || strings.HasPrefix(path, views.LinkPath("")) ||
		strings.HasPrefix(path, views.LoginPath()) || strings.HasPrefix(path, views.MailLinkPath("")) ||
		strings.HasPrefix(path, "/notices/") || strings.HasPrefix(path, "/feeds/")
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
