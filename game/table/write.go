package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timing"
	"github.com/bankhalter/bankhalter/game/wire"
)

// step is an accepted command with what it caused, not yet written.
type step struct {
	cmd    game.Command
	origin Origin
	events []game.Event
	luck   json.RawMessage
	extra  wire.Extra // what its lines say beside the events
	lapse  bool       // the answer of a player whose time ran out
}

// errBroken says that the core broke at a command.
var errBroken = fmt.Errorf("%w: the rules broke at a move", ErrInternal)

// broken logs everything that is needed to see the fault again: with the game's
// log up to seq the command can be put to the rules once more.
func (t *live) broken(c game.Command, seq uint32, p any) {
	t.s.stats.panics.Add(1)
	t.s.cfg.Logger.Error("the rules broke at a move",
		"game", t.id, "after", seq, "command", inFull(c), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
}

// inFull is a command for the operator's log, every field of it, so that it
// can be put to the rules again however odd it is.
func inFull(c game.Command) string {
	b, err := json.Marshal(c)
	if err != nil {
		return fmt.Sprintf("%+v", c)
	}
	return string(b)
}

// advance carries the next view, which is as the last one, on by the events of steps, and
// returns them as they are stored and as they are shown.
func (t *live) advance(v, next *view, steps []step, at time.Time, log *wire.Chained) ([]Move, []Entry) {
	moves, entries := make([]Move, 0, len(steps)), make([]Entry, 0, caused(steps))
	for i := range steps {
		st := &steps[i]
		m := Move{
			First: next.state.Seq + 1, At: at, Seat: st.cmd.Seat, Origin: st.origin,
			Command: wire.EncodeMove(v.setup, st.cmd), Luck: st.luck,
		}
		var lines []json.RawMessage
		lines, m.Events = wire.EncodeRow(v.setup, m.First, at, st.events, t.extra(v, st, log))
		next.state.Decided(st.cmd.Seat, st.events[0].Kind, st.origin == ByOrder)
		for j := range st.events {
			t.turn.apply(&next.state, &st.events[j])
			entries = append(entries, Entry{Seq: next.state.Seq, At: at, Event: st.events[j], JSON: lines[j]})
		}
		m.Seq = next.state.Seq
		moves = append(moves, m)
	}
	return moves, entries
}

// diceAfter are the dice of the table after what was written since the view, at the
// last line of a log that is chained.
func (t *live) diceAfter(v *view, log *wire.Chained) *Dice {
	dice := t.dice
	if log == nil {
		return dice
	}
	if dice == v.dice { // nothing was drawn
		same := *v.dice
		dice = &same
	}
	dice.Head = log.Prev
	return dice
}

// write commits steps that follow the view, makes the state after them visible
// and wakes those who wait. change may adjust the settings that are summarised.
// Nobody learns anything of steps that could not be written.
func (t *live) write(ctx context.Context, v *view, steps []step, change func(*Game)) (*view, []Entry, error) {
	defer t.close()
	now := t.s.now()
	at := now
	if at.Before(v.g.UpdatedAt) {
		at = v.g.UpdatedAt // the log never runs backward, whatever the clock does
	}
	g := *v.g
	next := &view{g: &g, setup: v.setup, commitment: v.commitment, state: v.state}
	log := t.chained()
	moves, entries := t.advance(v, next, steps, at, log)
	if next.state != t.turn.S {
		t.broken(steps[len(steps)-1].cmd, v.state.Seq, "the events do not add up to the state")
		return nil, nil, errBroken
	}
	c := Commit{Game: t.id, After: v.state.Seq, Stamp: v.g.Stamp, Moves: moves}
	summarise(&g, &next.state, at, now)
	if change != nil {
		change(&g)
	}
	handed, err := t.s.handOver(ctx, &g, &next.state, steps)
	if err != nil {
		return nil, nil, err
	}
	if handed {
		c.Owner = g.Owner
	}
	t.s.keepTime(&g, &v.state, &next.state, steps, now, t.ahead(v))
	if c.Summary = g.Summary; g.Clock.Timed() || g.Tempo != v.g.Tempo {
		c.Tempo, c.DueAt = g.Tempo, g.DueAt
	}
	next.books, c.Books = t.closeBooks(v, steps)
	if g.Status == game.Finished && v.g.Status != game.Finished && log != nil {
		ended := *t.dice
		ended.Head = log.Prev
		if c.Head, err = t.signEnd(ctx, &view{g: &g, state: next.state, dice: &ended}); err != nil {
			return nil, nil, t.failed(err)
		}
		if c.Head != nil {
			g.Head = c.Head
		}
	}
	c.News = t.s.news(&g, &v.state, &next.state, steps, now)
	if t.s.shared != nil && next.played() == 0 {
		c.Calm, c.Next = true, t.next(next)
	}
	began := time.Now()
	err = t.s.store.Append(context.WithoutCancel(ctx), c)
	timing.Since(ctx, timing.Store, began)
	if err != nil {
		return nil, nil, t.failed(err)
	}
	g.written()
	t.found(ctx, g.Stamp)
	next.tail = v.tail.with(entries)
	next.terms = agreed(v.terms, entries, &next.state)
	next.dice = t.diceAfter(v, log)
	next.hold(steps[len(steps)-1].cmd)
	t.remember(v, next, steps)
	t.count(steps, len(entries))
	t.shows(next, entries)
	t.publish(v, next)
	if g.Status == game.Finished && v.g.Status != game.Finished && t.s.cfg.Ended != nil {
		t.s.cfg.Ended(t.id)
	}
	if g.Talk.Bots != talk.Quiet && !g.Talk.Off {
		t.banter(next, entries)
	}
	return next, entries, nil
}

// caused counts the events of the steps.
func caused(steps []step) (n int) {
	for i := range steps {
		n += len(steps[i].events)
	}
	return n
}

// chained is the chain of the log's lines as far as it has come; nil if they have none.
func (t *live) chained() *wire.Chained {
	if t.dice == nil {
		return nil
	}
	t.turn.chain = wire.Chained{Prev: t.dice.Head, Root: t.seed}
	return &t.turn.chain
}

func (t *live) extra(v *view, st *step, log *wire.Chained) wire.Extra {
	x := st.extra
	x.Chained = log
	switch {
	case st.lapse:
		x.By = wire.ByClock
	case st.origin == ByOrder:
		x.By = wire.ByOrder
	}
	if t.luck == nil {
		x.SeedCommitment = v.commitment
	}
	return x
}

// failed handles a commit that was not confirmed. Unless the write never got
// into the queue, nobody knows whether it is on disk: the table goes cold and
// the next one who comes reads the log, which is the truth.
func (t *live) failed(err error) error {
	if t.s.shared != nil && errors.Is(err, storage.ErrConflict) { // another server came first, which is no fault
		if t.luck != nil {
			t.invalidate() // a script is drawn from only once
		}
		return err // from what is in memory the log leads on
	}
	t.s.stats.failures.Add(1)
	if t.luck != nil || !errors.Is(err, storage.ErrBusy) && !errors.Is(err, ErrClosed) {
		t.invalidate()
	}
	if !errors.Is(err, storage.ErrBusy) && !errors.Is(err, storage.ErrFailed) { // of storage the store itself speaks, once and not for each move
		t.s.cfg.Logger.Error("move could not be written", "game", t.id, "err", err)
	}
	return err
}

// logLevel is the level of what is tried again by itself: of storage the store
// itself speaks, once and not for each table.
func logLevel(err error) slog.Level {
	if errors.Is(err, storage.ErrFailed) || errors.Is(err, storage.ErrBusy) || errors.Is(err, storage.ErrConflict) {
		return slog.LevelDebug
	}
	return slog.LevelWarn
}

// invalidate makes the next reader load the table anew.
func (t *live) invalidate() { t.cur.Store(nil) }

// remember folds the steps into what the table knows about late answers.
func (t *live) remember(v, next *view, steps []step) {
	s, seq, now := &next.state, v.state.Seq, t.s.cfg.Now()
	if len(steps) > 1 {
		between := v.state // next knows only what the last of them left
		s = &between
	}
	for i := range steps {
		if len(steps) > 1 {
			t.turn.fold(s, &steps[i])
		}
		for j := range steps[i].events {
			seq++
			t.asks.event(&steps[i].events[j], seq)
		}
		t.asks.moved(s, mover(steps[i].cmd.Seat, steps[i].events[0].Kind), now)
	}
}

// mover is the seat whose move a row of the log counts as: a new chain is none.
func mover(seat game.Seat, first game.EventKind) game.Seat {
	if first == game.SeatReanchored {
		return game.Nobody
	}
	return seat
}

func (t *live) count(steps []step, events int) {
	t.s.stats.moves.Add(uint64(len(steps)))
	t.s.stats.events.Add(uint64(events))
	for i := range steps {
		if steps[i].origin == ByBot {
			t.s.stats.botMoves.Add(1)
		}
	}
}

// publish makes a committed view visible and wakes those who follow the table.
func (t *live) publish(old, next *view) {
	t.show(next)
	t.s.games.wake(t.id)
	t.s.feeds.tell(next.g, old.g) // a player may have left
}

// save commits a change of the settings or seats, with notices of it.
func (t *live) save(ctx context.Context, v *view, g *Game, news ...notice.Notice) (*view, error) {
	g.Rev = v.g.Rev + 1
	if g.UpdatedAt = t.s.now(); g.UpdatedAt.Before(v.g.UpdatedAt) {
		g.UpdatedAt = v.g.UpdatedAt
	}
	next := *v
	next.g = g
	if g.Status == game.InLobby {
		next.state = game.NewState(v.setup.Rules, len(g.Seats), g.Banker, g.BankerOnly)
	} else {
		g.BotsDue = g.Waiting&played(g, &next.state) != 0 && !resting(g, &next.state)
	}
	if err := t.s.store.SaveGame(context.WithoutCancel(ctx), g, append(news, t.s.changed(v.g, g, &v.state)...)...); err != nil {
		return nil, t.failed(err)
	}
	t.publish(v, &next)
	return &next, nil
}
