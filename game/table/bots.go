package table

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
)

const (
	maxChain   = 200 // bot commands in one commit
	maxAnswers = 900 // bot commands in one turn beyond which they wait a while; see bot.MaxActs
	botRetry   = 5 * time.Second

	conflictPause = 100 * time.Millisecond // after another server came first
)

// bots is what a table remembers about the seats the server plays. None of it
// has to survive a restart.
type bots struct {
	timer *time.Timer
	round uint // of the timer, so that one that fired while it was replaced does nothing
	plan  plan
	due   time.Time        // when the timer rings
	turn  uint16           // the turn that acts counts
	acts  int              // commands of bots in it
	shown time.Time        // until when pages show what happened
	held  map[uint16]int64 // since when a bot's throw has been held back for a claim, unix milliseconds
	ponder
}

// plan is what the next bot is going to do, as far as others can tell.
type plan struct {
	seat game.Seat
	kind game.CommandKind
	turn uint16
}

func (b *bots) pending() bool { return b.timer != nil || b.busy }

func (b *bots) stop() {
	if b.timer != nil {
		b.timer.Stop()
		b.timer, b.plan = nil, plan{}
	}
}

// pause is how long a bot at this table lets the others look on.
func (t *live) pause(g *Game) time.Duration {
	switch {
	case g.Hurried:
		return 0
	case g.BotPause != nil:
		return *g.BotPause
	}
	return t.s.cfg.BotPause
}

// planBots looks whether a bot wants to do something and sets its timer. What
// was planned already is never put off, so that busy people cannot stall a bot.
func (t *live) planBots(v *view) {
	if v.g.Status != game.Playing || v.played() == 0 || !t.s.mine(t.id) {
		t.bots.stop()
		return
	}
	c, ok := t.choose(v, &v.state, v.bidders)
	if !ok {
		t.bots.stop()
		t.ponder(v)
		return
	}
	next, d := plan{c.Seat, c.Kind, v.state.Turn.Number}, t.delay(v, &v.state, &c)
	if t.bots.timer != nil && t.bots.plan == next && !t.s.cfg.Now().Add(d).Before(t.bots.due) {
		return
	}
	t.wakeBots(d, next)
}

func (t *live) wakeBots(d time.Duration, next plan) {
	t.bots.stop()
	t.bots.plan, t.bots.due = next, t.s.cfg.Now().Add(d)
	t.bots.round++
	round := t.bots.round
	t.bots.timer = t.s.after(d, t.id, func() { t.s.playBots(t, round) })
}

// retryBots has the table read anew, and lets its bots try again after a fault that may be
// over by then.
func (t *live) retryBots() {
	t.invalidate()
	t.wakeBots(botRetry, plan{})
}

// delay is how long the bot waits before its command: the pause, a part of it
// before acts of bookkeeping, longer if it would end a person's claim.
func (t *live) delay(v *view, s *game.State, c *game.Command) time.Duration {
	d := t.pause(v.g)
	switch c.Kind {
	case game.ClaimRent, game.EndTurn, game.Mortgage, game.Lift, game.Keep, game.Sell, game.PayDebt, game.CancelTrade, game.WaiveClaim, game.AgreeUndo:
		d /= 4
	default:
		if v.g.BotPause == nil && !v.g.Hurried {
			d = max(d, t.bots.shown.Sub(t.s.cfg.Now()))
		}
	}
	return max(d, t.hold(v, s, c))
}

// mostShown is how far pages may lag behind the table with what they show.
const mostShown = 4 * time.Second

// shows counts for how long pages are going to show the events that led to the view.
func (t *live) shows(v *view, entries []Entry) {
	if !t.s.cfg.Shown || v.played() == 0 {
		return
	}
	events := make([]game.Event, len(entries))
	for i := range entries {
		events[i] = entries[i].Event
	}
	now := t.s.cfg.Now()
	if t.bots.shown.Before(now) {
		t.bots.shown = now
	}
	t.bots.shown = t.bots.shown.Add(beats.Time(v.setup.Rules, beats.Of(v.setup.Rules, &v.state, events)))
	if most := now.Add(mostShown); t.bots.shown.After(most) {
		t.bots.shown = most
	}
}

