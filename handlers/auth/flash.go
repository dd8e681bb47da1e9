package auth

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/views/page"
)

const (
	flashCookie = "farewell"
	flashLife   = 10 * 60 // seconds
)

// flash lets the next lobby that this browser opens say that a player has
// deleted their account, and under which name their games stay.
func (s *Handler) flash(c echo.Context, pseudonym string) {
	s.setFlash(c, url.PathEscape(pseudonym), flashLife)
}

// Flash is the pseudonym of a player who has just deleted their account with this browser;
// it is returned once.
func (s *Handler) Flash(c echo.Context) string {
	cookie, err := c.Cookie(flashCookie)
	if err != nil {
		return ""
	}
	s.setFlash(c, "", -1)
	said, err := url.PathUnescape(cookie.Value)
	if err != nil {
		return ""
	}
	name, err := account.CleanName(said)
	if err != nil {
		return ""
	}
	return name
}

func (s *Handler) setFlash(c echo.Context, value string, age int) {
	c.SetCookie(&http.Cookie{
		Name: flashCookie, Value: value, Path: page.HomePath(), MaxAge: age,
		Secure: s.IsHTTPS(c), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
