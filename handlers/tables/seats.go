package tables

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// readRev reads the body of a change, which says nothing but which revision of
// the table its maker saw.
func (a *attempt) readRev(r *http.Request) (err error) {
	if a.body, err = web.ReadBody(r); err != nil {
		return err
	}
	return a.checkRev()
}

// checkRev makes a form stale if a player has sat down or left since its page
// was shown: a second click must not remove the player who has moved up.
func (a *attempt) checkRev() error {
	text := a.body.Form.Get("rev")
	if text == "" {
		return nil
	}
	rev, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return web.Mistyped("rev", web.ExpectInteger)
	}
	a.rev = &rev
	if rev != a.snap.Rev() && a.snap.State.Status == game.InLobby {
		return table.ErrStale
	}
	return nil
}

// newSeat is a request to sit down, or to seat a computer player.
type newSeat struct {
	Name string   `json:"name"`
	Bot  *botKind `json:"bot"`
	Here bool     `json:"here"` // a further player at the asker's device
}

// botKind is a computer player that is wanted; true is the usual one.
type botKind string

// UnmarshalJSON takes "trader", {"level": "hard", "character": "trader"} or true.
func (k *botKind) UnmarshalJSON(data []byte) error {
	if string(data) == "true" {
		*k = ""
		return nil
	}
	return (*cards.Computer)(k).UnmarshalJSON(data)
}

// seatedJSON tells who sits where now. Token and player are there if joining
// made a new player.
type seatedJSON struct {
	Game   string          `json:"game"`
	Seat   game.Seat       `json:"seat"`
	Name   string          `json:"name"`
	Bot    *cards.Computer `json:"bot"`
	Token  string          `json:"token,omitempty"`
	Player *page.Person    `json:"player,omitempty"`
	State  State           `json:"state"`
}

// postSeat takes a seat or adds a computer player.
func (s *Handler) postSeat(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	a := attempt{snap: &snap, seat: game.Nobody, body: b}
	want, err := readSeat(b)
	if err == nil {
		err = a.checkRev()
	}
	if err != nil {
		return s.notDone(c, a, err)
	}
	if want.Here {
		after, seat, err := s.sitDown(c, &snap, want.Name)
		a.snap = &after
		if err != nil {
			return s.notDone(c, a, err)
		}
		return s.seated(c, a, seat, auth.Newcomer{}, false)
	}
	me, fresh, err := s.sitter(c, &snap, want)
	if err != nil {
		return s.notKnown(c, a, err)
	}
	s.Presence.Ask(id, string(me.ID)) // before, so that those who look hear of it once
	before := snap.SeatOf(me.ID)
	after, seat, err := s.sit(s.WithClient(c), id, me, want)
	if after.Setup != nil {
		a.snap = &after
	}
	if err != nil {
		return s.notDone(c, a, err)
	}
	return s.seated(c, a, seat, fresh, want.Bot == nil && before == seat)
}

// sitter returns the caller, or makes a player of them if they can sit down. The name of
// a computer player makes none.
func (s *Handler) sitter(c echo.Context, snap *table.Snapshot, want newSeat) (account.Player, auth.Newcomer, error) {
	if want.Bot != nil {
		return s.Auth.EnsurePlayer(c, "")
	}
	if web.Viewer(c).ID == "" && strings.TrimSpace(want.Name) != "" {
		if err := snap.Meta.CheckRoom(); err != nil {
			return account.Player{}, auth.Newcomer{}, err
		}
	}
	return s.Auth.EnsurePlayer(c, want.Name)
}

// notKnown answers a caller without a name: people are asked for one.
func (s *Handler) notKnown(c echo.Context, a attempt, err error) error {
	switch {
	case web.AsError(err).Code != "unauthorized" || web.IsProgram(c):
		return s.notDone(c, a, err)
	case a.body.Form.Has("name"):
		return s.notDone(c, a, web.Fail("bad_name"))
	}
	return web.Redirect(c, page.WithQuery(page.PlayersPath(), "next", page.GamePath(a.snap.Meta.ID)))
}

func (s *Handler) sit(ctx context.Context, id string, me account.Player, want newSeat) (table.Snapshot, game.Seat, error) {
	if want.Bot != nil {
		return s.Tables.AddBot(ctx, id, me.ID, string(*want.Bot), want.Name)
	}
	return s.Tables.Join(ctx, id, me.ID, want.Name)
}

func readSeat(b web.Body) (newSeat, error) {
	var want newSeat
	if b.JSON != nil {
		return want, b.Decode(&want)
	}
	if err := web.CheckSwitches(b.Form, want); err != nil {
		return want, err
	}
	want.Name, want.Here = b.Form.Get("name"), web.ParseBool(b.Form.Get("here"))
	if b.Form.Has("bot") || b.Form.Has("level") {
		kind := botKind(b.Form.Get("bot"))
		switch level := b.Form.Get("level"); {
		case level != "":
			kind = botKind(bot.Kind(level, b.Form.Get("character")))
		case web.ParseBool(string(kind)):
			kind = ""
		}
		want.Bot = &kind
	}
	return want, nil
}

