package tables

import (
	"encoding/json"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// isTimeUp reports whether the body is the step of a scenario that strikes the
// agreed hour and nothing else.
func isTimeUp(b web.Body) bool {
	if b.JSON == nil {
		return len(b.Form) == 1 && b.Form.Get("time_up") == "true"
	}
	var step map[string]json.RawMessage
	return json.Unmarshal(b.JSON, &step) == nil && len(step) == 1 && string(step["time_up"]) == "true"
}

// timeUp strikes the agreed hour of a sandbox, where no clock runs.
func (s *Handler) timeUp(c echo.Context, a attempt, me account.PlayerID) error {
	a.command = game.Move(game.TimeUp, game.Nobody)
	a.seat = a.snap.SeatOf(me)
	ifMatch, err := web.MatchSeq(c.Request(), a.snap.Seq())
	if err != nil {
		return s.notDone(c, a, err)
	}
	out, err := s.Tables.TimeUp(c.Request().Context(), a.snap.Meta.ID, me, ifMatch)
	if out.Snapshot.Setup != nil {
		a.snap = &out.Snapshot
	}
	if err != nil {
		return s.notDone(c, a, err)
	}
	return s.played(c, a, out.Events)
}
