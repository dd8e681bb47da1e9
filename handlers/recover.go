package handlers

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
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
	d.Able = s.cfg.Accounts.SendsMail()
	return replyHTML(c, faceOf(c.Request()), langOf(c), status, views.Recover(s.page(c), d))
}

// postRecover sends a link by mail, if there is such an account, and says the
// same if there is none.
func (s *Server) postRecover(c echo.Context) error {
	b, err := readBody(c.Request())
	if err != nil {
		return err
	}
	var want struct {
		Login string `json:"login"`
	}
	if err := b.fill(&want, func(f func(string) string) { want.Login = f("login") }); err != nil {
		return err
	}
	if strings.TrimSpace(want.Login) == "" {
		return &failure{status: http.StatusBadRequest, code: "missing", field: "login"}
	}
	err = s.cfg.Accounts.AskRecovery(c.Request().Context(), want.Login, network(c.RealIP()), s.letter(c))
	f := faceOf(c.Request())
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
	return func(name, login, token string) (string, string) {
		return p.T("recover.mail_subject", "Site", site), p.T("recover.mail_text", "Name", name, "Login", login, "Link", base+views.RecoveryPath(token))
	}
}

// tellChanged lets the owner of an address know that his account was changed.
func (s *Server) tellChanged(c echo.Context, name string, a account.Account) {
	p, site := text.For(langOf(c)), s.host(c.Request())
	s.cfg.Accounts.Tell(context.WithoutCancel(c.Request().Context()), a.Mail, p.T("recover.changed_subject", "Site", site),
		p.T("recover.changed_text", "Name", name, "Login", a.Login, "Link", s.absolute(c, views.RecoverPath())))
}

// showRecovery asks for the new password. It changes nothing: programs that
// look at mails fetch every address in them.
func (s *Server) showRecovery(c echo.Context) error {
	a, err := s.recoveryOf(c)
	if err != nil {
		return err
	}
	if faceOf(c.Request()) == faceJSON {
		return replyJSON(c, http.StatusOK, map[string]string{"login": a.Login})
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

func (s *Server) renderRecovery(c echo.Context, status int, a account.Account, problem *views.Problem) error {
	data := views.NewPasswordData{Login: a.Login, Action: views.RecoveryPath(c.Param("token")), Problem: problem}
	return replyHTML(c, faceOf(c.Request()), langOf(c), status, views.NewPassword(s.page(c), data))
}

// postRecovery sets the new password and signs this browser in; everything
// that signed the person in before has ended.
func (s *Server) postRecovery(c echo.Context) error {
	b, err := readBody(c.Request())
	if err != nil {
		return err
	}
	var want struct {
		Password string `json:"password"`
	}
	if err := b.fill(&want, func(f func(string) string) { want.Password = f("password") }); err != nil {
		return err
	}
	a, err := s.recoveryOf(c)
	if err != nil {
		return err
	}
	id, err := s.cfg.Accounts.Recover(c.Request().Context(), c.Param("token"), want.Password, network(c.RealIP()))
	if err != nil {
		f := asFailureIn(missing(err, "unknown_recovery"), langOf(c))
		if f.status != http.StatusUnprocessableEntity || faceOf(c.Request()) == faceJSON {
			return f
		}
		return s.renderRecovery(c, f.status, a, viewProblem(f.problem(langOf(c)), ""))
	}
	s.memory.forgetPlayer(id)
	return s.loggedIn(c, id, views.AccountPath())
}
