package handlers

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// showRecover asks for which account a link to a new password is wanted.
func (s *Server) showRecover(c echo.Context) error {
	if faceOf(c.Request()) == faceJSON {
		return replyJSON(c, http.StatusOK, map[string]bool{"recovery": s.cfg.Accounts.SendsMail()})
	}
	return s.renderRecover(c, http.StatusOK, views.RecoverData{})
}

func (s *Server) renderRecover(c echo.Context, status int, d views.RecoverData) error {
	d.Able, d.Life = s.cfg.Accounts.SendsMail(), views.SpanText(langOf(c), s.cfg.Accounts.RecoveryLife())
	return replyHTML(c, faceOf(c.Request()), langOf(c), status, views.Recover(s.page(c), d))
}

// postRecover sends a link by mail, if there is such an account, and says the
// same if there is none.
func (s *Server) postRecover(c echo.Context) error {
	var want struct {
		Login string `json:"login"`
	}
	b, err := readInto(c, &want, func(f url.Values) error { want.Login = f.Get("login"); return nil })
	if err != nil {
		return err
	}
	if strings.TrimSpace(want.Login) == "" {
		return &failure{status: http.StatusBadRequest, code: "missing", field: "login"}
	}
	err = s.cfg.Accounts.AskRecovery(c.Request().Context(), want.Login, network(c.RealIP()), s.letter(c))
	f := faceOf(c.Request())
	if err == nil {
		s.record(c, recoveryAsked, viewer(c).ID)
	}
	if err != nil {
		fault := asFailureIn(err, langOf(c))
		if fault.status >= http.StatusInternalServerError || f == faceJSON {
			return err
		}
		s.retryAfter(c, fault)
		return s.renderRecover(c, fault.status, views.RecoverData{Form: b.form, Problem: viewProblem(fault.problem(langOf(c)), "")})
	}
	if f == faceJSON {
		return replyJSON(c, http.StatusAccepted, map[string]bool{"recovery": true})
	}
	return s.renderRecover(c, http.StatusAccepted, views.RecoverData{Sent: true})
}

// letter writes the mail in the language of who asks.
func (s *Server) letter(c echo.Context) account.Letter {
	p, site, base := text.For(langOf(c)), s.host(c.Request()), s.absolute(c, "")
	return func(l account.LinkLetter) (string, string) {
		body := p.T("recover.mail_text", "Name", l.Name, "Login", l.Login, "Link", base+views.RecoveryPath(l.Token), "Life", views.SpanText(p.Lang(), l.Life))
		if l.Passkeys {
			body += "\n\n" + p.T("recover.mail_passkeys", "Link", base+views.LoginPath())
		}
		return p.T("recover.mail_subject", "Site", site), body
	}
}

// tellChanged lets the owner of an address know that his account was changed.
func (s *Server) tellChanged(c echo.Context, name string, a account.Account, more ...string) {
	p, site := text.For(langOf(c)), s.host(c.Request())
	s.cfg.Accounts.Tell(context.WithoutCancel(c.Request().Context()), a.Mail, p.T("recover.changed_subject", "Site", site),
		strings.TrimSpace(p.T("recover.changed_text", "Name", name, "Login", a.Login, "Link", s.absolute(c, views.RecoverPath()))+"\n\n"+strings.Join(more, "")))
}

// tellRecovered is tellChanged after a new password by mail, with what else
// still opens the account.
func (s *Server) tellRecovered(c echo.Context, name string, a account.Account) error {
	ways, err := s.waysOf(c, a.Player)
	if err != nil {
		return err
	}
	s.tellChanged(c, name, a, ways.Kept(langOf(c)))
	return nil
}

// showRecovery asks for the new password. It changes nothing: programs that
// look at mails fetch every address in them.
func (s *Server) showRecovery(c echo.Context) error {
	a, err := s.recoveryOf(c)
	if err != nil {
		return err
	}
	if faceOf(c.Request()) == faceJSON {
		ways, err := s.waysOf(c, a.Player)
		if err != nil {
			return err
		}
		return replyJSON(c, http.StatusOK, recoveryJSON{a.Login, ways.Passkeys, ways.Link, ways.Tokens})
	}
	return s.renderRecovery(c, http.StatusOK, a, nil)
}

func (s *Server) recoveryOf(c echo.Context) (a account.Account, err error) {
	err = s.guess(c, func() (err error) {
		a, err = s.cfg.Accounts.PeekRecovery(c.Request().Context(), c.Param("token"))
		return err
	})
	if err != nil {
		return a, missing(err, "unknown_recovery")
	}
	return a, nil
}

// recoveryJSON is whose new password a link sets, and what else opens the account.
type recoveryJSON struct {
	Login    string `json:"login"`
	Passkeys int    `json:"passkeys"`
	Link     bool   `json:"link"`
	Tokens   int    `json:"tokens"`
}

// waysOf are the ways into an account besides its password.
func (s *Server) waysOf(c echo.Context, id table.PlayerID) (w views.Ways, err error) {
	ctx := c.Request().Context()
	keys, err := s.cfg.Accounts.Passkeys(ctx, id)
	if err != nil {
		return w, err
	}
	links, err := s.tables.Links(ctx, id)
	if err != nil {
		return w, err
	}
	tokens, err := s.tables.Tokens(ctx, id)
	return views.Ways{Passkeys: len(keys), Link: len(links) > 0, Tokens: len(tokens)}, err
}

func (s *Server) renderRecovery(c echo.Context, status int, a account.Account, problem *views.Problem) error {
	ways, err := s.waysOf(c, a.Player)
	if err != nil {
		return err
	}
	data := views.NewPasswordData{Login: a.Login, Action: views.RecoveryPath(c.Param("token")), Ways: ways, Problem: problem}
	return replyHTML(c, faceOf(c.Request()), langOf(c), status, views.NewPassword(s.page(c), data))
}

// postRecovery sets the new password and signs this browser in; everything
// that signed the person in before has ended, but for what he wants to keep.
func (s *Server) postRecovery(c echo.Context) error {
	var want struct {
		Password string `json:"password"`
		Keep     bool   `json:"keep"` // passkeys, secret link and tokens stay good
	}
	_, err := readInto(c, &want, func(f url.Values) error {
		want.Password, want.Keep = f.Get("password"), truth(f.Get("keep"))
		return nil
	})
	if err != nil {
		return err
	}
	a, err := s.recoveryOf(c)
	if err != nil {
		return err
	}
	id, err := s.cfg.Accounts.Recover(c.Request().Context(), c.Param("token"), want.Password, network(c.RealIP()), want.Keep)
	if err != nil {
		f := asFailureIn(missing(err, "unknown_recovery"), langOf(c))
		if f.status != http.StatusUnprocessableEntity || faceOf(c.Request()) == faceJSON {
			return f
		}
		return s.renderRecovery(c, f.status, a, viewProblem(f.problem(langOf(c)), ""))
	}
	s.memory.forgetPlayer(id)
	if p, err := s.tables.Player(c.Request().Context(), id); err == nil {
		if err := s.tellRecovered(c, p.Name, a); err != nil {
			return err
		}
	}
	return s.loggedIn(c, id, views.AccountPath(), "recovery")
}
