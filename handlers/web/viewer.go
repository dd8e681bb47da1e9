package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// RequireViewer returns the player who sends the request. A browser that has not
// given a name is sent to the form for it and from there to next, unless it sends a
// text, which is shown to be copied first; a program gets 401. Then done is true and
// the answer is out, or err says it.
func RequireViewer(c echo.Context, next string) (p account.Player, done bool, err error) {
	if p = Viewer(c); p.ID != "" {
		return p, false, nil
	}
	if FormatOf(c.Request()) == FormatJSON {
		return p, true, Fail("unauthorized")
	}
	to := page.WithQuery(page.PlayersPath(), "next", next)
	if typed := typedText(c.Request()); typed != "" {
		f := Fail("unauthorized")
		f.Words, f.Unsent = text.Say("error.unsent"), &page.Unsent{Text: typed, SignIn: to}
		return p, true, f
	}
	return p, true, Redirect(c, to)
}

// typedText is what a person has written into a form that they send, "" if the form
// has no field for a text of their own.
func typedText(r *http.Request) string {
	if r.Method != http.MethodPost {
		return ""
	}
	b, err := ReadBody(r)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(b.Form.Get("text") + b.Form.Get("edition"))
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
