package tables

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// showOrders lists what the asker has ordered at a table. Nobody else can see it.
func (s *Handler) showOrders(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.OrdersPath(c.Param("id")))
	if done {
		return err
	}
	snap, book, err := s.Tables.Orders(c.Request().Context(), c.Param("id"), me.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.Respond(c, s.ordered(c, &snap, &book))
}

// ordered is what somebody has ordered at a table, for them and for their programs.
type ordered struct {
	tablepage.OrdersData
	snap *table.Snapshot
}

// JSON is the orders with a sentence for each.
func (x ordered) JSON(lang string) any { return NewOrders(x.snap, &x.Book, lang) }

// Unkept says that the orders are read anew each time.
func (x ordered) Unkept() {}

func (s *Handler) ordered(c echo.Context, snap *table.Snapshot, book *orders.Book) ordered {
	return ordered{tablepage.OrdersData{
		ID: snap.Meta.ID, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Viewer: snap.SeatOf(web.Viewer(c).ID),
		Seats: seatNames(snap), Book: *book, Zone: s.Tables.Zone(snap.Meta),
	}, snap}
}

// orderRequest is an order as it is sent.
type orderRequest struct {
	Kind     string       `json:"kind" schema:"string"`
	SetAside *game.Money  `json:"set_aside"`
	Limit    *game.Money  `json:"limit"`
	Groups   []string     `json:"groups"`
	Spaces   []game.Space `json:"spaces"`
	List     []game.Space `json:"list"`
	Building string       `json:"building" schema:"Building"`
	Throws   uint8        `json:"throws"`
	Card     bool         `json:"card"`
	Decline  bool         `json:"decline"`
	Until    *time.Time   `json:"until"`
	Days     *int         `json:"days" schema:",min=1,max=60"`
	Round    uint16       `json:"round"`
	Visit    bool         `json:"visit"`
	Turns    uint8        `json:"turns" schema:",max=3"`
	This     bool         `json:"this_auction"`
}

// visitKind orders a whole turn at once.
const visitKind = "visit"

// postOrder gives an order, a whole turn, or sets money aside.
func (s *Handler) postOrder(c echo.Context) error {
	id := c.Param("id")
	me, done, err := web.RequireViewer(c, page.OrdersPath(id))
	if done {
		return err
	}
	var w orderRequest
	b, err := web.ReadInto(c, &w, w.fill)
	if err != nil {
		return s.orderDone(c, me.ID, 0, &w, b.Form, err)
	}
	ctx := c.Request().Context()
	snap, _, err := s.Tables.Orders(ctx, id, me.ID)
	if err != nil {
		return err
	}
	list, err := w.orders(snap.Setup, s.Now())
	status := http.StatusCreated
	switch {
	case err != nil:
	case w.SetAside != nil:
		status = http.StatusOK
		_, err = s.Tables.SetAside(ctx, id, me.ID, *w.SetAside)
	default:
		_, err = s.Tables.AddOrders(ctx, id, me.ID, list, w.This)
	}
	return s.orderDone(c, me.ID, status, &w, b.Form, err)
}

// orderDone answers a change of the orders. What was typed into a form that is refused
// stays in it.
func (s *Handler) orderDone(c echo.Context, me account.PlayerID, status int, w *orderRequest, typed url.Values, err error) error {
	id := c.Param("id")
	c.Response().Header().Set("Cache-Control", "no-store")
	read := func() (ordered, error) {
		snap, book, err := s.Tables.Orders(c.Request().Context(), id, me)
		return s.ordered(c, &snap, &book), err
	}
	if err == nil {
		return web.Changed(c, web.Change{To: page.OrdersPath(id), Status: status, JSON: func() (any, error) { return read() }})
	}
	var invalid *orders.Invalid
	wrong := errors.As(err, &invalid)
	if !wrong && web.AsError(err).Code != "mistyped" {
		return err
	}
	now, failed := read()
	if failed != nil {
		return failed
	}
	if wrong {
		err = orderFailure(invalid, now.Setup, w.Kind)
	}
	return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
		now.Problem, now.Typed = p, typed
		return now, nil
	})
}

