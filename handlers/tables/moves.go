package tables

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// postMove makes a move. What other servers may have changed is asked for only where
// it would be refused: an accepted move is held against the store when it is written.
func (s *Handler) postMove(c echo.Context) error {
	ctx, id, shown := c.Request().Context(), c.Param("id"), web.Viewer(c).ID
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	a, err := s.attempted(c, b, s.Tables.InMemory)
	if err != nil {
		a, err = s.attempted(c, b, s.Tables.Snapshot)
	}
	switch {
	case a.snap == nil:
		return err
	case isPreview(b):
		return s.showPreview(c, b)
	case a.snap.Meta.Sandbox() && isTimeUp(b):
		return s.timeUp(c, a, shown)
	case err != nil:
		return s.notDone(c, a, err)
	}
	if d := deviceOf(c); d != nil && d.now >= 0 && a.seat != d.now && d.seats.Has(a.seat) && !web.IsProgram(c) {
		d.now = game.Nobody // it lies on the table, and others see whose move that was
		s.keepDevice(c, id, d.now, 0, 0)
	}
	if a.command.Kind == game.ProposeTrade && s.IsLimited(c) {
		if err := s.Limiter.Take(web.LimitTrades, string(a.by), s.Now()); err != nil {
			return s.refuse(c, a, err)
		}
	}
	if err := s.meterLoop(c, id, a.by, a.command.Kind); err != nil {
		return s.refuse(c, a, err)
	}
	ifMatch, err := web.MatchSeq(c.Request(), a.snap.Seq())
	if err != nil {
		return s.refuse(c, a, err)
	}
	lesson := s.lessonAt(c, a.snap, a.seat, shown)
	var out table.Outcome
	err = s.teaching(c, lesson, a.command.Kind, shown, func() (err error) {
		out, err = s.Tables.Play(ctx, id, a.by, a.command, table.Pre{Seq: a.meta.Seq, IfMatch: ifMatch, Terms: a.meta.Terms, Link: a.meta.Link, Offer: a.meta.Offer})
		return err
	})
	if out.Snapshot.Setup != nil {
		a.snap = &out.Snapshot
	}
	s.countMove(err)
	if err != nil {
		return s.notDone(c, a, err)
	}
	a.snap = &out.Snapshot
	return s.played(c, a, out.Events)
}

// refuse answers a move that was not tried, with the table as it is stored.
func (s *Handler) refuse(c echo.Context, a attempt, err error) error {
	if now, failed := s.Tables.Snapshot(c.Request().Context(), a.snap.Meta.ID); failed == nil {
		a.snap = &now
	}
	return s.notDone(c, a, err)
}

// attempted reads a move at a table as it is looked up. If that fails the attempt has
// no table; any other error is about the move.
func (s *Handler) attempted(c echo.Context, b web.Body, lookUp func(ctx context.Context, id string) (table.Snapshot, error)) (attempt, error) {
	a := attempt{body: b, by: web.Viewer(c).ID}
	snap, err := lookUp(c.Request().Context(), c.Param("id"))
	if err != nil {
		return a, err
	}
	a.snap = &snap
	if a.seat = snap.SeatOf(a.by); a.seat < 0 && !anyFree(&snap, a.by) {
		return a, web.Fail("no_seat")
	}
	if d := deviceOf(c); d != nil {
		a.by = d.owner.ID // who moves for all who sit at it
	}
	return a, a.parse(a.by)
}

// anyFree reports whether there is a seat that the player may act for without
// sitting on it.
func anyFree(snap *table.Snapshot, me account.PlayerID) bool {
	for _, seat := range snap.Seats {
		if snap.MayAct(me, seat.Seat) {
			return true
		}
	}
	return false
}

// attempt is a request to change a table, as far as it has been understood.
type attempt struct {
	snap    *table.Snapshot
	by      account.PlayerID // who makes it
	seat    game.Seat
	body    web.Body
	command game.Command
	meta    wire.Meta
	rev     *uint64 // that its maker saw, for changes of the seats
}

