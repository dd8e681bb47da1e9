package tables

import (
	"net/url"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// consequence is what a move would bring about.
type consequence struct {
	Move string `json:"move" schema:"MoveName"`
	tablepage.Consequence
	ask tablepage.ConfirmData
}

// Page asks whether to make the move.
func (x consequence) Page(p page.Page) templ.Component { return x.ask.Page(p) }

// confirmQuery is a move: its fields are those of a form.
type confirmQuery struct {
	Move  string     `query:"move" schema:",required"`
	Group string     `query:"group"`
	Trade string     `query:"trade" schema:"integer"`
	Lift  []string   `query:"lift" schema:"[]integer"`
	Form  url.Values `query:"*"`
}

// showConfirm says what a move that cannot be taken back would bring about, and
// asks. The query is the move; nothing is changed.
func (s *Handler) showConfirm(c echo.Context, q confirmQuery) error {
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	me := web.Viewer(c).ID
	a := attempt{snap: &snap, body: web.Body{Form: q.Form}}
	if a.seat = snap.SeatOf(me); a.seat < 0 && !anyFree(&snap, me) {
		return s.notDone(c, a, web.Fail("no_seat"))
	}
	if err := a.parse(me); err != nil {
		return s.notDone(c, a, err)
	}
	if no := snap.Setup.Rules.Check(snap.State, &a.command); !no.OK() {
		return s.notDone(c, a, &table.Refused{Refusal: no, Command: a.command})
	}
	data, err := s.tableData(c, &snap, nothingAsked())
	if err != nil {
		return err
	}
	data.Viewer, data.Offer = a.seat, snap.Offer(a.seat)
	x, ok := tablepage.ConsequenceOf(s.Page(c), &data, &a.command)
	if !ok {
		return s.notDone(c, a, web.Fail("no_question"))
	}
	c.Request().Header.Del("HX-Request") // the question is a page of its own for htmx, too
	return web.Respond(c, consequence{
		wire.MoveName(a.command.Kind), x, tablepage.ConfirmData{TableData: data, Command: a.command, Form: a.body.Form},
	})
}
