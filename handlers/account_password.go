package handlers

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/views"
)

// wish is what somebody wants to sign in with from now on.
type wish struct {
	Login    string `json:"login"`
	Mail     string `json:"mail"`
	Password string `json:"password"`
}

func (w *wish) fill(f url.Values) error {
	*w = wish{f.Get("login"), f.Get("mail"), f.Get("password")}
	return nil
}

// postPassword makes or changes login, address and password.
func (s *Server) postPassword(c echo.Context) error {
	me, done, err := s.dangerous(c, views.AccountPath())
	if done {
		return err
	}
	var w wish
	b, err := readInto(c, &w, w.fill)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	old, err := s.cfg.Accounts.Of(ctx, me.ID)
	if err != nil {
		return err
	}
	a, err := s.cfg.Accounts.Set(ctx, me.ID, account.Wish(w), network(c.RealIP()))
	if err != nil {
		return s.accountRefused(c, b, "password", err)
	}
	if !old.MailAt.IsZero() { // an address that nobody confirmed may be a stranger's
		s.tellChanged(c, me.Name, old)
	}
	if a.Mail != "" && a.MailAt.IsZero() && account.Key(a.Mail) != account.Key(old.Mail) {
		if err := s.askNewMail(c, me.ID); err != nil {
			return err
		}
	}
	if a.Password != old.Password { // whoever knew the old one is out
		if err := s.sessions.EndOthers(ctx, me.ID, s.sessionID(c)); err != nil {
			return err
		}
	}
	s.memory.forgetPlayer(me.ID)
	s.wayChanged(c, "password_set")
	if !byBearer(c) {
		if err := s.reveal(c, me); err != nil {
			return err
		}
	}
	return s.accountChanged(c)
}

// postDropPassword takes login, address and password away again.
func (s *Server) postDropPassword(c echo.Context) error {
	me, done, err := s.dangerous(c, views.AccountPath())
	if done {
		return err
	}
	if err := s.cfg.Accounts.Drop(c.Request().Context(), me.ID); err != nil {
		return s.accountRefused(c, body{form: map[string][]string{}}, "password", err)
	}
	s.wayChanged(c, "password_removed")
	return s.accountChanged(c)
}

// fromAccount translates what the accounts say; nil if it is something else.
func fromAccount(err error) *failure {
	var often *account.TooOften
	if errors.As(err, &often) {
		return &failure{status: http.StatusTooManyRequests, code: "too_many", retry: often.Wait, cause: err}
	}
	var invalid *account.Invalid
	if errors.As(err, &invalid) {
		return &failure{status: http.StatusUnprocessableEntity, code: "bad_" + invalid.Field, field: invalid.Field, cause: err}
	}
	for _, known := range []struct {
		err    error
		status int
		code   string
	}{
		{account.ErrWrong, http.StatusForbidden, "wrong_login"},
		{account.ErrTaken, http.StatusConflict, "login_taken"},
		{account.ErrBusy, http.StatusServiceUnavailable, "busy"},
		{account.ErrNoMail, http.StatusConflict, "no_mail"},
		{account.ErrNoWay, http.StatusConflict, "no_passkeys"},
		{account.ErrPasskey, http.StatusForbidden, "passkey_refused"},
		{account.ErrExpired, http.StatusConflict, "passkey_expired"},
		{account.ErrMany, http.StatusConflict, "too_many_passkeys"},
		{account.ErrLastWay, http.StatusConflict, "last_way"},
	} {
		if errors.Is(err, known.err) {
			f := &failure{status: known.status, code: known.code, cause: err}
			if known.status == http.StatusServiceUnavailable {
				f.retry = 1e9
			}
			return f
		}
	}
	return nil
}
