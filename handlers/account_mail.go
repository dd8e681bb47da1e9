package handlers

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

// addressJSON is the address of an account, to which a link was sent or whose link it is.
type addressJSON struct {
	Login string `json:"login"`
	Mail  string `json:"mail"`
}

// postMail sends a link that confirms the address of the asker.
func (s *Server) postMail(c echo.Context) error {
	me, done, err := s.known(c, views.AccountPath())
	if done {
		return err
	}
	if err := s.askMail(c, me.ID); err != nil {
		return s.accountRefused(c, body{form: map[string][]string{}}, "mail", missing(err, "no_address"))
	}
	if faceOf(c.Request()) != faceJSON {
		return s.renderAccount(c, http.StatusAccepted, views.AccountData{MailAsked: true})
	}
	a, err := s.cfg.Accounts.Of(c.Request().Context(), me.ID)
	if err != nil {
		return err
	}
	return replyJSON(c, http.StatusAccepted, addressJSON{a.Login, a.Mail})
}

// askMail sends a link to the address of somebody, if it is not confirmed yet.
func (s *Server) askMail(c echo.Context, me table.PlayerID) error {
	p, site, base := text.For(langOf(c)), s.host(c.Request()), s.absolute(c, "")
	return s.cfg.Accounts.AskMail(c.Request().Context(), me, network(c.RealIP()), func(l account.LinkLetter) (string, string) {
		return p.T("mail.subject", "Site", site), p.T("mail.text", "Name", l.Name, "Login", l.Login, "Site", site,
			"Link", base+views.MailLinkPath(l.Token), "Life", views.SpanText(p.Lang(), l.Life))
	})
}

// askNewMail is askMail for an address that was just given: if too many mails
// went out lately, the page says that it is not confirmed and offers to ask later.
func (s *Server) askNewMail(c echo.Context, me table.PlayerID) error {
	var often *account.TooOften
	err := s.askMail(c, me)
	if errors.As(err, &often) || errors.Is(err, account.ErrNoMail) || errors.Is(err, table.ErrNotFound) {
		return nil
	}
	return err
}

// owner is who asks by a link that counts only for him; a browser is sent to
// where accounts sign in, and comes back.
func (s *Server) owner(c echo.Context) (me table.Player, done bool, err error) {
	if me = viewer(c); me.ID == "" && faceOf(c.Request()) != faceJSON {
		return me, true, goOn(c, views.LoginNext(c.Request().URL.Path))
	}
	return s.known(c, views.AccountPath())
}

// showMailLink asks whether to confirm the address. It changes nothing: programs
// that look at mails fetch every address in them.
func (s *Server) showMailLink(c echo.Context) error {
	me, done, err := s.owner(c)
	if done {
		return err
	}
	a, err := s.cfg.Accounts.Of(c.Request().Context(), me.ID)
	if err != nil {
		return missing(err, "unknown_recovery")
	}
	if !a.MailAt.IsZero() && faceOf(c.Request()) != faceJSON {
		return goOn(c, views.AccountPath()) // there is nothing left to ask
	}
	err = s.guess(c, func() error { return s.cfg.Accounts.PeekMail(c.Request().Context(), me.ID, c.Param("token")) })
	if err != nil {
		return missing(err, "unknown_recovery")
	}
	if faceOf(c.Request()) == faceJSON {
		return replyJSON(c, http.StatusOK, addressJSON{a.Login, a.Mail})
	}
	data := views.MailLinkData{Login: a.Login, Mail: a.Mail, Action: views.MailLinkPath(c.Param("token"))}
	return replyHTML(c, faceOf(c.Request()), langOf(c), http.StatusOK, views.MailLink(s.page(c), data))
}

// postMailLink confirms the address.
func (s *Server) postMailLink(c echo.Context) error {
	me, done, err := s.owner(c)
	if done {
		return err
	}
	err = s.guess(c, func() error { return s.cfg.Accounts.ConfirmMail(c.Request().Context(), me.ID, c.Param("token")) })
	if errors.Is(err, table.ErrNotFound) && faceOf(c.Request()) != faceJSON {
		// Whoever presses twice, or finds the mail again, has what he wanted.
		if a, err := s.cfg.Accounts.Of(c.Request().Context(), me.ID); err == nil && !a.MailAt.IsZero() {
			return goOn(c, views.AccountPath())
		}
	}
	if err != nil {
		return missing(err, "unknown_recovery")
	}
	s.wayChanged(c, "address_confirmed")
	return s.accountChanged(c)
}
