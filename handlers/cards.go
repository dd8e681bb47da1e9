package handlers

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views"
)

// listed is how many tables a list shows at most.
const listed = 100

// cardJSON is a table in a list.
type cardJSON struct {
	Game       string      `json:"game"`
	Title      string      `json:"title"`
	Edition    string      `json:"edition"`
	Rulebook   string      `json:"rulebook"`
	Status     string      `json:"status"`
	Seq        uint32      `json:"seq"`
	Players    []seatJSON  `json:"players"`
	Seats      int         `json:"seats"`
	WaitingFor []game.Seat `json:"waiting_for"`
	Turn       turnJSON    `json:"turn"`
	Seat       *game.Seat  `json:"seat"`
	MyTurn     bool        `json:"my_turn"`
	Private    bool        `json:"private"`
	Pace       string      `json:"pace"`
	CreatedAt  time.Time   `json:"created_at"`
	UpdatedAt  time.Time   `json:"updated_at"`
}

type turnJSON struct {
	Number uint16     `json:"number"`
	Player *game.Seat `json:"player"`
}

type seatJSON struct {
	Seat  game.Seat `json:"seat"`
	Name  string    `json:"name"`
	Bot   *string   `json:"bot"`
	Taken bool      `json:"taken"`

	StandIn string `json:"stand_in,omitempty"`
}

func newSeatJSON(seat game.Seat, player table.PlayerID, name, bot string) seatJSON {
	s := seatJSON{Seat: seat, Name: name, Taken: player != "" || bot != ""}
	if bot != "" {
		persona := bot // of its own, so that people cost nothing
		s.Bot = &persona
	}
	return s
}

func (s *Server) cardsJSON(games []*table.Game, me table.PlayerID) []cardJSON {
	list := make([]cardJSON, 0, len(games))
	for _, g := range games {
		mine := g.SeatOf(me)
		card := cardJSON{
			Game: g.ID, Title: g.Title, Edition: g.EditionID, Rulebook: g.Rulebook, Status: wire.StatusName(g.Status), Seq: g.Seq,
			Players: make([]seatJSON, 0, len(g.Seats)), Seats: g.Wanted, WaitingFor: []game.Seat{},
			Turn: turnJSON{g.Round, web.SeatOrNull(g.Turn)}, Seat: web.SeatOrNull(mine), MyTurn: myTurn(g, mine),
			Private: g.Private, Pace: g.PaceName(), CreatedAt: g.CreatedAt.UTC(), UpdatedAt: g.UpdatedAt.UTC(),
		}
		for i, seat := range g.Seats {
			card.Players = append(card.Players, newSeatJSON(game.Seat(i), seat.Player, seat.Name, seat.Bot))
		}
		if g.Status == game.Playing {
			for w := g.Waiting; w != 0; w = w.Rest() {
				card.WaitingFor = append(card.WaitingFor, w.First())
			}
		}
		list = append(list, card)
	}
	return list
}

func myTurn(g *table.Game, seat game.Seat) bool {
	return g.Status == game.Playing && g.Waiting.Has(seat)
}

// cards are the same tables for a page.
func (s *Server) cards(c echo.Context, games []*table.Game, me table.PlayerID) []views.TableCard {
	list := make([]views.TableCard, 0, len(games))
	for _, g := range games {
		mine := g.SeatOf(me)
		card := views.TableCard{
			ID: g.ID, Name: g.Title, Edition: s.titles.of(c.Request().Context(), s.tables, g, web.LangOf(c)), Rulebook: g.Rulebook, Status: g.Status,
			Turn: int(g.Round), Wanted: g.Wanted, Since: g.UpdatedAt, MyTurn: myTurn(g, mine), Mine: mine >= 0, Sealed: g.Sealed, Pace: g.PaceName(),
		}
		for i, seat := range g.Seats {
			if seat.Name != "" {
				card.Seats = append(card.Seats, seat.Name)
			}
			if g.Status == game.Playing && g.Waiting.Has(game.Seat(i)) {
				card.Waiting = append(card.Waiting, seat.Name)
			}
		}
		list = append(list, card)
	}
	return list
}

