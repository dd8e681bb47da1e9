package table

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
)

const (
	maxChain   = 200 // bot commands in one commit
	maxActs    = 300 // commands of bots in one turn, beyond which they only answer what they are asked, by default
	maxAnswers = 900 // and beyond which they wait a while
	botRetry   = 5 * time.Second
)

// bots is what a table remembers about the seats the server plays. None of it
// has to survive a restart.
type bots struct {
	timer *time.Timer
	round uint // of the timer, so that one that fired while it was replaced does nothing
	plan  plan
	turn  uint16           // the turn that acts counts
	acts  int              // commands of bots in it
	held  map[uint16]int64 // since when a bot's throw has been held back for a claim, unix milliseconds
}

// plan is what the next bot is going to do, as far as others can tell.
type plan struct {
	seat game.Seat
	kind game.CommandKind
	turn uint16
}

func (b *bots) pending() bool { return b.timer != nil }

func (b *bots) stop() {
	if b.timer != nil {
		b.timer.Stop()
		b.timer, b.plan = nil, plan{}
	}
}

// pause is how long a bot at this table lets the others look on.
func (t *live) pause(g *Game) time.Duration {
	if g.BotPause >= 0 {
		return g.BotPause
	}
	return t.s.cfg.BotPause
}

// planBots looks whether a bot wants to do something and sets its timer. What
// was planned already keeps its time, so that busy people cannot stall a bot.
func (t *live) planBots(v *view) {
	if v.g.Status != game.Playing || v.played() == 0 {
		t.bots.stop()
		return
	}
	c, ok := t.choose(v, &v.state)
	if !ok {
		t.bots.stop()
		return
	}
	next := plan{c.Seat, c.Kind, v.state.Turn.Number}
	if t.bots.pending() && t.bots.plan == next {
		return
	}
	t.wakeBots(t.delay(v, &v.state, &c), next)
}

func (t *live) wakeBots(d time.Duration, next plan) {
	t.bots.stop()
	t.bots.plan = next
	t.bots.round++
	round := t.bots.round
	t.bots.timer = t.s.after(d, func() { t.s.playBots(t, round) })
}

// delay is how long the bot waits before its command: the pause, a part of it
// before acts of bookkeeping, longer if it would end a person's claim.
func (t *live) delay(v *view, s *game.State, c *game.Command) time.Duration {
	d := t.pause(v.g)
	switch c.Kind {
	case game.ClaimRent, game.EndTurn, game.Mortgage, game.Lift, game.Keep, game.Sell, game.PayDebt, game.CancelTrade, game.WaiveClaim:
		d /= 4
	default:
	}
	return max(d, t.hold(v, s, c))
}

