package tables

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// consequenceJSON is what a move would bring about, for programs.
type consequenceJSON struct {
	Move string `json:"move"`
	tablepage.Consequence
}

// showConfirm says what a move that cannot be taken back would bring about, and
// asks. The query is the move; nothing is changed.
func (s *Handler) showConfirm(c echo.Context) error {
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	me := web.Viewer(c).ID
	a := attempt{snap: &snap, body: web.Body{Form: c.QueryParams()}}
	if a.seat = snap.SeatOf(me); a.seat < 0 && !anyFree(&snap, me) {
		return s.notDone(c, a, web.Fail("no_seat"))
	}
	if err := a.parse(me); err != nil {
		return s.notDone(c, a, err)
	}
	if no := snap.Setup.Rules.Check(snap.State, &a.command); !no.OK() {
		return s.notDone(c, a, &table.Refused{Refusal: no, Command: a.command})
	}
	data, err := s.tableData(c, &snap)
	if err != nil {
		return err
	}
	data.Viewer, data.Offer = a.seat, snap.Offer(a.seat)
	x, ok := tablepage.ConsequenceOf(s.Page(c), &data, &a.command)
	if !ok {
		return s.notDone(c, a, web.Fail("no_question"))
	}
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return web.ReplyJSON(c, http.StatusOK, consequenceJSON{wire.MoveName(a.command.Kind), x})
	}
	return web.ReplyHTML(c, web.FormatPage, web.LangOf(c), http.StatusOK, tablepage.Confirm(s.Page(c), data, a.command, a.body.Form))
}
