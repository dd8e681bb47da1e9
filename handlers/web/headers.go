package web

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
)

// policy is the content security policy of everything that a browser may show:
// scripts, styles and connections from the own origin only, nothing inline, no frames.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// anyOrigin lets pages that isolate themselves show a framed one.
var anyOrigin = []string{"cross-origin"}

// framedPolicy is that of a page which other sites may show in a frame.
var framedPolicy = []string{strings.TrimSuffix(policy, "'none'") + "*"}

// dataPolicy is that of JSON, which has nothing to load.
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

// guards are the headers that protect answers. The lists are shared by all of
// them: they are replaced or grown, never written to.
type guards struct {
	shown   http.Header // of everything that a browser may show or run
	data    http.Header // of JSON for programs
	https   []string    // Strict-Transport-Security, nil if it is not said
	noindex []string
}

func newGuards(cfg *KitConfig) guards {
	g := guards{
		shown: http.Header{
			"Content-Security-Policy":      {policy},
			"X-Content-Type-Options":       {"nosniff"},
			"Referrer-Policy":              {"same-origin"},
			"Cross-Origin-Opener-Policy":   {"same-origin"},
			"Cross-Origin-Resource-Policy": {"same-origin"},
			"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
		},
		data: http.Header{
			"Content-Security-Policy":      {dataPolicy},
			"X-Content-Type-Options":       {"nosniff"},
			"Cross-Origin-Resource-Policy": {"same-origin"},
		},
		noindex: []string{"noindex"},
	}
	if cfg.HSTS > 0 {
		g.https = []string{"max-age=" + strconv.Itoa(int(cfg.HSTS/time.Second))}
		if cfg.HSTSSubdomains {
			g.https[0] += "; includeSubDomains"
		}
	}
	return g
}

// setHeaders completes the headers of an answer at the moment it goes out: its
// content type is known only then.
func (k *Kit) setHeaders(c echo.Context) {
	k.completeLocation(c)
	allowHead(c.Response().Header())
	setTiming(c.Response().Header(), InfoOf(c).took)
	k.SetSecurityHeaders(c)
}

// SetSecurityHeaders sets the headers that protect an answer. Data opens no windows and follows
// no links, so it needs fewer.
func (k *Kit) SetSecurityHeaders(c echo.Context) {
	r, h := c.Request(), c.Response().Header()
	data := isData(h) && FormatOf(r) == FormatJSON
	if data {
		maps.Copy(h, k.guards.data)
	} else {
		maps.Copy(h, k.guards.shown)
		if InfoOf(c).Framed {
			h["Content-Security-Policy"] = framedPolicy
			h["Cross-Origin-Resource-Policy"] = anyOrigin
		}
	}
	if k.guards.https != nil && k.IsHTTPS(c) {
		h["Strict-Transport-Security"] = k.guards.https
	}
	if (!data || r.Method == http.MethodGet) && unlisted(r.URL.Path) {
		h["X-Robots-Tag"] = k.guards.noindex
	}
}

// isData reports whether an answer is JSON, a problem too.
func isData(h http.Header) bool {
	kind := h.Get("Content-Type")
	return kind == "application/json" || kind == "application/problem+json"
}

// unlisted reports whether an address is private to those who
// know it: tables, which may be private, pages of players, secret links, and the way in.
func unlisted(path string) bool {
	return strings.HasPrefix(path, page.GamePath("")) || strings.HasPrefix(path, page.LinkPath("")) ||
		strings.HasPrefix(path, page.LoginPath()) || strings.HasPrefix(path, page.MailLinkPath("")) ||
		strings.HasPrefix(path, page.PersonPath("")) || strings.HasPrefix(path, "/notices/") || strings.HasPrefix(path, "/feeds/")
}

// SameOrigin refuses changes that a browser sends on behalf of another site.
// Requests without the browser's headers, as from programs, pass, and so do those
// with a token, which no browser adds by itself.
func SameOrigin(public *url.URL) (echo.MiddlewareFunc, error) {
	protect := http.NewCrossOriginProtection()
	if public != nil {
		if err := protect.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
			return nil, err
		}
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if hasBearer(c.Request()) {
				return next(c)
			}
			if err := protect.Check(c.Request()); err != nil {
				return &Error{Status: http.StatusForbidden, Code: "cross_origin", Cause: err}
			}
			return next(c)
		}
	}, nil
}
