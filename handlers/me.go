package handlers

import (
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// known is who asks; a browser that has not given a name is sent to the form,
// a program gets 401. With done the answer is out.
func (s *Server) known(c echo.Context, next string) (p table.Player, done bool, err error) {
	if p = web.Viewer(c); p.ID != "" {
		return p, false, nil
	}
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return p, true, web.Fail(http.StatusUnauthorized, "unauthorized")
	}
	return p, true, web.Redirect(c, views.WithQuery(views.PlayersPath(), "next", next))
}

type linkJSON struct {
	URL  string `json:"url"`
	Path string `json:"path"`
}

// postLink makes a secret link and ends the one before.
func (s *Server) postLink(c echo.Context) error {
	me, done, err := s.known(c, views.MePath())
	if done {
		return err
	}
	if s.cfg.Accounts != nil { // a link opens what a password guards
		if done, err := s.prove(c, me.ID, views.AccountPath()); done {
			return err
		}
	}
	if err := s.unlimited(c); err != nil {
		return err
	}
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if err := s.LimitCreation(c); err != nil {
		return err
	}
	if err := s.tables.DropTokens(ctx, me.ID, table.Link); err != nil {
		return err
	}
	token, err := s.tables.NewLink(ctx, me.ID, 0, false)
	if err != nil {
		return err
	}
	s.LogSignInChange(c, "link_made")
	path := views.LinkPath(token)
	c.Response().Header().Set("Cache-Control", "no-store")
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return c.JSON(http.StatusCreated, linkJSON{s.Absolute(c, path), path})
	}
	if b.Form.Get("back") == views.AccountPath() {
		return s.renderAccount(c, http.StatusOK, views.AccountData{Link: s.Absolute(c, path)})
	}
	day, at, err := s.day(c, me.ID)
	if err != nil {
		return err
	}
	data, err := s.meData(c, day, at)
	if err != nil {
		return err
	}
	data.Link = s.Absolute(c, path)
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), http.StatusOK, views.Me(s.Page(c), data))
}

// postSignOut ends the session of this browser.
func (s *Server) postSignOut(c echo.Context) error {
	me := web.Viewer(c).ID
	if err := s.signOut(c); err != nil {
		return err
	}
	if me != "" {
		s.LogSecurity(c, web.SignedOut, me)
	}
	web.ClearSiteData(c)
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return c.NoContent(http.StatusNoContent)
	}
	return web.Redirect(c, views.HomePath())
}

// showLink asks whether to sign in by a secret link. It changes nothing:
// programs that look at mails fetch every address in them.
func (s *Server) showLink(c echo.Context) error {
	token := c.Param("token")
	var p table.Player
	err := s.LimitGuesses(c, func() (err error) {
		p, err = s.tables.PeekLink(c.Request().Context(), token)
		return err
	})
	if err != nil {
		return web.LinkError(err)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		return web.ReplyJSON(c, http.StatusOK, map[string]string{"name": p.Name})
	}
	return web.ReplyHTML(c, f, web.LangOf(c), http.StatusOK, views.Link(s.Page(c), views.LinkData{Name: p.Name, Action: views.LinkPath(token)}))
}

// postLinkIn signs this device in; a program gets a token of its own.
func (s *Server) postLinkIn(c echo.Context) error {
	ctx := c.Request().Context()
	var p table.Player
	err := s.LimitGuesses(c, func() (err error) {
		p, err = s.tables.UseLink(ctx, c.Param("token"))
		return err
	})
	if err != nil {
		return web.LinkError(err)
	}
	if err := s.signIn(c, p); err != nil {
		return err
	}
	s.LogSecurity(c, web.SignedIn, p.ID, slog.String("how", "link"))
	if web.FormatOf(c.Request()) != web.FormatJSON {
		return web.Redirect(c, views.HomePath())
	}
	token, err := s.tables.NewToken(ctx, p.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusCreated, playerJSON{personJSON{string(p.ID), p.Name}, token})
}
