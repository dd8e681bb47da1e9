package handlers

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// postGame opens a table.
func (s *Server) postGame(c echo.Context) error {
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	if untouchedBook(b.Form); web.ParseBool(b.Form.Get("change")) && web.FormatOf(c.Request()) != web.FormatJSON {
		return s.drawnAnew(c, b)
	}
	want, err := readGame(b)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	order, err := want.order()
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	if want.Quick {
		order.EditionID = cmp.Or(order.EditionID, usualEdition(web.LangOf(c)))
		want.Name = cmp.Or(want.Name, guest(web.LangOf(c)))
	}
	me, fresh, err := s.someone(c, want.Name)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	if err := s.LimitCreation(c); err != nil {
		return s.gameRefused(c, b, err)
	}
	if order.Edition != nil || len(order.Scenario) > 0 {
		if err := s.LimitUpload(c); err != nil {
			return s.gameRefused(c, b, err)
		}
	}
	snap, err := s.open(c.Request().Context(), me.ID, order, want)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	path := views.GamePath(snap.Meta.ID)
	if web.FormatOf(c.Request()) != web.FormatJSON {
		return web.Redirect(c, path)
	}
	c.Response().Header().Set("Location", path)
	c.Response().Header().Set("ETag", web.SeqTag(snap.Seq()))
	return web.ReplyJSON(c, http.StatusCreated, struct {
		stateJSON
		Token  string      `json:"token,omitempty"`
		Player *personJSON `json:"player,omitempty"`
	}{stateFor(c, &snap), fresh.Token, fresh.Player})
}

// gameRefused shows the form again, with what was chosen and what is wrong with it.
func (s *Server) gameRefused(c echo.Context, b web.Body, err error) error {
	lang := web.LangOf(c)
	f := web.AsErrorIn(err, lang)
	if f.Status >= http.StatusInternalServerError || web.FormatOf(c.Request()) == web.FormatJSON {
		return err
	}
	if f.Retry > 0 {
		c.Response().Header().Set("Retry-After", f.RetryAfter())
	}
	status := f.Status
	if status == http.StatusUnauthorized {
		status = http.StatusUnprocessableEntity
		f = web.Fail(status, "bad_name")
	}
	field := f.Field
	f.Field = fieldLabel(lang, field)
	problem := web.ViewProblem(f.Problem(lang), "")
	problem.Field = field
	if web.ParseBool(b.Form.Get("quick")) {
		h, err := s.hall(c.Request().Context(), web.Viewer(c).ID)
		if err != nil {
			return err
		}
		return s.renderLobby(c, status, h, &b, problem)
	}
	data, failing := s.newTableData(c, b.Form)
	if failing != nil {
		return failing
	}
	data.Problem, data.Switched = problem, isAnother(lang, &data) && aboutSettings(err)
	return web.ReplyHTML(c, web.FormatOf(c.Request()), lang, status, views.NewTable(s.Page(c), data))
}