// hold is how long a throw has still to wait because it would end the claim of
// a person who is at the table. A table without a pause wants no waiting at all.
func (t *live) hold(v *view, s *game.State, c *game.Command) time.Duration {
	if t.s.cfg.ClaimGrace <= 0 || t.pause(v.g) == 0 || !closesWindows(s, c) {
		return 0
	}
	now := t.s.cfg.Now().UnixMilli()
	var longest time.Duration
	for _, cl := range s.Claims[:s.NumClaims] {
		if cl.Left > 1 || v.g.Seats[cl.Owner].Player == "" || s.Players[cl.Owner].Away {
			continue
		}
		since, ok := t.bots.held[cl.ID]
		if !ok || since > now { // the clock may have been set back
			if t.bots.held == nil || len(t.bots.held) > 2*game.MaxClaims {
				t.bots.held = map[uint16]int64{}
			}
			since = now
			t.bots.held[cl.ID] = since
		}
		longest = max(longest, t.s.cfg.ClaimGrace-time.Duration(now-since)*time.Millisecond)
	}
	return longest
}

// closesWindows reports whether the command is the first throw of a turn, or
// stands in its place (R-RENT-9).
func closesWindows(s *game.State, c *game.Command) bool {
	switch c.Kind {
	case game.Roll, game.Stay, game.UseTicket:
		return s.Turn.Throw <= 1
	default:
		return false
	}
}

// playBots is called by the timer.
func (s *Service) playBots(t *live, round uint) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone || t.bots.round != round || !s.mine(t.id) {
		return
	}
	defer t.close()
	defer t.caught("a step of bots broke", 0, game.Nobody, t.retryBots)
	t.bots.stop()
	t.used.Store(s.cfg.Now().UnixMilli())
	ctx := s.life
	v, err := t.warm(ctx)
	if err == nil {
		v, err = t.timeUpDue(ctx, v)
	}
	if err == nil {
		v, err = t.closeDeserted(ctx, v)
	}
	if err == nil {
		err = t.stepBots(ctx, v)
	}
	switch {
	case err == nil, errors.Is(err, ErrClosed):
	case Lost(err):
		s.forget(t)
	case s.overtaken(ctx, err):
		t.wakeBots(conflictPause, plan{})
	default:
		s.cfg.Logger.Log(ctx, logLevel(err), "bots could not move, try again", "game", t.id, "err", err)
		t.wakeBots(botRetry, plan{})
	}
}

// stepBots lets the next bot do what it wants, and those after it as long as
// nobody has to look on.
func (t *live) stepBots(ctx context.Context, v *view) error {
	if v.g.Status != game.Playing {
		return nil
	}
	t.open(v)
	c, ok := t.choose(v, &t.turn.S, v.bidders)
	if !ok {
		t.ponder(v)
		return nil
	}
	if wait := t.hold(v, &v.state, &c); wait > 0 {
		t.wakeBots(wait, plan{c.Seat, c.Kind, v.state.Turn.Number})
		return nil
	}
	if err := t.lookBack(ctx, v, &c); err != nil {
		return err
	}
	steps, ok := t.act(c, timed(v.g, &t.turn.S))
	if !ok {
		t.wakeBots(botRetry, plan{})
		return nil
	}
	_, _, err := t.write(ctx, v, t.withBots(v, steps), nil)
	return err
}

// withBots adds to accepted steps what bots do right after it at a table
// without a pause, so that all of it is one commit.
func (t *live) withBots(v *view, steps []step) []step {
	steps = t.ordered(v, steps)
	if t.pause(v.g) > 0 {
		return steps
	}
	for len(steps) < maxChain && !deserted(v.g, &t.turn.S) {
		c, ok := t.choose(v, &t.turn.S, t.books.bidders(v.setup.Rules, &t.turn.S, t.auctionAt(v, steps)))
		if !ok || t.hold(v, &t.turn.S, &c) > 0 {
			break
		}
		more, ok := t.act(c, timed(v.g, &t.turn.S))
		if !ok {
			break
		}
		steps = t.ordered(v, append(steps, more...))
	}
	return steps
}
