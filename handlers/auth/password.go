package auth

import (
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// request is what somebody wants to sign in with from now on.
type request struct {
	Login    string `json:"login" schema:",required,maxlen=254"`
	Mail     string `json:"mail"`
	Password string `json:"password"`
}

func (w *request) fill(f url.Values) error {
	*w = request{f.Get("login"), f.Get("mail"), f.Get("password")}
	return nil
}

// postPassword makes or changes login, address and password.
func (s *Handler) postPassword(c echo.Context) error {
	me, done, err := s.dangerous(c, page.AccountPath())
	if done {
		return err
	}
	var w request
	b, err := web.ReadInto(c, &w, w.fill)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	old, err := s.Accounts.Of(ctx, me.ID)
	if err != nil {
		return err
	}
	a, err := s.Accounts.Set(ctx, me.ID, account.Credentials(w), web.NetworkOf(c.RealIP()))
	if err != nil {
		return s.accountRefused(c, b, "password", err)
	}
	if !old.MailAt.IsZero() { // an address that nobody confirmed may be a stranger's
		s.tellChanged(c, me.Name, old)
	}
	asked := false
	if a.Mail != "" && a.MailAt.IsZero() && account.Key(a.Mail) != account.Key(old.Mail) {
		if asked, err = s.askNewMail(c, me.ID); err != nil {
			return err
		}
	}
	if a.Password != old.Password { // sessions opened with the old one end
		if err := s.Sessions.EndOthers(ctx, me.ID, s.sessionID(c)); err != nil {
			return err
		}
	}
	s.memory.forgetPlayer(me.ID)
	s.LogSignInChange(c, "password_set")
	if !byBearer(c) {
		if err := s.reveal(c, me); err != nil {
			return err
		}
	}
	if asked {
		return s.accountChanged(c, "address")
	}
	return s.accountChanged(c, "password")
}

// postDropPassword takes login, address and password away again.
func (s *Handler) postDropPassword(c echo.Context) error {
	me, done, err := s.dangerous(c, page.AccountPath())
	if done {
		return err
	}
	if err := s.Accounts.Drop(c.Request().Context(), me.ID); err != nil {
		return s.accountRefused(c, web.Body{Form: map[string][]string{}}, "password", err)
	}
	s.LogSignInChange(c, "password_removed")
	return s.accountChanged(c, "dropped")
}
