package tables

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// How many turns stand on a page of the log; more of them if only a part of the
// entries is shown. Turns of context are read before the page, so that its first
// lines know what they speak of.
const (
	logTurns     = 25
	logTurnsPart = 100
	logContext   = 3
	logEvents    = 10000 // at most, the last ones of turns without measure
)

// showLog is the log for people, page by page.
func (s *Handler) showLog(c echo.Context, id string, q tablepage.LogQuery) error {
	ctx := c.Request().Context()
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	if snap.State.Status == game.InLobby {
		return web.Redirect(c, page.GamePath(id))
	}
	turns, err := s.Tables.Turns(ctx, id)
	if err != nil {
		return err
	}
	d := tablepage.LogData{TableData: s.AboutTable(c, &snap), Asked: q, Turns: len(turns)}
	from, upTo := cutPage(&d, turns, snap.Seq())
	from = max(from, upTo-min(upTo, logEvents))
	leave, err := s.admitLong(c, upTo-from)
	if err != nil {
		return err
	}
	defer leave()
	entries, err := s.Tables.ShownEvents(ctx, id, from, int(upTo-from))
	if err != nil {
		return err
	}
	d.Log = Visible(&snap, d.Viewer, entries)
	if snap.State.Status == game.Playing {
		if d.Missed, err = s.missed(c, &snap, false); err != nil {
			return err
		}
	}
	return web.Respond(c, d)
}

// cutPage finds the turns of the page that is asked for - those from a turn on, or
// the newest - and which events to read for it: those after from, up to upTo.
func cutPage(d *tablepage.LogData, turns []uint32, last uint32) (from, upTo uint32) {
	d.Size = logTurns
	if d.Asked.Filtered() {
		d.Size = logTurnsPart
	}
	d.First = d.Asked.Turn
	if d.First == 0 || d.First > len(turns) {
		d.First = max(len(turns)-d.Size+1, 1)
	}
	d.LastTurn = min(d.First+d.Size-1, len(turns))
	upTo = last
	if d.LastTurn < len(turns) {
		upTo = turns[d.LastTurn] - 1
	}
	if d.First == 1 {
		return 0, upTo
	}
	d.From = turns[d.First-1]
	return turns[max(d.First-1-logContext, 0)] - 1, upTo
}
