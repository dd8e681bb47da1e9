package handlers

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views"
)

type personJSON struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type playerJSON struct {
	personJSON
	Token string `json:"token"`
}

// who is the one who asks, or nil.
func who(c echo.Context) *personJSON {
	if v := viewer(c); v.ID != "" {
		return &personJSON{string(v.ID), v.Name}
	}
	return nil
}

// showNameForm is the page on which somebody gives a name.
func (s *Server) showNameForm(c echo.Context) error {
	f := faceOf(c.Request())
	if f == faceJSON {
		return replyJSON(c, http.StatusOK, map[string]any{"viewer": who(c)})
	}
	next := localPath(c.QueryParam("next"))
	return replyHTML(c, f, langOf(c), http.StatusOK, views.SignIn(s.page(c), views.PlayerData{Accounts: s.cfg.Accounts != nil, Next: next}))
}

// postPlayer makes a new player. A name is enough.
func (s *Server) postPlayer(c echo.Context) error {
	var want struct {
		Name string `json:"name"`
	}
	b, err := readInto(c, &want, func(f url.Values) error { want.Name = f.Get("name"); return nil })
	if err != nil {
		return err
	}
	p, token, err := s.newPlayer(c, want.Name)
	f := faceOf(c.Request())
	switch {
	case err != nil && f != faceJSON:
		return s.nameRefused(c, b, err)
	case err != nil:
		return err
	case f != faceJSON:
		return goOn(c, localPath(b.form.Get("next")))
	}
	c.Response().Header().Set("Location", views.MePath())
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusCreated, playerJSON{personJSON{string(p.ID), p.Name}, token})
}

// nameRefused shows the form again, with what was typed and what is wrong with it.
func (s *Server) nameRefused(c echo.Context, b body, err error) error {
	f := asFailure(err)
	if f.status >= http.StatusInternalServerError {
		return err
	}
	if f.retry > 0 {
		c.Response().Header().Set("Retry-After", f.retryAfter())
	}
	data := views.PlayerData{Accounts: s.cfg.Accounts != nil, Next: localPath(b.form.Get("next")), Form: b.form, Problem: viewProblem(f.problem(langOf(c)), "")}
	return replyHTML(c, faceOf(c.Request()), langOf(c), f.status, views.SignIn(s.page(c), data))
}
