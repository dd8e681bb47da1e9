package auth

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// personOf is a player as others see them.
func personOf(p account.Player) *page.Person { return &page.Person{ID: string(p.ID), Name: p.Name} }

// playerJSON is a player with a token of their own.
type playerJSON struct {
	page.Person
	Token string `json:"token"`
}

// ViewerJSON returns the caller, nil for a stranger.
func ViewerJSON(c echo.Context) *page.Person {
	if v := web.Viewer(c); v.ID != "" {
		return personOf(v)
	}
	return nil
}

// formQuery is where a form leads once it has been filled in.
type formQuery struct {
	Next string `query:"next"`
}

// showNameForm is the page on which somebody gives a name.
func (s *Handler) showNameForm(c echo.Context, q formQuery) error {
	return web.Respond(c, authpage.PlayerData{Viewer: ViewerJSON(c), Accounts: s.Accounts != nil, Next: web.LocalPath(q.Next)})
}

// newPlayer is a request to become a player.
type newPlayer struct {
	Name string `json:"name" schema:",required,minlen=1"`
}

// postPlayer makes a new player. A name is enough.
func (s *Handler) postPlayer(c echo.Context) error {
	var want newPlayer
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Name = f.Get("name"); return nil })
	if err != nil {
		return err
	}
	p, token, err := s.newPlayer(c, want.Name)
	next := web.LocalPath(b.Form.Get("next"))
	if err != nil {
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
			return authpage.PlayerData{Accounts: s.Accounts != nil, Next: next, Form: b.Form, Problem: p}, nil
		})
	}
	return web.Changed(c, web.Change{To: next, Status: http.StatusCreated, Location: page.MePath(), JSON: func() (any, error) {
		c.Response().Header().Set("Cache-Control", "no-store")
		return playerJSON{*personOf(p), token}, nil
	}})
}
