package auth

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type playerJSON struct {
	Person
	Token string `json:"token"`
}

// ViewerJSON returns the caller, nil for a stranger.
func ViewerJSON(c echo.Context) *Person {
	if v := web.Viewer(c); v.ID != "" {
		return &Person{string(v.ID), v.Name}
	}
	return nil
}

// callerJSON is who is calling, null for nobody known.
type callerJSON struct {
	Viewer *Person `json:"viewer"`
}

// showNameForm is the page on which somebody gives a name.
func (s *Handler) showNameForm(c echo.Context) error {
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		return web.ReplyJSON(c, http.StatusOK, callerJSON{ViewerJSON(c)})
	}
	next := web.LocalPath(c.QueryParam("next"))
	return web.ReplyHTML(c, f, web.LangOf(c), http.StatusOK, authpage.SignIn(s.Page(c), authpage.PlayerData{Accounts: s.Accounts != nil, Next: next}))
}

// newPlayer is a wish to become a player.
type newPlayer struct {
	Name string `json:"name"`
}

// postPlayer makes a new player. A name is enough.
func (s *Handler) postPlayer(c echo.Context) error {
	var want newPlayer
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Name = f.Get("name"); return nil })
	if err != nil {
		return err
	}
	p, token, err := s.newPlayer(c, want.Name)
	f := web.FormatOf(c.Request())
	switch {
	case err != nil && f != web.FormatJSON:
		return s.nameRefused(c, b, err)
	case err != nil:
		return err
	case f != web.FormatJSON:
		return web.Redirect(c, web.LocalPath(b.Form.Get("next")))
	}
	c.Response().Header().Set("Location", page.MePath())
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusCreated, playerJSON{Person{string(p.ID), p.Name}, token})
}

// nameRefused shows the form again, with what was typed and what is wrong with it.
func (s *Handler) nameRefused(c echo.Context, b web.Body, err error) error {
	f := web.AsError(err)
	if f.Status >= http.StatusInternalServerError {
		return err
	}
	if f.Retry > 0 {
		c.Response().Header().Set("Retry-After", f.RetryAfter())
	}
	data := authpage.PlayerData{Accounts: s.Accounts != nil, Next: web.LocalPath(b.Form.Get("next")), Form: b.Form, Problem: web.ViewProblem(c, f)}
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), f.Status, authpage.SignIn(s.Page(c), data))
}