// parse reads the move and finds out for which seat it is.
func (a *attempt) parse(me account.PlayerID) error {
	var p *wire.Problem
	if a.body.JSON != nil {
		a.command, a.meta, p = wire.ParseJSON(a.snap.Setup, a.seat, a.body.JSON)
	} else {
		a.command, a.meta, p = wire.ParseForm(a.snap.Setup, a.seat, a.body.Form)
	}
	if a.meta.Player != nil {
		a.seat, a.command.Seat = *a.meta.Player, *a.meta.Player
	}
	if (p == nil || a.meta.Player != nil) && !a.snap.MayAct(me, a.seat) {
		return web.Fail("no_seat")
	}
	if p == nil {
		return nil
	}
	if no, first := wire.Judge(a.snap.Setup.Rules, a.snap.State, a.command, p); first {
		return &table.Refused{Refusal: no, Command: a.command}
	}
	return p
}

// nothingAsked is the query of a table page that answers what was done.
func nothingAsked() tablepage.TableQuery { return tablepage.TableQuery{Deed: -1, Trade: -1} }

// countMove counts a move for the metrics, refused ones by their code.
func (s *Handler) countMove(err error) {
	if err == nil {
		s.Metrics.Move("")
		return
	}
	s.Metrics.Move(web.AsError(err).Code)
}

// played answers a change that was made.
func (s *Handler) played(c echo.Context, a attempt, entries []table.Entry) error {
	id, me := a.snap.Meta.ID, web.Viewer(c).ID
	s.asks(c, a.snap)
	state := states.Get().(*State)
	defer states.Put(state)
	done := web.Change{
		To: page.GamePath(id),
		Before: func() { // what happened before their own move the player has seen
			if _, err := s.Tables.Visit(c.Request().Context(), id, me, a.snap.Seq(), true); err != nil {
				s.Logger.Warn("visit", "err", err)
			}
		},
		Fragment: func() (web.Model, error) { return s.tableData(c, a.snap, nothingAsked()) },
		JSON: func() (any, error) {
			seat := a.seat
			if seat < 0 {
				seat = a.snap.SeatOf(me)
			}
			state.show(a.snap, me, seat)
			done := playedState{State: state, Events: lines(a.snap, seat, entries), tag: web.SeqTag(a.snap.Seq())}
			if len(entries) == 0 {
				return done, nil
			}
			var err error
			done.Beats, err = s.beatsAfter(c, a.snap, seat, entries[0].Seq-1)
			return done, err
		},
	}
	if backToMe(&a, me) {
		done.To = page.MePath()
	}
	return web.Changed(c, done)
}

// notDone answers a change that was refused, with the table as it is: as a
// problem with the state for programs, as the table with a note for people.
func (s *Handler) notDone(c echo.Context, a attempt, err error) error {
	f := *web.AsError(err)
	if f.Status >= http.StatusInternalServerError {
		return err
	}
	a.explain(&f, err)
	if a.ahead(c.Request()) && (f.Code == "stale" || f.Code == "precondition") {
		f = web.Error{Status: f.Status, Code: "older"}
	}
	f.State, f.Tag = func() any { return StateFor(c, a.snap) }, web.SeqTag(a.snap.Seq())
	return web.Refused(c, &f, func(_ *web.Error, p *page.Problem) (web.Model, error) {
		snap := a.snap
		s.told(c, snap.Meta.ID) // of what has come up since they last looked: the page counts their time down
		if now, err := s.Tables.Snapshot(c.Request().Context(), snap.Meta.ID); err == nil {
			snap = &now
		}
		d, err := s.tableData(c, snap, nothingAsked())
		d.Problem, d.Form = p, a.body.Form
		d.Problem.Move = a.move()
		d.CanJoin = d.CanJoin && f.Code != "unwelcome"
		return d, err
	})
}