// hold is how long a throw has still to wait because it would end the claim of
// a person who is at the table.
func (t *live) hold(v *view, s *game.State, c *game.Command) time.Duration {
	if t.s.cfg.ClaimGrace <= 0 || !closesWindows(s, c) {
		return 0
	}
	now := t.s.cfg.Now().UnixMilli()
	var longest time.Duration
	for _, cl := range s.Claims[:s.NumClaims] {
		if cl.Left > 1 || v.g.Seats[cl.Owner].Player == "" || s.Players[cl.Owner].Away {
			continue
		}
		since, ok := t.bots.held[cl.ID]
		if !ok {
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

// closesWindows tells whether the command is the first throw of a turn, or
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
	if t.gone || t.bots.round != round {
		return
	}
	t.bots.stop()
	t.used.Store(s.cfg.Now().UnixMilli())
	ctx := context.Background()
	v := t.cur.Load()
	var err error
	if v == nil {
		v, err = t.load(ctx)
	}
	if err == nil {
		v, err = t.strikeDue(ctx, v)
	}
	if err == nil {
		err = t.stepBots(ctx, v)
	}
	switch {
	case err == nil, errors.Is(err, ErrClosed):
	case errors.Is(err, ErrNotFound), errors.Is(err, ErrDamaged):
		s.forget(t)
	default:
		s.cfg.Logger.Warn("bots could not move, try again", "game", t.id, "err", err)
		t.wakeBots(botRetry, plan{})
	}
}

// stepBots lets the next bot do what it wants, and those after it as long as
// nobody has to look on.
func (t *live) stepBots(ctx context.Context, v *view) error {
	if v.g.Status != game.Playing {
		return nil
	}
	t.turn.Begin(v.setup.Rules, &v.state)
	c, ok := t.choose(v, &t.turn.S)
	if !ok {
		return nil
	}
	if wait := t.hold(v, &v.state, &c); wait > 0 {
		t.wakeBots(wait, plan{c.Seat, c.Kind, v.state.Turn.Number})
		return nil
	}
	st, ok := t.act(c)
	if !ok {
		t.wakeBots(botRetry, plan{})
		return nil
	}
	_, _, err := t.write(ctx, v, t.withBots(v, st), nil)
	return err
}

// withBots adds to an accepted step what bots do right after it at a table
// without a pause, so that all of it is one commit.
func (t *live) withBots(v *view, first step) []step {
	steps := []step{first}
	if t.pause(v.g) > 0 {
		return steps
	}
	for len(steps) < maxChain {
		c, ok := t.choose(v, &t.turn.S)
		if !ok || t.hold(v, &t.turn.S, &c) > 0 {
			break
		}
		st, ok := t.act(c)
		if !ok {
			break
		}
		steps = append(steps, st)
	}
	return steps
}

// choose asks the seats that the server plays, first those who may act unasked
// (claims and trades do not wait), then those for whom the game waits.
func (t *live) choose(v *view, s *game.State) (game.Command, bool) {
	if s.Status != game.Playing {
		return game.Command{}, false
	}
	if t.bots.turn != s.Turn.Number {
		t.bots.turn, t.bots.acts = s.Turn.Number, 0
	}
	ours, waiting := played(v.g, s), s.Waiting()
	if t.bots.acts < maxActs {
		for set := ours &^ waiting; set != 0; set = set.Rest() {
			if c, ok := t.ask(v, s, set.First()); ok {
				return c, true
			}
		}
	}
	for set := ours & waiting; set != 0; set = set.Rest() {
		if c, ok := t.ask(v, s, set.First()); ok {
			return c, true
		}
		t.s.cfg.Logger.Error("a bot has no answer", "game", t.id, "seat", set.First(), "after", s.Seq, "phase", s.Phase())
	}
	return game.Command{}, false
}

// ask gets one seat's choice. A seat that is waited for answers by default if
// its bot does not, and so does everybody in a turn that does not end.
func (t *live) ask(v *view, s *game.State, seat game.Seat) (c game.Command, ok bool) {
	r := v.setup.Rules
	away := s.Players[seat].Away
	opts := allowed(game.Options(r, s, seat, nil), away && v.g.Seats[seat].Bot == "")
	if len(opts) == 0 {
		return game.Command{}, false
	}
	if t.bots.acts < maxActs {
		if c, ok = t.think(v, s, seat, opts); ok {
			return c, true
		}
	}
	if !s.Waiting().Has(seat) {
		return game.Command{}, false
	}
	t.s.stats.defaults.Add(1)
	t.s.cfg.Logger.Warn("a bot answers by default", "game", t.id, "seat", seat, "after", s.Seq, "phase", s.Phase())
	return t.fallback(r, s, seat, opts)
}

// allowed leaves out what a bot does not decide: giving up, coming back, and
// for a person who is away, trades.
func allowed(opts []game.Option, person bool) []game.Option {
	kept := opts[:0]
	for _, o := range opts {
		switch o.Kind {
		case game.Resign, game.Return:
			continue
		case game.ProposeTrade, game.AcceptTrade, game.OfferSettlement, game.AcceptSettlement:
			if person {
				continue
			}
		default:
		}
		kept = append(kept, o)
	}
	return kept
}

// think asks the bot itself; a bot that panics has no wish.
func (t *live) think(v *view, s *game.State, seat game.Seat, opts []game.Option) (c game.Command, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			t.s.cfg.Logger.Error("a bot broke", "game", t.id, "seat", seat, "after", s.Seq, "panic", p)
			c, ok = game.Command{}, false
		}
	}()
	persona, known := bot.ByName(v.g.Seats[seat].Bot)
	if !known {
		persona = bot.Usual() // a persona that a later version no longer has
	}
	c, ok = persona.Choose(v.setup.Rules, s, seat, opts)
	return c, ok && c.Seat == seat
}

// fallback is the default answer of the timing model, or any that is listed.
func (t *live) fallback(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (c game.Command, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			t.s.cfg.Logger.Error("the default answer broke", "game", t.id, "seat", seat, "after", s.Seq, "panic", p)
			c, ok = simplest(r, s, seat, opts)
		}
	}()
	if c, ok = bot.Default(r, s, seat, opts); ok {
		return c, true
	}
	return simplest(r, s, seat, opts)
}

// act puts a bot's command to the rules in the workspace. If they refuse it,
// which is a fault, the seat answers by default.
func (t *live) act(c game.Command) (step, bool) {
	t.bots.acts++
	if t.bots.acts > maxAnswers {
		t.bots.acts = maxActs
		t.s.cfg.Logger.Error("a turn of bots does not end; they pause", "game", t.id, "after", t.turn.S.Seq)
		return step{}, false
	}
	st, no, err := t.decide(c, ByBot)
	if err == nil && no.OK() {
		return st, true
	}
	t.s.stats.defaults.Add(1)
	t.s.cfg.Logger.Error("a bot's command was refused", "game", t.id, "seat", c.Seat, "after", t.turn.S.Seq,
		"command", inFull(c), "code", no.Code, "rule", no.Rule, "err", err)
	opts := game.Options(t.turn.R, &t.turn.S, c.Seat, nil)
	if c, ok := t.fallback(t.turn.R, &t.turn.S, c.Seat, allowed(opts, true)); ok && t.turn.S.Waiting().Has(c.Seat) {
		st, no, err := t.decide(c, ByBot)
		return st, err == nil && no.OK()
	}
	return step{}, false
}
