package auth

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// postMail sends a link that confirms the address of the asker.
func (s *Handler) postMail(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	if err := s.askMail(c, me.ID); err != nil {
		return s.accountRefused(c, web.Body{Form: map[string][]string{}}, "mail", missing(err, "no_address"))
	}
	if !web.IsProgram(c) {
		return s.RenderAccount(c, http.StatusAccepted, authpage.AccountData{MailAsked: true})
	}
	a, err := s.Accounts.Of(c.Request().Context(), me.ID)
	if err != nil {
		return err
	}
	return web.ReplyJSON(c, http.StatusAccepted, authpage.MailLinkData{Login: a.Login, Mail: a.Mail})
}

// askMail sends a link to the address of somebody, if it is not confirmed yet.
func (s *Handler) askMail(c echo.Context, me account.PlayerID) error {
	p, site, base := text.For(web.LangOf(c)), s.Host(c.Request()), s.Absolute(c, "")
	return s.Accounts.AskMail(c.Request().Context(), me, web.NetworkOf(c.RealIP()), func(l account.LinkMail) (string, string) {
		return p.T("mail.subject", "Site", site), p.T("mail.text", "Name", l.Name, "Login", l.Login, "Site", site,
			"Link", base+page.MailLinkPath(l.Token), "Life", page.Duration(p, l.Life))
	})
}

// askNewMail is askMail for an address that was just given: if too many mails
// went out lately, none is sent, and the page says that it is not confirmed and
// offers to ask later.
func (s *Handler) askNewMail(c echo.Context, me account.PlayerID) (sent bool, err error) {
	var often *account.TooOften
	err = s.askMail(c, me)
	if errors.As(err, &often) || errors.Is(err, account.ErrNoMail) || errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// owner returns the caller of a link that works only for them; a browser is sent to
// where accounts sign in, and comes back.
func (s *Handler) owner(c echo.Context) (me account.Player, done bool, err error) {
	if me = web.Viewer(c); me.ID == "" && !web.IsProgram(c) {
		return me, true, web.Redirect(c, page.LoginNext(c.Request().URL.Path))
	}
	return web.RequireViewer(c, page.AccountPath())
}

// showMailLink asks whether to confirm the address. It changes nothing: programs
// that look at mails fetch every address in them.
func (s *Handler) showMailLink(c echo.Context) error {
	me, done, err := s.owner(c)
	if done {
		return err
	}
	a, unknown := s.Accounts.Of(c.Request().Context(), me.ID)
	err = s.LimitGuesses(c, func() error { return s.Accounts.PeekMail(c.Request().Context(), me.ID, c.Param("token")) })
	if errors.Is(err, storage.ErrNotFound) && !a.MailAt.IsZero() && !web.IsProgram(c) {
		return web.Redirect(c, page.AccountPath()) // there is nothing left to ask
	}
	if err = cmp.Or(err, unknown); err != nil {
		return missing(err, "unknown_recovery")
	}
	return web.Respond(c, authpage.MailLinkData{Login: a.Login, Mail: a.Mail, Action: page.MailLinkPath(c.Param("token"))})
}

// postMailLink confirms the address.
func (s *Handler) postMailLink(c echo.Context) error {
	me, done, err := s.owner(c)
	if done {
		return err
	}
	err = s.LimitGuesses(c, func() error { return s.Accounts.ConfirmMail(c.Request().Context(), me.ID, c.Param("token")) })
	if errors.Is(err, storage.ErrNotFound) && !web.IsProgram(c) {
		// On a second press, or a second visit from the mail, the goal is reached already.
		if a, err := s.Accounts.Of(c.Request().Context(), me.ID); err == nil && !a.MailAt.IsZero() {
			return web.Redirect(c, page.AccountPath())
		}
	}
	if err != nil {
		return missing(err, "unknown_recovery")
	}
	s.LogSignInChange(c, "address_confirmed")
	return s.accountChanged(c, "mail")
}
