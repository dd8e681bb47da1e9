package auth

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// showRecover asks for which account a link to a new password is wanted.
func (s *Handler) showRecover(c echo.Context) error {
	return web.Respond(c, s.recovery(authpage.RecoverData{}))
}

// recovery is the form for a link to a new password, or that it was sent.
func (s *Handler) recovery(d authpage.RecoverData) authpage.RecoverData {
	d.Recovery, d.Life = s.Accounts.SendsMail(), s.Accounts.RecoveryLife()
	return d
}

// loginOnly names an account.
type loginOnly struct {
	Login string `json:"login" schema:",required"`
}

// postRecover sends a link by mail, if there is such an account, and says the
// same if there is none.
func (s *Handler) postRecover(c echo.Context) error {
	var want loginOnly
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Login = f.Get("login"); return nil })
	if err != nil {
		return err
	}
	if strings.TrimSpace(want.Login) == "" {
		return web.Blame("missing", "login")
	}
	err = s.Accounts.AskRecovery(c.Request().Context(), want.Login, web.NetworkOf(c.RealIP()), s.mail(c))
	if err != nil {
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
			return s.recovery(authpage.RecoverData{Form: b.Form, Problem: p}), nil
		})
	}
	s.LogSecurity(c, web.RecoveryAsked, web.Viewer(c).ID)
	return web.RespondAs(c, http.StatusAccepted, s.recovery(authpage.RecoverData{Sent: true}))
}

// mail writes the mail in the language of the caller.
func (s *Handler) mail(c echo.Context) account.Mail {
	p, site, base := text.For(web.LangOf(c)), s.Host(c.Request()), s.Absolute(c, "")
	return func(l account.LinkMail) (string, string) {
		body := p.T("recover.mail_text", "Name", l.Name, "Login", l.Login, "Link", base+page.RecoveryPath(l.Token), "Life", page.Duration(p, l.Life))
		if l.Passkeys {
			body += "\n\n" + p.T("recover.mail_passkeys", "Link", base+page.LoginPath())
		}
		return p.T("recover.mail_subject", "Site", site), body
	}
}

// tellChanged mails the owner of an address that their account was changed.
func (s *Handler) tellChanged(c echo.Context, name string, a account.Account, more ...string) {
	p, site := text.For(web.LangOf(c)), s.Host(c.Request())
	s.Accounts.Tell(context.WithoutCancel(c.Request().Context()), a, p.T("recover.changed_subject", "Site", site),
		strings.TrimSpace(p.T("recover.changed_text", "Name", name, "Login", a.Login, "Link", s.Absolute(c, page.RecoverPath()))+"\n\n"+strings.Join(more, "")))
}

// showRecovery asks for the new password. It changes nothing: programs that
// look at mails fetch every address in them.
func (s *Handler) showRecovery(c echo.Context) error {
	a, err := s.recoveryOf(c)
	if err != nil {
		return err
	}
	d, err := s.newPasswordData(c, a, nil)
	if err != nil {
		return err
	}
	return web.Respond(c, d)
}

func (s *Handler) recoveryOf(c echo.Context) (a account.Account, err error) {
	err = s.LimitGuesses(c, func() (err error) {
		a, err = s.Accounts.PeekRecovery(c.Request().Context(), c.Param("token"))
		return err
	})
	if err != nil {
		return a, missing(err, "unknown_recovery")
	}
	return a, nil
}

// waysOf are the ways into an account besides its password.
func (s *Handler) waysOf(c echo.Context, id account.PlayerID) (w authpage.Ways, err error) {
	ctx := c.Request().Context()
	keys, err := s.Accounts.Passkeys(ctx, id)
	if err != nil {
		return w, err
	}
	links, err := s.Players.Links(ctx, id)
	if err != nil {
		return w, err
	}
	tokens, err := s.Players.Tokens(ctx, id)
	return authpage.Ways{Passkeys: len(keys), Link: len(links) > 0, Tokens: len(tokens)}, err
}

// newPasswordData is the form for the new password of an account, and what else opens it.
func (s *Handler) newPasswordData(c echo.Context, a account.Account, problem *page.Problem) (authpage.NewPasswordData, error) {
	ways, err := s.waysOf(c, a.Player)
	return authpage.NewPasswordData{Login: a.Login, Ways: ways, Action: page.RecoveryPath(c.Param("token")), Problem: problem}, err
}

// newPassword is set by a link that came by mail.
type newPassword struct {
	Password string `json:"password" schema:",required"`
	Keep     bool   `json:"keep"` // passkeys, secret link and tokens stay good
}

// postRecovery sets the new password and signs this browser in; everything
// that signed the player in before has ended, except what they want to keep.
func (s *Handler) postRecovery(c echo.Context) error {
	var want newPassword
	_, err := web.ReadInto(c, &want, func(f url.Values) error {
		want.Password, want.Keep = f.Get("password"), web.ParseBool(f.Get("keep"))
		return nil
	})
	if err != nil {
		return err
	}
	a, err := s.recoveryOf(c)
	if err != nil {
		return err
	}
	p, err := s.Players.Player(c.Request().Context(), a.Player)
	if err != nil {
		return err
	}
	ways, err := s.waysOf(c, a.Player)
	if err != nil {
		return err
	}
	id, err := s.Accounts.Recover(c.Request().Context(), c.Param("token"), want.Password, web.NetworkOf(c.RealIP()), want.Keep)
	if err != nil {
		if err = missing(err, "unknown_recovery"); web.AsError(err).Status != http.StatusUnprocessableEntity {
			return err
		}
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) { return s.newPasswordData(c, a, p) })
	}
	s.memory.forgetPlayer(id)
	if !want.Keep {
		ways = authpage.Ways{}
	}
	s.tellChanged(c, p.Name, a, ways.Kept(web.LangOf(c)))
	return s.loggedIn(c, id, accountDone("recovered"), "recovery")
}