// orderFailure translates what is wrong with an order.
func orderFailure(wrong *orders.Invalid, st *setup.Setup, kind string) *web.Error {
	field := map[string]string{"keep": "set_aside", "auction": "this_auction"}[wrong.Field]
	if field == "" {
		field = wrong.Field
	}
	f := web.Blame("bad_order", field)
	f.Words, f.Cause = func(lang string, as text.Naming) string {
		return tablepage.OrderWhy(lang, st, wrong.Why, field, kind, as)
	}, wrong
	return f
}

// postRevoke takes an order back.
func (s *Handler) postRevoke(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.OrdersPath(c.Param("id")))
	if done {
		return err
	}
	n, err := strconv.ParseUint(c.Param("order"), 10, 32)
	if err != nil {
		return web.Fail("unknown_order")
	}
	_, err = s.Tables.RevokeOrder(c.Request().Context(), c.Param("id"), me.ID, uint32(n))
	if errors.Is(err, table.ErrNoOrder) && !web.IsProgram(c) {
		err = nil // it is over already: that is what was wanted
	}
	return s.orderDone(c, me.ID, http.StatusOK, &orderRequest{}, nil, err)
}

// orders turns the request into orders of this table.
func (w *orderRequest) orders(st *setup.Setup, now time.Time) ([]orders.Order, error) {
	if w.SetAside != nil {
		return nil, nil
	}
	o := orders.Order{
		Kind: orders.Kind(w.Kind), List: w.List, Throws: w.Throws, Card: w.Card, Else: w.Decline, Round: w.Round, Visit: w.Visit, Turns: w.Turns,
	}
	switch {
	case w.Limit != nil:
		o.Limit = *w.Limit
	case o.Kind == orders.Bid: // no amount is not the amount with which a player passes
		return nil, &orders.Invalid{Field: "limit", Why: "missing"}
	}
	for _, id := range w.Groups {
		g, ok := st.GroupIndex(id)
		if !ok {
			return nil, &orders.Invalid{Field: "groups", Why: "unknown"}
		}
		o.Groups |= 1 << g
	}
	for _, sp := range w.Spaces {
		if int(sp) >= game.MaxSpaces {
			return nil, &orders.Invalid{Field: "spaces", Why: "unknown"}
		}
		o.Spaces = o.Spaces.With(sp)
	}
	if w.Building != "" {
		var ok bool
		if o.Building, ok = wire.BuildingKind(w.Building); !ok {
			return nil, &orders.Invalid{Field: "building", Why: "unknown"}
		}
	}
	switch {
	case w.Until != nil:
		o.Until = *w.Until
	case w.Days == nil:
	case *w.Days < 1 || *w.Days > orders.MaxDays:
		return nil, &orders.Invalid{Field: "days", Why: "range"}
	default:
		o.Until = now.Truncate(time.Millisecond).Add(time.Duration(*w.Days) * 24 * time.Hour)
	}
	if w.Kind == visitKind {
		return visit(o), nil
	}
	return []orders.Order{o}, nil
}

// visit is whole turns: throw, buy what is free up to the limit, answer the
// small questions as the table would, end the turn.
func visit(o orders.Order) []orders.Order {
	list := []orders.Order{
		{Kind: orders.Jail, Throws: o.Throws, Card: o.Card},
		{Kind: orders.Buy, Limit: o.Limit, Groups: o.Groups, Spaces: o.Spaces, Else: o.Else},
		{Kind: orders.Usual}, {Kind: orders.EndTurn}, {Kind: orders.Roll},
	}
	for i := range list {
		list[i].Visit, list[i].Turns = true, o.Turns
	}
	return list
}