// hall is what the lobby shows: my tables, the open ones and those one can watch.
type hall struct{ mine, open, running []*table.Game }

func (s *Server) hall(ctx context.Context, me table.PlayerID) (h hall, err error) {
	if me != "" {
		if h.mine, err = s.tables.List(ctx, table.Filter{Player: me, Limit: listed}); err != nil {
			return h, err
		}
	}
	lobby := table.Filter{Public: true, Statuses: []game.Status{game.InLobby}, Limit: listed}
	if h.open, err = s.tables.List(ctx, lobby); err != nil {
		return h, err
	}
	playing := table.Filter{Public: true, Statuses: []game.Status{game.Playing}, Limit: listed}
	if h.running, err = s.tables.List(ctx, playing); err != nil {
		return h, err
	}
	sits := func(g *table.Game) bool { return me != "" && g.SeatOf(me) >= 0 }
	h.open, h.running = slices.DeleteFunc(h.open, sits), slices.DeleteFunc(h.running, sits)
	return h, nil
}

// showLobby is the start page.
func (s *Server) showLobby(c echo.Context) error {
	me := web.Viewer(c).ID
	h, err := s.hall(c.Request().Context(), me)
	if err != nil {
		return err
	}
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		return web.ReplyJSON(c, http.StatusOK, struct {
			Viewer  *personJSON `json:"viewer"`
			Mine    []cardJSON  `json:"mine"`
			Open    []cardJSON  `json:"open"`
			Running []cardJSON  `json:"running"`
		}{who(c), s.cardsJSON(h.mine, me), s.cardsJSON(h.open, me), s.cardsJSON(h.running, me)})
	}
	return s.renderLobby(c, http.StatusOK, h, nil, nil)
}

func (s *Server) renderLobby(c echo.Context, status int, h hall, b *web.Body, p *views.Problem) error {
	me := web.Viewer(c).ID
	data := views.LobbyData{
		Mine: s.cards(c, h.mine, me), Open: s.cards(c, h.open, me), Running: s.cards(c, h.running, me),
		Problem: p, Now: s.Now(),
	}
	if b != nil {
		data.Form = b.Form
	}
	if c.Request().Method == http.MethodGet && me == "" {
		data.Farewell = s.farewell(c)
	}
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), status, views.Lobby(s.Page(c), data))
}

// showGames lists the tables that are listed, and one's own.
func (s *Server) showGames(c echo.Context) error {
	if web.FormatOf(c.Request()) != web.FormatJSON {
		return s.showLobby(c)
	}
	f, err := listFilter(c)
	if err != nil {
		return err
	}
	me := web.Viewer(c).ID
	switch {
	case c.QueryParam("mine") != "1":
		f.Visible, f.Public = me, true
	case me == "":
		return web.ReplyJSON(c, http.StatusOK, map[string]any{"games": []cardJSON{}})
	default:
		f.Player = me
	}
	limit := f.Limit
	f.Limit++ // to see whether there are more
	games, err := s.tables.List(c.Request().Context(), f)
	if err != nil {
		return err
	}
	web.LinkServices(c)
	linkGames(c, f, &games, limit)
	return web.ReplyJSON(c, http.StatusOK, map[string]any{"games": s.cardsJSON(games, me)})
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

func listFilter(c echo.Context) (table.Filter, error) {
	q := c.Request().URL.Query()
	f := table.Filter{}
	var err error
	if f.Limit, err = web.LimitIn(q, listed, listed); err != nil {
		return f, err
	}
	if f.Older, err = web.CursorIn(q, "before"); err != nil {
		return f, err
	}
	if f.Newer, err = web.CursorIn(q, "after"); err != nil {
		return f, err
	}
	name := q.Get("status")
	for _, status := range []game.Status{game.InLobby, game.Playing, game.Finished} {
		if name == wire.StatusName(status) {
			f.Statuses = []game.Status{status}
			return f, nil
		}
	}
	if name != "" {
		return f, web.Mistyped("status", web.ExpectStatus)
	}
	return f, nil
}
