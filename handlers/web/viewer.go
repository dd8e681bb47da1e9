package web

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/views/page"
)

// RequireViewer returns the player who sends the request. A browser that has not
// given a name is sent to the form for it and from there to next, a program gets
// 401; then done is true and the answer is out.
func RequireViewer(c echo.Context, next string) (p account.Player, done bool, err error) {
	if p = Viewer(c); p.ID != "" {
		return p, false, nil
	}
	if FormatOf(c.Request()) == FormatJSON {
		return p, true, Fail("unauthorized")
	}
	return p, true, Redirect(c, page.WithQuery(page.PlayersPath(), "next", next))
}

// SessionCookie is the name of the session cookie. Over https browsers keep
// __Host- cookies from being planted by neighbouring hosts; over http some
// text browsers would drop it.
func (k *Kit) SessionCookie(c echo.Context) string {
	if k.IsHTTPS(c) {
		return "__Host-bh"
	}
	return "bh"
}
