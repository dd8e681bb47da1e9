package lobby

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

type linkJSON struct {
	URL  string `json:"url" schema:"uri"`
	Path string `json:"path" schema:"path"`
}

// postLink makes a secret link and ends the one before.
func (s *Handler) postLink(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MePath())
	if done {
		return err
	}
	if s.Accounts != nil { // a link opens what a password guards
		if done, err := s.Auth.Prove(c, me.ID, page.AccountPath()); done {
			return err
		}
	}
	if err := s.Auth.Unlimited(c); err != nil {
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
	token, err := s.Players.ReplaceLink(ctx, me.ID, 0, false)
	if err != nil {
		return err
	}
	s.LogSignInChange(c, "link_made")
	path := page.LinkPath(token)
	c.Response().Header().Set("Cache-Control", "no-store")
	if web.IsProgram(c) {
		return web.ReplyJSON(c, http.StatusCreated, linkJSON{s.Absolute(c, path), path})
	}
	link, _ := s.Invitation(c, path)
	if b.Form.Get("back") == page.AccountPath() {
		return s.Auth.RenderAccount(c, http.StatusOK, authpage.AccountData{FreshLink: link})
	}
	day, at, err := s.day(c, me.ID)
	if err != nil {
		return err
	}
	data, err := s.meData(c, day, at)
	if err != nil {
		return err
	}
	data.Link = link
	return web.Respond(c, linkMade{data})
}

// linkMade is the page about oneself with the link that was just made. Its
// fragment is the whole main part: that of other visits has only the tables.
type linkMade struct{ me tablepage.MeData }

// Page is the page about oneself.
func (x linkMade) Page(p page.Page) templ.Component { return x.me.Page(p) }
