package tables

import (
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// pastJSON is a game as it stood once, and how far it has come since.
type pastJSON struct {
	*State
	At       uint32  `json:"at"`
	Last     uint32  `json:"last"`
	PrevTurn *uint32 `json:"previous_turn"` // where the turn before begins, or this one if it is under way
	NextTurn *uint32 `json:"next_turn"`
}

// showPosition shows a table as it stood after an event. Nothing can be done there.
func (s *Handler) showPosition(c echo.Context, now *table.Snapshot, q *gameQuery) error {
	at := *q.At
	ctx, id, me := c.Request().Context(), now.Meta.ID, web.Viewer(c).ID
	snap, err := s.Tables.Past(ctx, id, at)
	if err != nil {
		return err
	}
	turns, err := s.Tables.Turns(ctx, id)
	if err != nil {
		return err
	}
	prev, next := turnsAround(turns, at)
	c.Response().Header().Add("Link", "<"+page.GamePath(id)+">; rel=\"latest-version\"")
	return web.Choose(c, func() (any, error) {
		seat, err := askedSeat(q.Player, now, me)
		if err != nil {
			return nil, err
		}
		state := NewState(&snap, me, seat)
		state.Moves = state.Moves[:0]
		return pastJSON{&state, at, now.Seq(), web.OrNull(prev), web.OrNull(next)}, nil
	}, func() (web.Model, error) {
		if _, err := s.Tables.Visit(ctx, id, me, 0, false); err != nil {
			return nil, err
		}
		data, err := s.pastData(c, now, &snap, q.TableQuery) //nolint:contextcheck // c has the context of the request
		if err != nil {
			return nil, err
		}
		data.Past.PrevTurn, data.Past.NextTurn = prev, next
		f, err := s.Tables.Figures(ctx, id)
		if err != nil {
			return nil, err
		}
		data.Figures = fairFigures(now, f)
		return data, nil
	})
}

// turnsAround are the beginnings of turns before and after an event, 0 if there are none.
func turnsAround(turns []uint32, at uint32) (prev, next uint32) {
	i, found := slices.BinarySearch(turns, at)
	if i > 0 {
		prev = turns[i-1]
	}
	if found {
		i++
	}
	if i < len(turns) {
		next = turns[i]
	}
	return prev, next
}

// nearby is how many events around a position are looked through for the ones
// to step to; no move has as many that are not told.
const nearby = 80

// pastData is what the page of a past position shows. What is hidden from the
// viewer now stays so, and what was then is hidden by the state of then.
func (s *Handler) pastData(c echo.Context, now, snap *table.Snapshot, q tablepage.TableQuery) (tablepage.TableData, error) {
	ctx, g := c.Request().Context(), now.Meta
	seat, at := now.SeatOf(web.Viewer(c).ID), snap.Seq()
	d := tablepage.TableData{
		ID: g.ID, Name: g.Title, Setup: snap.Setup, State: snap.State, Viewer: seat, Query: q,
		Now: s.Now(), Terms: snap.Terms, Sandbox: g.Sandbox(), Over: g.Status == game.Finished,
		Past: &tablepage.Past{At: at, Last: now.Seq(), First: 1},
	}
	d.Invite, d.Reach = s.Invitation(c, page.GamePath(g.ID))
	d.Query.Trade = -1
	for _, one := range snap.Seats {
		d.Seats = append(d.Seats, tablepage.Seat{Name: one.Name, Player: string(one.Player), Bot: one.Bot, Look: one.Chosen})
	}
	entries, err := s.Tables.ShownEvents(ctx, g.ID, LogFrom(at), int(at-LogFrom(at))+nearby)
	if err != nil {
		return d, err
	}
	around := d
	around.Log = Visible(now, seat, entries)
	d.Past.Prev, d.Past.Next = tablepage.Neighbours(s.Page(c), &around, at)
	for _, e := range around.Log {
		if e.Seq <= at {
			d.Log = append(d.Log, e)
		}
	}
	return d, nil
}
