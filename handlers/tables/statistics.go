package tables

import (
	"errors"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// addReplay adds to a table what its viewer has missed, and to a result the game in figures.
func (s *Handler) addReplay(c echo.Context, snap *table.Snapshot, d *tablepage.TableData) error {
	switch snap.State.Status {
	case game.InLobby:
		return nil
	case game.Finished:
		pages, err := s.Cards.Pages(c.Request().Context(), snap.Meta)
		if err != nil {
			return err
		}
		for i, to := range pages {
			d.Seats[i].Page = to
		}
		f, err := s.Tables.Figures(c.Request().Context(), snap.Meta.ID)
		d.Figures = f
		d.Picture = s.Absolute(c, page.WithQuery(page.PicturePath(snap.Meta.ID, "png"), page.QueryLang, web.LangOf(c)))
		if err != nil || snap.SeatOf(web.Viewer(c).ID) < 0 {
			return err
		}
		d.Rematch = s.Rematch(c.Request().Context(), snap.Meta, web.Viewer(c).ID)
		d.Departed, err = s.Tables.Departed(c.Request().Context(), snap)
		return err
	case game.Playing:
	}
	if d.Viewer >= 0 && snap.State.Players[d.Viewer].Bankrupt {
		story, err := s.Tables.Story(c.Request().Context(), snap.Meta.ID)
		if err != nil {
			return err
		}
		d.Story = &story
	}
	return nil
}

// missed notes the visit of a viewer and tells what happened since the last one.
func (s *Handler) missed(c echo.Context, snap *table.Snapshot, moved bool) (*tablepage.Missed, error) {
	ctx, id := c.Request().Context(), snap.Meta.ID
	away, err := s.Tables.Visit(ctx, id, web.Viewer(c).ID, snap.Seq(), moved)
	if err != nil || away.At.IsZero() || away.Seq == 0 || away.Seq >= snap.Seq() {
		return nil, err
	}
	then, err := s.Tables.Past(ctx, id, away.Seq)
	if errors.Is(err, table.ErrNoPosition) {
		return nil, nil // the viewer has only seen the waiting room
	}
	if err != nil {
		return nil, err
	}
	return &tablepage.Missed{
		Seq: away.Seq, At: away.At, State: then.State, Events: int(snap.Seq() - away.Seq),
		Turns: int(snap.State.Turn.Number) - int(then.State.Turn.Number),
	}, nil
}

// fairFigures are the statistics that a viewer may know of a game. While rent is a
// secret of its owner until they ask for it (R-RENT-10), the rents that throws
// made due would give it away; and before a blind tax choice nothing is counted (R-TAX-3).
func fairFigures(snap *table.Snapshot, f *stats.Figures) *stats.Figures {
	if f.Over {
		return f
	}
	r, shown := snap.Setup.Rules, *f
	if !r.ClaimsAutomatic() && !r.RemindersOn() {
		shown.Luck = append([]stats.Luck(nil), f.Luck...)
		for i := range shown.Luck {
			shown.Luck[i].Owed, shown.Luck[i].Asked = stats.Measure{}, stats.Measure{}
		}
	}
	if n := len(f.Wealth); n > 0 && r.WorthHidden(snap.State, snap.State.Turn.Seat) {
		shown.Wealth = f.Wealth[: n-1 : n-1]
	}
	return &shown
}

// showFigures is a game in figures.
func (s *Handler) showFigures(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	figures, err := s.Tables.Figures(ctx, id)
	if errors.Is(err, table.ErrNoPosition) {
		return table.ErrNotStarted
	}
	if err != nil {
		return err
	}
	figures = fairFigures(&snap, figures)
	return web.Choose(c,
		func() (any, error) { return newFigures(&snap, figures), nil },
		func() (web.Model, error) {
			d := tablepage.FiguresData{TableData: s.AboutTable(c, &snap)}
			d.Figures = figures
			return d, nil
		})
}

// AboutTable is what pages about a table need of it.
func (s *Handler) AboutTable(c echo.Context, snap *table.Snapshot) tablepage.TableData {
	g := snap.Meta
	d := tablepage.TableData{
		ID: g.ID, Name: g.Title, Setup: snap.Setup, State: snap.State, Viewer: snap.SeatOf(web.Viewer(c).ID),
		Query: tablepage.TableQuery{Deed: -1, Trade: -1}, Now: s.Now(), Over: g.Status == game.Finished,
		CanReturn: canReturn(snap, web.Viewer(c).ID),
	}
	for _, one := range snap.Seats {
		d.Seats = append(d.Seats, tablepage.Seat{Name: one.Name, Player: string(one.Player), Bot: one.Bot, StandIn: one.SubName, Look: one.Chosen})
	}
	return d
}
