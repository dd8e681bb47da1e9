package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Pre comes with a command: the state its maker believed in, and words of theirs.
type Pre struct {
	Seq     *uint32    // last event they saw: ErrStale if it matters
	IfMatch *uint32    // event that must be the last one: else ErrPrecondition
	Rev     *uint64    // revision that must be the present one: else ErrStale
	Terms   string     // the side agreement of a trade that has terms, as wire reads it
	Link    *wire.Link // the player's number for a draw
	Offer   string     // what the page showed that they answer: ErrChanged if it was replaced just before
}

// Outcome is the game after a command, accepted or not, and what the command caused.
type Outcome struct {
	Snapshot
	Events []Entry
}

// Play gives a command for the seat in it, on behalf of a player who may act
// for that seat. When it returns without an error, the command is on disk.
//
// The error is *Refused if the rules do not allow the command, ErrStale or
// ErrPrecondition if the player has not seen the state required,
// ErrChanged, ErrNoSeat, ErrLeft, ErrNotStarted, ErrFinished, ErrNoLock, ErrPaused or *WrongLink; the Outcome
// then holds the game as it is. With any other error there is no Outcome.
//
// A command that draws, given for a seat with a chain of its player's, only
// locks the table; the same command with their number then plays it out.
func (s *Service) Play(ctx context.Context, id string, by account.PlayerID, c game.Command, pre Pre) (Outcome, error) {
	// What is in memory is nearly always what is stored, and writing compares both.
	out, err := s.play(s.ahead(ctx), id, by, c, pre)
	if old, failed := s.outdated(ctx, id, &out, err); failed != nil {
		return Outcome{}, failed
	} else if old {
		err = s.again(ctx, func() (err error) { out, err = s.play(ctx, id, by, c, pre); return err })
	}
	s.stats.count(err)
	return out, err
}

// outdated reports whether a command failed on a table that another server has changed
// since it was read. A refusal counts for the table as it is stored.
func (s *Service) outdated(ctx context.Context, id string, out *Outcome, err error) (bool, error) {
	if err == nil || !out.refused() {
		return s.overtaken(ctx, err), nil
	}
	same, err := s.lookup(id).current(ctx, out.Meta.Stamp)
	return !same, err
}

// refused reports whether a command was held against a table and not accepted.
func (out *Outcome) refused() bool { return out.Setup != nil }

func (s *Service) play(ctx context.Context, id string, by account.PlayerID, c game.Command, pre Pre) (Outcome, error) {
	came := s.cfg.Now()
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Outcome{}, err
	}
	defer t.mu.Unlock()
	if v, err = t.timeUpDue(ctx, v); err != nil {
		return Outcome{}, err
	}
	if err := t.admit(v, by, &c, pre, came); err != nil {
		return Outcome{Snapshot: t.snapshot(v)}, err
	}
	n, err := t.number(v, &c, pre.Link)
	if err != nil {
		return Outcome{Snapshot: t.snapshot(v)}, err
	}
	t.open(v)
	if err := t.lookBack(ctx, v, &c); err != nil {
		return Outcome{}, err
	}
	steps, no, err := t.decide(c, ByPerson, n)
	if err != nil {
		return Outcome{}, err
	}
	if !no.OK() {
		t.close()
		return Outcome{Snapshot: t.snapshot(v)}, &Refused{no, c}
	}
	t.answered(v, &c, steps)
	given := c
	own := 0
	for i := range steps {
		steps[i].extra.Terms = pre.Terms
		own += len(steps[i].events)
	}
	next, entries, err := t.write(ctx, v, t.withBots(v, steps), nil)
	if err != nil {
		return Outcome{}, err
	}
	t.asks.offers[given.Seat].did(&given)
	return Outcome{Snapshot: t.snapshot(next), Events: entries[:own]}, nil
}

// changed reports whether a command was meant for what stood in its place just
// before. Sent twice, a command is already played, which is said better.
func (t *live) changed(c *game.Command, pre Pre, came time.Time) bool {
	o := &t.asks.offers[c.Seat]
	twice := pre.Seq != nil && *pre.Seq < t.asks.own[c.Seat] && o.again(c)
	return !twice && o.changed(pre.Offer, came)
}

// admit checks everything about a command but the rules.
func (t *live) admit(v *view, by account.PlayerID, c *game.Command, pre Pre, came time.Time) error {
	switch {
	case c.Kind == game.NoCommand || c.Kind > game.Resign: // the others are the table's own
		return &Refused{game.Refusal{Code: game.NoChoice}, *c}
	case !mayAct(v.g, by, c.Seat):
		return ErrNoSeat
	case v.g.Status == game.InLobby:
		return ErrNotStarted
	case pre.IfMatch != nil && *pre.IfMatch != v.state.Seq:
		return ErrPrecondition
	case pre.Link == nil && t.changed(c, pre, came):
		return ErrChanged
	case pre.Rev != nil && *pre.Rev != v.g.Rev,
		pre.Seq != nil && t.asks.stale(&v.state, c, *pre.Seq):
		return ErrStale
	case v.g.Status == game.Finished:
		return ErrFinished
	case v.state.Players[c.Seat].Away:
		return ErrLeft
	}
	if _, paused := v.g.Tempo.Paused(t.s.now()); paused {
		return ErrPaused
	}
	return nil
}
