package lobby

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// postGame opens a table.
func (s *Handler) postGame(c echo.Context) error {
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	if untouchedBook(b.Form); web.ParseBool(b.Form.Get("change")) && !web.IsProgram(c) {
		return s.drawnAnew(c, b)
	}
	want, err := readGame(b)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	order, err := want.order(s.Now())
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	if want.Quick {
		if len(order.Scenario) == 0 && order.SandboxOf == "" {
			order.EditionID = cmp.Or(order.EditionID, usualEdition(web.LangOf(c)))
		}
		want.Name = cmp.Or(strings.TrimSpace(want.Name), guest(web.LangOf(c)))
	}
	if web.Viewer(c).ID == "" && strings.TrimSpace(want.Name) == "" {
		return s.gameRefused(c, b, web.Fail("unauthorized"))
	}
	if order.Edition != nil || len(order.Scenario) > 0 {
		if err := s.LimitUpload(c); err != nil {
			return s.gameRefused(c, b, err)
		}
	}
	anchor, err := s.complete(c.Request().Context(), &order, &want)
	if order.SandboxOf != "" {
		err = web.Named("sandbox_of", err)
	}
	if err != nil {
		return s.gameRefused(c, b, err) // before somebody new is made for a table that cannot be
	}
	if err := s.LimitCreation(c); err != nil {
		return s.gameRefused(c, b, err)
	}
	me, fresh, err := s.Auth.EnsurePlayer(c, want.Name)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	snap, err := s.open(s.WithClient(c), me.ID, order, anchor)
	if err != nil {
		return s.gameRefused(c, b, err)
	}
	id := snap.Meta.ID
	if snap, err = s.Games.SitDown(c, snap, want.Here); err != nil {
		_, undone := s.Tables.Abandon(context.WithoutCancel(c.Request().Context()), id, me.ID)
		return s.gameRefused(c, b, errors.Join(err, undone))
	}
	path := page.GamePath(snap.Meta.ID)
	return web.Changed(c, web.Change{To: path, Status: http.StatusCreated, Location: path, JSON: func() (any, error) {
		return openedJSON{tables.StateFor(c, &snap), fresh.Token, fresh.Player}, nil
	}})
}

// openedJSON is a new table. Token and player are there if it made a new player.
type openedJSON struct {
	tables.State
	Token  string       `json:"token,omitempty"`
	Player *page.Person `json:"player,omitempty"`
}

// Tag is the validator of the table.
func (j openedJSON) Tag() string { return web.SeqTag(j.Seq) }

// lobbyJSON is the open tables and those of the viewer.
type lobbyJSON struct {
	Viewer  *page.Person `json:"viewer"`
	Mine    []cards.Card `json:"mine"`
	Open    []cards.Card `json:"open"`
	Running []cards.Card `json:"running"`
}

// gameRefused shows the form again, with what was chosen and what is wrong with it.
func (s *Handler) gameRefused(c echo.Context, b web.Body, err error) error {
	if web.IsProgram(c) {
		return err
	}
	if b.Form.Has("sandbox_of") { // its form is on the page of the table
		return copyRefused(err)
	}
	f := *web.AsError(askForName(c, err))
	lang, field := web.LangOf(c), f.Field
	f.Field = fieldLabel(lang, field)
	return web.Refused(c, &f, func(_ *web.Error, p *page.Problem) (web.Model, error) {
		p.Field = field
		if web.ParseBool(b.Form.Get("quick")) {
			h, err := s.hall(c)
			d := s.lobbyData(c, h)
			d.Form, d.Problem = b.Form, p
			return d, err
		}
		d, failing := s.newTableData(c, b.Form)
		d.Problem, d.Switched = p, isAnother(lang, &d) && aboutSettings(err)
		return d, failing
	})
}

// copyRefused says of a position that cannot be played under another rulebook what to do
// about it. The faults of a scenario are for those who wrote one.
func copyRefused(err error) error {
	f := *web.AsError(err)
	if f.Code == "bad_scenario" && f.Faults != nil {
		f.Words = text.Say("problem_field.other_book")
	}
	return &f
}

// hall is what the lobby shows: my tables, the open ones and those one can watch.
type hall struct{ mine, open, running []*table.Game }

func (s *Handler) hall(c echo.Context) (h hall, err error) {
	ctx, me := c.Request().Context(), web.Viewer(c).ID
	if me != "" {
		if h.mine, err = s.Tables.Mine(ctx, me, cards.Most); err != nil {
			return h, err
		}
	}
	lobby := table.Filter{Public: true, Statuses: []game.Status{game.InLobby}, Limit: cards.Most}
	if h.open, err = s.Tables.List(ctx, lobby); err != nil {
		return h, err
	}
	playing := table.Filter{Public: true, Statuses: []game.Status{game.Playing}, Limit: cards.Most}
	if h.running, err = s.Tables.List(ctx, playing); err != nil {
		return h, err
	}
	sits := func(g *table.Game) bool { return me != "" && g.SeatOf(me) >= 0 }
	h.open, h.running = slices.DeleteFunc(h.open, sits), slices.DeleteFunc(h.running, sits)
	return h, nil
}

