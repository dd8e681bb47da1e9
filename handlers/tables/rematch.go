package tables

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// postRematch opens the table of a finished game once more, or seats one of its
// players there.
func (s *Handler) postRematch(c echo.Context) error {
	ctx, id, me := c.Request().Context(), c.Param("id"), web.Viewer(c).ID
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	a := attempt{snap: &snap, seat: game.Nobody}
	if a.body, err = web.ReadBody(c.Request()); err != nil {
		return s.notDone(c, a, err)
	}
	if me == "" {
		return s.notDone(c, a, web.Fail("no_seat"))
	}
	if snap.Meta.Rematch == "" {
		if err := s.LimitCreation(c); err != nil {
			return s.notDone(c, a, err)
		}
	}
	next, opened, err := s.Tables.Rematch(s.WithClient(c), id, me)
	if err != nil {
		return s.notDone(c, a, err)
	}
	done := web.Change{To: page.GamePath(next.Meta.ID), Status: http.StatusOK, JSON: func() (any, error) { return rematchJSON{StateFor(c, &next)}, nil }}
	if opened {
		done.Status, done.Location = http.StatusCreated, done.To
	}
	return web.Changed(c, done)
}

// rematchJSON is the table at which the people of a finished game play again.
type rematchJSON struct{ State }

// Tag is the validator of the table.
func (j rematchJSON) Tag() string { return web.SeqTag(j.Seq) }

// postHurry lets the computer players of a table play on without pauses.
func (s *Handler) postHurry(c echo.Context) error {
	return s.change(c, func(ctx context.Context, a *attempt, me account.PlayerID, _ game.Seat) (table.Snapshot, error) {
		return s.Tables.Hurry(ctx, a.snap.Meta.ID, me)
	})
}

// Rematch is what a player of a finished game is shown of the next one; nil if
// there is none.
func (s *Handler) Rematch(ctx context.Context, g *table.Game, me account.PlayerID) *tablepage.Rematch {
	if g.Rematch == "" {
		return nil
	}
	next, err := s.Tables.Snapshot(ctx, g.Rematch)
	if err != nil {
		return nil // it was given up
	}
	r := &tablepage.Rematch{ID: next.Meta.ID, Mine: next.SeatOf(me) >= 0, Room: next.Meta.Status == game.InLobby && next.Meta.HasRoom()}
	for _, seat := range next.Seats {
		if seat.Player != "" {
			r.Names = append(r.Names, seat.Name)
		}
	}
	return r
}

// showSVG and showPNG are the picture of a finished game, the same for everybody.
func (s *Handler) showSVG(c echo.Context, _ web.LanguageQuery) error {
	return s.showPicture(c, "image/svg+xml")
}

func (s *Handler) showPNG(c echo.Context, _ web.LanguageQuery) error {
	return s.showPicture(c, "image/png")
}

func (s *Handler) showPicture(c echo.Context, kind string) error {
	ctx, id := c.Request().Context(), c.Param("id")
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	if snap.State.Status != game.Finished {
		return table.ErrNotFinished
	}
	of := pictureOf{id, snap.Seq(), snap.Rev(), web.LangOf(c), kind}
	if body, ok := s.pictures.Get(of); ok {
		return web.Reply(c, http.StatusOK, kind, web.ContentTag("i", body), body)
	}
	leave, err := s.admitHeavy(c, longLog+1) // it is drawn in memory
	if err != nil {
		return err
	}
	defer leave()
	d := s.AboutTable(c, &snap)
	d.Viewer = game.Nobody
	if d.Figures, err = s.Tables.Figures(ctx, id); err != nil {
		return err
	}
	picture := tablepage.Picture(web.LangOf(c), &d)
	body := picture.SVG()
	if kind == "image/png" {
		if body, err = picture.PNG(); err != nil {
			return err
		}
	}
	s.pictures.Add(of, body)
	return web.Reply(c, http.StatusOK, kind, web.ContentTag("i", body), body)
}

// pictureOf names a picture of a finished game. Names of people may change.
type pictureOf struct {
	game       string
	seq        uint32
	rev        uint64
	lang, kind string
}

// mostPictures is how many pictures are kept, some 50 kB each: to draw one takes
// a processor for a twentieth of a second.
const mostPictures = 64
