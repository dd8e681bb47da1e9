package auth

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// WithAccounts lets a request through if this server has accounts, and never
// lets its answer be kept by anybody.
func (s *Handler) WithAccounts(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.Accounts == nil {
			return web.Fail("no_accounts")
		}
		c.Response().Header().Set("Cache-Control", "no-store")
		return next(c)
	}
}

// accountQuery is what was changed just before the page is shown.
type accountQuery struct {
	Done string `query:"done"`
}

// showAccount tells how somebody signs in and where.
func (s *Handler) showAccount(c echo.Context, q accountQuery) error {
	_, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	d, err := s.accountData(c, authpage.AccountData{Done: q.Done})
	if err != nil {
		return err
	}
	return web.Respond(c, d)
}

// AccountOf is a player as they see themselves.
func (s *Handler) AccountOf(c echo.Context, me account.Player) (authpage.Account, error) {
	ctx := c.Request().Context()
	all := authpage.Account{
		Person: *personOf(me), CreatedAt: me.CreatedAt, Passkeys: []authpage.Passkey{}, Sessions: []authpage.Session{},
		Offers: s.offers(c),
	}
	a, err := s.Accounts.Of(ctx, me.ID)
	if err != nil {
		return all, err
	}
	if a.Login != "" {
		all.Login = &a.Login
	}
	if a.Mail != "" {
		all.Mail, all.MailAt = &a.Mail, web.TimeOrNull(a.MailAt)
	}
	keys, err := s.Accounts.Passkeys(ctx, me.ID)
	if err != nil {
		return all, err
	}
	for _, k := range keys {
		all.Passkeys = append(all.Passkeys, passkeyOf(k))
	}
	links, err := s.Players.Links(ctx, me.ID)
	if err != nil {
		return all, err
	}
	if len(links) > 0 {
		all.Link = &authpage.LinkMade{CreatedAt: links[len(links)-1].CreatedAt}
	}
	if all.Sessions, err = s.sessionsOf(c, me.ID); err != nil {
		return all, err
	}
	if all.Guest, err = s.guestOf(c); err != nil {
		return all, err
	}
	all.Proved, err = s.proved(c, me.ID)
	return all, err
}

func (s *Handler) sessionsOf(c echo.Context, me account.PlayerID) ([]authpage.Session, error) {
	list, err := s.Sessions.List(c.Request().Context(), me)
	if err != nil {
		return nil, err
	}
	mine := s.sessionID(c)
	all := make([]authpage.Session, len(list))
	for i, one := range list {
		all[i] = authpage.Session{
			ID: one.ID, Device: one.Device, CreatedAt: one.CreatedAt, SeenAt: one.SeenAt, ExpiresAt: one.ExpiresAt, Current: one.ID == mine,
		}
	}
	return all, nil
}

// accountData is the account, with what d has to say besides.
func (s *Handler) accountData(c echo.Context, d authpage.AccountData) (_ authpage.AccountData, err error) {
	d.Pages = s.Rates
	d.Account, err = s.AccountOf(c, web.Viewer(c))
	return d, err
}

// RenderAccount shows the page with a status, with what d has to say besides.
func (s *Handler) RenderAccount(c echo.Context, status int, d authpage.AccountData) error {
	d, err := s.accountData(c, d)
	if err != nil {
		return err
	}
	return web.RespondAs(c, status, d)
}

// accountRefused answers a change of the account that was not made: programs
// get the problem, people the page with it.
func (s *Handler) accountRefused(c echo.Context, b web.Body, at string, err error) error {
	return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
		b.Form.Del("password")
		return s.accountData(c, authpage.AccountData{Form: b.Form, Problem: p, At: at})
	})
}

// accountChanged answers a change that was made: programs get the account, people its
// page, which says what is done: name, password, address, dropped, mail or passkeys.
func (s *Handler) accountChanged(c echo.Context, what string) error {
	return web.Changed(c, web.Change{To: accountDone(what), JSON: func() (any, error) { return s.AccountOf(c, web.Viewer(c)) }})
}

// accountDone is the page of the account that says at its place what is done.
func accountDone(what string) string {
	return page.WithQuery(page.AccountPath(), "done", what) + "#done"
}

// newName is what somebody or something shall be called.
type newName struct {
	Name string `json:"name" schema:",required"`
}

// postName gives somebody another name, for tables to come.
func (s *Handler) postName(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	var want newName
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Name = f.Get("name"); return nil })
	if err != nil {
		return err
	}
	p, err := s.Players.Rename(c.Request().Context(), me.ID, want.Name)
	if err != nil {
		return s.accountRefused(c, b, "name", err)
	}
	s.memory.forgetPlayer(me.ID)
	web.SetViewer(c, p)
	return s.accountChanged(c, "name")
}

// deleteSession ends one session of the asker.
func (s *Handler) deleteSession(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	defer s.memory.forgetPlayer(me.ID)
	if err := s.Sessions.End(c.Request().Context(), me.ID, c.Param("session")); err != nil {
		return missing(err, "unknown_session")
	}
	s.LogSecurity(c, web.SignedOut, me.ID, slog.String("what", "session"))
	return s.ended(c, "session")
}

// deleteSessions ends all sessions of the asker but this one.
func (s *Handler) deleteSessions(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	defer s.memory.forgetPlayer(me.ID)
	if err := s.Sessions.EndOthers(c.Request().Context(), me.ID, s.sessionID(c)); err != nil {
		return err
	}
	s.LogSecurity(c, web.SignedOut, me.ID, slog.String("what", "other_sessions"))
	return s.ended(c, "sessions")
}

// deleteLink ends the secret link.
func (s *Handler) deleteLink(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.AccountPath())
	if done {
		return err
	}
	if err := s.Players.DropTokens(c.Request().Context(), me.ID, account.Link); err != nil {
		return err
	}
	s.LogSignInChange(c, "link_ended")
	return s.ended(c, "link")
}

// ended answers when something is no longer there; people get the page of the
// account, which says what is gone: session, sessions, link or passkey.
func (s *Handler) ended(c echo.Context, what string) error {
	return web.Changed(c, web.Change{To: accountDone(what)})
}

// missing gives what was not found a code of its own.
func missing(err error, code string) error {
	if f := web.AsError(err); f.Status == http.StatusNotFound {
		return web.Fail(code)
	}
	return err
}

// sessionID names the session of the request's cookie; "" if it has none, or
// comes with a token.
func (s *Handler) sessionID(c echo.Context) string {
	cookies := c.Request().CookiesNamed(s.SessionCookie(c))
	if len(cookies) == 0 || c.Request().Header.Get("Authorization") != "" {
		return ""
	}
	return account.SessionIDOf(strings.TrimSpace(cookies[0].Value))
}
