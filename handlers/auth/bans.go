package auth

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// RefuseBanned refuses addresses that the operator has banned. Files, what
// monitoring asks and the operator's own pages stay open.
func (s *Handler) RefuseBanned(next echo.HandlerFunc) echo.HandlerFunc {
	if s.Operator == nil {
		return next
	}
	return func(c echo.Context) error {
		b, banned := s.Operator.BannedAddress(c.RealIP())
		if !banned {
			return next(c)
		}
		path := c.Request().URL.Path
		if strings.HasPrefix(path, static.Prefix) || path == web.HealthPath || path == web.ReadyPath || path == web.MetricsPath ||
			path == page.AdminPath() || strings.HasPrefix(path, page.AdminPath()+"/") {
			return next(c)
		}
		return bannedFailure(b)
	}
}

// bannedPage refuses changes of a person whom the operator has banned. Signing out,
// and taking one's own data along or away, stay possible.
func (s *Handler) bannedPage(c echo.Context, p account.Player) error {
	if s.Operator == nil || p.ID == "" {
		return nil
	}
	switch path := c.Path(); {
	case path == page.RenamePath(): // others see the name, so it is no matter of their own
	case c.Request().Method == http.MethodGet, path == page.SignOutPath(), strings.HasPrefix(path, page.MePath()+"/account"):
		return nil
	}
	b, banned := s.Operator.BannedPlayer(p.ID)
	if !banned {
		return nil
	}
	return bannedFailure(b)
}

// heedBans reads the bans again: those of a guest who was merged are the other player's now.
func (s *Handler) heedBans(c echo.Context) error {
	if s.Operator == nil {
		return nil
	}
	return s.Operator.Heard(context.WithoutCancel(c.Request().Context()))
}

// bannedFailure tells why and how long.
func bannedFailure(b operator.Ban) error {
	f := web.Fail("banned")
	f.Words = banWords(&b)
	return f
}

func banWords(b *operator.Ban) text.Words {
	if b.Until.IsZero() {
		return text.Say("banned.open", "Reason", b.Reason)
	}
	return func(lang string, _ text.Naming) string {
		p := text.For(lang)
		return p.T("banned.until", "Reason", b.Reason, "Until", page.MomentOfYear(p, b.Until, time.UTC))
	}
}

// BanOf returns the sentence about the ban of a player, nil if they are not banned.
func (s *Handler) BanOf(id account.PlayerID) text.Words {
	if s.Operator == nil {
		return nil
	}
	b, banned := s.Operator.BannedPlayer(id)
	if !banned {
		return nil
	}
	return banWords(&b)
}