func (s *Handler) seated(c echo.Context, a attempt, seat game.Seat, fresh auth.Newcomer, before bool) error {
	if !web.IsProgram(c) {
		return s.played(c, a, nil)
	}
	id, info := a.snap.Meta.ID, a.snap.Seats[seat]
	done := web.Change{Status: http.StatusCreated, Location: page.SeatPath(id, seat), JSON: func() (any, error) {
		one := cards.NewSeat(seat, info.Player, info.Name, info.Bot)
		return seatedJSON{Game: id, Seat: seat, Name: one.Name, Bot: one.Bot, Token: fresh.Token, Player: fresh.Player, State: StateFor(c, a.snap)}, nil
	}}
	if before {
		done.Status = http.StatusOK
	}
	return web.Changed(c, done)
}

// noSuchSeat is for an address that names a seat which the table does not have,
// or no longer.
func noSuchSeat() *web.Error {
	return web.Blame("not_found", "seat")
}

// change is something done to a table that is no move.
type change func(ctx context.Context, a *attempt, me account.PlayerID, seat game.Seat) (table.Snapshot, error)

// deleteSeat frees a seat; in a running game the table plays on for it.
func (s *Handler) deleteSeat(c echo.Context) error {
	return s.change(c, func(ctx context.Context, a *attempt, me account.PlayerID, seat game.Seat) (table.Snapshot, error) {
		block, err := a.blocks()
		if err != nil {
			return *a.snap, err
		}
		if block {
			return s.Tables.Ban(ctx, a.snap.Meta.ID, me, seat, table.Pre{Rev: a.rev})
		}
		return s.Tables.Leave(ctx, a.snap.Meta.ID, me, seat, table.Pre{Rev: a.rev})
	})
}

// departure is how somebody is to leave a seat.
type departure struct {
	Rev   *uint64 `json:"rev"`
	Block bool    `json:"block"`
}

// blocks reports whether who is sent away shall be kept away too.
func (a *attempt) blocks() (bool, error) {
	var want departure
	if a.body.JSON == nil {
		return web.ParseBool(a.body.Form.Get("block")), web.CheckSwitches(a.body.Form, want)
	}
	if err := a.body.Decode(&want); err != nil {
		return false, err
	}
	if want.Rev != nil {
		a.rev = want.Rev
	}
	return want.Block, nil
}

// postReturn takes one's own seat again.
func (s *Handler) postReturn(c echo.Context) error {
	return s.change(c, func(ctx context.Context, a *attempt, me account.PlayerID, seat game.Seat) (table.Snapshot, error) {
		if a.snap.SeatOf(me) != seat {
			return *a.snap, table.ErrNoSeat
		}
		if err := s.meterLoop(c, a.snap.Meta.ID, me, game.Return); err != nil {
			return *a.snap, err
		}
		return s.Tables.Rejoin(ctx, a.snap.Meta.ID, me)
	})
}

// postStart starts the game. For a page that was too late it is enough that the
// game is on.
func (s *Handler) postStart(c echo.Context) error {
	return s.change(c, func(ctx context.Context, a *attempt, me account.PlayerID, _ game.Seat) (table.Snapshot, error) {
		if err := a.isMatched(c.Request()); err != nil {
			return *a.snap, err
		}
		if !web.IsProgram(c) && a.snap.State.Status == game.Playing && a.snap.SeatOf(me) != game.Nobody {
			return *a.snap, nil
		}
		if err := s.fillSeats(ctx, a, me); err != nil {
			return *a.snap, err
		}
		return s.Tables.Start(ctx, a.snap.Meta.ID, me)
	})
}

// gone answers when the last person has left an open table: there is none any more.
func (s *Handler) gone(c echo.Context, a attempt) error {
	state := StateFor(c, a.snap)
	return web.Changed(c, web.Change{To: page.HomePath(), JSON: func() (any, error) { return playedState{State: &state}, nil }})
}

// change does something to a table for somebody known and answers like a move.
func (s *Handler) change(c echo.Context, do change) error {
	ctx, id, me := c.Request().Context(), c.Param("id"), web.Viewer(c).ID
	snap, err := s.Tables.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	a := attempt{snap: &snap, seat: game.Nobody}
	if err := a.readRev(c.Request()); err != nil {
		return s.notDone(c, a, err)
	}
	seat := game.Nobody
	if c.Param("seat") != "" {
		var ok bool
		if seat, ok = web.ParseSeat(c.Param("seat")); !ok || int(seat) >= len(snap.Seats) {
			return s.notDone(c, a, noSuchSeat())
		}
	}
	if me == "" {
		return s.notDone(c, a, web.Fail("no_seat"))
	}
	before := snap.Seq()
	after, err := do(ctx, &a, me, seat)
	if after.Setup != nil {
		a.snap = &after
	}
	if seat != game.Nobody && after.Setup != nil && errors.Is(err, storage.ErrNotFound) {
		err = noSuchSeat() // the table is there, the seat was just freed
	}
	if err != nil {
		return s.notDone(c, a, err)
	}
	entries, err := s.Tables.Log(ctx, id, before, 0)
	if errors.Is(err, storage.ErrNotFound) {
		return s.gone(c, a)
	}
	if err != nil {
		return err
	}
	return s.played(c, a, upTo(entries, after.Seq()))
}

// SitsAt reports whether the viewer has a seat at a table. Leaving it counts as an act of the seat.
func (s *Handler) SitsAt(c echo.Context, id string) bool {
	if c.Path() == page.SeatsPath(":id")+"/:seat" || c.Path() == page.SeatsPath(":id")+"/:seat/leave" {
		return true
	}
	snap, err := s.Tables.Snapshot(c.Request().Context(), id)
	return err == nil && snap.SeatOf(web.Viewer(c).ID) >= 0
}
