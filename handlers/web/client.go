package web

import (
	"context"
	"crypto/rand"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views/page"
)

// browserLife is how long a browser is recognised.
const browserLife = 365 * 24 * 60 * 60

// WithClient returns the context of a request that may take a seat. On a server that
// rates games the table learns from which browser and which network it comes; a
// browser is given a cookie for that, which outlasts signing out.
func (k *Kit) WithClient(c echo.Context) context.Context {
	ctx := c.Request().Context()
	if !k.Rates {
		return ctx
	}
	from := table.Client{Network: NetworkOf(c.RealIP())}
	if !IsProgram(c) {
		from.Browser = k.browser(c)
	}
	return table.WithClient(ctx, from)
}

// browser names the browser of a request, from now on if it has no name yet.
func (k *Kit) browser(c echo.Context) string {
	name := "bh-browser"
	if k.IsHTTPS(c) {
		name = "__Host-" + name
	}
	value := ""
	if cookie, err := c.Cookie(name); err == nil && len(cookie.Value) == len(rand.Text()) {
		value = cookie.Value
	} else {
		value = rand.Text()
	}
	c.SetCookie(&http.Cookie{
		Name: name, Value: value, Path: page.HomePath(), MaxAge: browserLife,
		Secure: k.IsHTTPS(c), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
	return value
}