// showLobby is the start page.
func (s *Handler) showLobby(c echo.Context) error {
	h, err := s.hall(c)
	if err != nil {
		return err
	}
	return web.Choose(c, func() (any, error) {
		me := web.Viewer(c).ID
		open := s.Cards.JSON(h.open, me)
		if err := s.Cards.AddTimesJSON(c.Request().Context(), h.open, open); err != nil {
			return nil, err
		}
		return lobbyJSON{auth.ViewerJSON(c), s.Cards.JSON(h.mine, me), open, s.Cards.JSON(h.running, me)}, nil
	}, func() (web.Model, error) {
		d := s.lobbyData(c, h)
		if web.Viewer(c).ID == "" {
			d.Flash = s.Auth.Flash(c)
		}
		return d, nil
	})
}

// How long a table stays in the lobby after the last thing that happened there, if
// nobody has it open: one that waits for players, and one at which a person plays
// alone. Games among people stay until they end, and what a person tries out alone is
// there only as long as they look at it.
const (
	waitsInLobby = 24 * time.Hour
	alone        = 10 * time.Minute
)

// deserted reports whether a table that is not the viewer's has no place in the
// lobby any more. Lists for programs have them all.
func (s *Handler) deserted(g *table.Game) bool {
	idle, people := s.Now().Sub(g.UpdatedAt), 0
	for i := range g.Seats {
		if g.Seats[i].Player != "" {
			people++
		}
	}
	switch {
	case s.Games.SomebodyAt(g):
		return false
	case g.Status == game.InLobby:
		return idle > waitsInLobby
	default:
		return people < 2 && (g.Sandbox() || idle > alone)
	}
}

// lobbyData is the same for the page.
func (s *Handler) lobbyData(c echo.Context, h hall) lobbypage.LobbyData {
	me := web.Viewer(c).ID
	deserted := func(g *table.Game) bool { return s.deserted(g) }
	closed := func(g *table.Game) bool { return !g.HasRoom() || s.deserted(g) }
	h.open, h.running = slices.DeleteFunc(slices.Clone(h.open), closed), slices.DeleteFunc(slices.Clone(h.running), deserted)
	open := s.Cards.Of(c, h.open, me)
	if err := s.Cards.AddTimes(c.Request().Context(), h.open, open); err != nil {
		s.Logger.Warn("the lobby does not say how people keep their time", "err", err) // it is no reason not to show the tables
	}
	return lobbypage.LobbyData{Mine: s.Cards.Of(c, h.mine, me), Open: open, Running: s.Cards.Of(c, h.running, me), Now: s.Now()}
}

// gamesJSON is a list of tables.
type gamesJSON struct {
	Games []cards.Card `json:"games"`
}

// gamesQuery is which part of which tables is listed.
type gamesQuery struct {
	Status web.StatusQuery `query:"status,laxpage,expect=status" schema:"Status"`
	Mine   string          `query:"mine,laxpage" schema:",enum=1"`
	Limit  int             `query:"limit,laxpage,filled,expect=limit" schema:",min=1,max=100,default=100"`
	Before web.Cursor      `query:"before,laxpage,expect=cursor" schema:"string"`
	After  web.Cursor      `query:"after,laxpage,expect=cursor" schema:"string"`
}

// showGames lists the tables that are listed, and one's own.
func (s *Handler) showGames(c echo.Context, q gamesQuery) error {
	if !web.IsProgram(c) {
		return s.showLobby(c)
	}
	me, f := web.Viewer(c).ID, table.Filter{Statuses: q.Status, Older: q.Before.Spot, Newer: q.After.Spot, Limit: q.Limit + 1} // to see whether there are more
	switch {
	case q.Mine != "1":
		f.Visible, f.Public = me, true
	case me == "":
		return web.ReplyJSON(c, http.StatusOK, gamesJSON{[]cards.Card{}})
	default:
		f.Player = me
	}
	games, err := s.Tables.List(c.Request().Context(), f)
	if err != nil {
		return err
	}
	web.LinkServices(c)
	linkGames(c, f, &games, q.Limit)
	return web.ReplyJSON(c, http.StatusOK, gamesJSON{s.Cards.JSON(games, me)})
}

// linkGames cuts a list to its limit and links what lies beyond either end.
func linkGames(c echo.Context, f table.Filter, games *[]*table.Game, limit int) {
	list := *games
	more := len(list) > limit
	older, newer := more, f.Older != nil
	if f.Newer != nil {
		older, newer = true, more
	}
	if more && f.Newer != nil {
		list = list[1:]
	} else if more {
		list = list[:limit]
	}
	*games = list
	if len(list) == 0 {
		return
	}
	if older {
		web.LinkPage(c, "next", "before", web.CursorOf(list[len(list)-1]))
	}
	if newer {
		web.LinkPage(c, "prev", "after", web.CursorOf(list[0]))
	}
}
