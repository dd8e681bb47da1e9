package handlers

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views"
)

// postGame opens a table.
func (s *Server) postGame(c echo.Context) error {
	b, err := readBody(c.Request())
	if err != nil {
		return err
	}
	if untouchedBook(b.form); truth(b.form.Get("change")) && faceOf(c.Request()) != faceJSON {
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
		order.EditionID = cmp.Or(order.EditionID, usualEdition(langOf(c)))
		want.Name = cmp.Or(want.Name, guest(langOf(c)))
	}
	me, fresh, err := s.someone(c, want.Name)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	if err := s.create(c); err != nil {
		return s.gameRefused(c, b, err)
	}
	if order.Edition != nil || len(order.Scenario) > 0 {
		if err := s.upload(c); err != nil {
			return s.gameRefused(c, b, err)
		}
	}
	snap, err := s.open(c.Request().Context(), me.ID, order, want)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	path := views.GamePath(snap.Meta.ID)
	if faceOf(c.Request()) != faceJSON {
		return goOn(c, path)
	}
	c.Response().Header().Set("Location", path)
	c.Response().Header().Set("ETag", seqTag(snap.Seq()))
	return replyJSON(c, http.StatusCreated, struct {
		stateJSON
		Token  string      `json:"token,omitempty"`
		Player *personJSON `json:"player,omitempty"`
	}{stateFor(c, &snap), fresh.Token, fresh.Player})
}

// gameRefused shows the form again, with what was chosen and what is wrong with it.
func (s *Server) gameRefused(c echo.Context, b body, err error) error {
	lang := langOf(c)
	f := asFailureIn(err, lang)
	if f.status >= http.StatusInternalServerError || faceOf(c.Request()) == faceJSON {
		return err
	}
	if f.retry > 0 {
		c.Response().Header().Set("Retry-After", f.retryAfter())
	}
	status := f.status
	if status == http.StatusUnauthorized {
		status = http.StatusUnprocessableEntity
		f = failed(status, "bad_name")
	}
	field := f.field
	f.field = fieldLabel(lang, field)
	problem := viewProblem(f.problem(lang), "")
	problem.Field = field
	if truth(b.form.Get("quick")) {
		h, err := s.hall(c.Request().Context(), viewer(c).ID)
		if err != nil {
			return err
		}
		return s.renderLobby(c, status, h, &b, problem)
	}
	data, failing := s.newTableData(c, b.form)
	if failing != nil {
		return failing
	}
	data.Problem, data.Switched = problem, isAnother(lang, &data) && aboutSettings(err)
	return replyHTML(c, faceOf(c.Request()), lang, status, views.NewTable(s.page(c), data))
}
