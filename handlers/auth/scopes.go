package auth

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/text"
)

// allowed refuses a request that the asker's token does not open.
func (s *Handler) allowed(c echo.Context, has account.Scope) error {
	needs, known := s.scopes[c.Request().Method+" "+c.Path()]
	if !known {
		needs = account.ScopeAll
	}
	return lacking(has, needs)
}

// lacking is the refusal of what a token does not open, nil if it opens it.
func lacking(has, needs account.Scope) error {
	if has&needs == needs {
		return nil
	}
	names := strings.Join((needs &^ has).Names(), " ")
	return &web.Error{Status: http.StatusForbidden, Code: "scope", Needs: names, Words: text.Say("problem_field.scope", "Scope", names)}
}