// move is the name of the move, also of one that could not be read, so that what is
// wrong is said beside its form.
func (a *attempt) move() string {
	if a.command.Kind != game.NoCommand {
		return wire.MoveName(a.command.Kind)
	}
	return a.body.Form.Get("move")
}

// ahead reports whether the maker of a move has seen a later event than the last
// one there is: the server was set back.
func (a *attempt) ahead(r *http.Request) bool {
	if a.snap == nil {
		return false
	}
	ifMatch, _ := web.MatchSeq(r, a.snap.Seq())
	return a.meta.Seq != nil && *a.meta.Seq > a.snap.Seq() || ifMatch != nil && *ifMatch > a.snap.Seq()
}

// explain words a refusal for this table: with its board, its players and what is
// known of the move.
func (a *attempt) explain(f *web.Error, err error) {
	var refused *table.Refused
	var misread *wire.Problem
	switch {
	case errors.As(err, &refused) && refused.Code == game.LinkAwaited:
		f.Words = func(lang string, _ text.Naming) string {
			return text.LinkAwaited(lang, a.snap.Names(), a.snap.State.Lock.Seat, refused.Command.Seat)
		}
	case errors.As(err, &refused):
		f.Words = func(lang string, _ text.Naming) string {
			if awaited := text.Awaited(lang, a.snap.Names(), a.snap.State, &refused.Command, refused.Refusal); awaited != "" {
				return awaited
			}
			return text.Refusal(lang, a.snap.Setup, &refused.Command, refused.Refusal)
		}
	case errors.As(err, &misread):
		f.Words = func(lang string, as text.Naming) string {
			return text.Misread(lang, a.snap.Setup, a.command, misread, as)
		}
	}
}

// lines are events as a seat may see them, in their JSON form.
func lines(snap *table.Snapshot, seat game.Seat, entries []table.Entry) []json.RawMessage {
	var few [8]game.Event // a move has hardly more
	hidden := wire.Hide(snap.Setup, snap.State, seat, eventsOf(few[:0], entries))
	list := make([]json.RawMessage, 0, len(entries))
	for i, e := range entries {
		if hidden != nil && hidden[i] {
			list = append(list, wire.HiddenLineOf(e.Seq, e.At, e.JSON))
			continue
		}
		list = append(list, e.JSON)
	}
	return list
}

// isMatched tells by an error if the table is not in the state that If-Match demands.
func (a *attempt) isMatched(r *http.Request) error {
	seq, err := web.MatchSeq(r, a.snap.Seq())
	if err == nil && seq != nil && *seq != a.snap.Seq() {
		return table.ErrPrecondition
	}
	return err
}

// loops reports whether a command can be taken back by another one for little or
// nothing, so that one player can let a log grow without the game going on.
func loops(k game.CommandKind) bool {
	switch k {
	case game.ProposeTrade, game.CancelTrade, game.RejectTrade, game.OfferSettlement, game.RejectSettlement,
		game.Mortgage, game.Lift, game.Build, game.Sell, game.SellGroup, game.MoveHouse, game.Resign, game.Return, game.Reanchor:
		return true
	default:
		return false
	}
}

// meterLoop counts a command that can be repeated without end, for its maker at this table.
func (s *Handler) meterLoop(c echo.Context, id string, me account.PlayerID, k game.CommandKind) error {
	if !loops(k) || !s.IsLimited(c) {
		return nil
	}
	return s.Limiter.Take(web.LimitLoops, string(me)+" "+id, s.Now())
}

// backToMe reports whether a move was made on My Day, which then is shown again.
// A table that is held for the player's own number is shown instead: its page
// can bring it.
func backToMe(a *attempt, me account.PlayerID) bool {
	lock := a.snap.State.Lock
	held := lock.Open && lock.Seat == a.snap.SeatOf(me)
	return a.body.Form.Get("back") == page.MePath() && !held && a.snap.State.Status == game.Playing
}
