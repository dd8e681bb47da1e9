package auth

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// farewell tells the next lobby that a player has deleted their account.
func farewell() web.Flash { return web.Flash{Cookie: "farewell", Path: page.HomePath()} }

// flash lets the next lobby that this browser opens say that a player has
// deleted their account, and under which name their games stay.
func (s *Handler) flash(c echo.Context, pseudonym string) {
	s.SetFlash(c, farewell(), pseudonym)
}

// Flash is the pseudonym of a player who has just deleted their account with this browser;
// it is returned once.
func (s *Handler) Flash(c echo.Context) string {
	name, err := account.CleanName(s.TakeFlash(c, farewell()))
	if err != nil {
		return ""
	}
	return name
}
