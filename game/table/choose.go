package table

import (
	"fmt"
	"iter"
	"runtime/debug"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
)

// choose asks the seats that the server plays, first those who may act unasked
// (claims and trades do not wait), then those for whom the game waits; among them
// those first who have a trade to answer, which others who bid against each other in an
// auction would put off. It does not answer for the absent who have left a standing
// bid, and has no answer while one of the seats has still to ponder; see live.ponder.
func (t *live) choose(v *view, s *game.State, bidders game.Seats) (game.Command, bool) {
	t.bots.wanted = game.Nobody
	if _, paused := v.g.Tempo.Paused(t.s.cfg.Now()); paused || s.Status != game.Playing || resting(v.g, s) {
		return game.Command{}, false
	}
	if t.bots.turn != s.Turn.Number {
		t.bots.turn, t.bots.acts = s.Turn.Number, 0
	}
	ours, waiting := played(v.g, s), s.Waiting()
	if timed(v.g, s) != 0 {
		ours &^= bidders
	}
	if set := ours & s.Last.Ask; set != 0 {
		return game.Move(game.AgreeUndo, set.First()), true // a computer player never minds
	}
	if t.bots.acts < bot.MaxActs {
		for seat := range tradersFirst(s, ours&^waiting) {
			if c, ok := t.ask(v, s, seat); ok || t.bots.wanted != game.Nobody {
				return c, ok
			}
		}
	}
	for seat := range tradersFirst(s, ours&waiting) {
		if c, ok := t.ask(v, s, seat); ok || t.bots.wanted != game.Nobody {
			return c, ok
		}
		t.s.cfg.Logger.Error("a bot has no answer", "game", t.id, "seat", seat, "after", s.Seq, "phase", s.Phase())
	}
	return game.Command{}, false
}

// tradersFirst yields the seats of a set, first those who have to answer an open trade.
func tradersFirst(s *game.State, set game.Seats) iter.Seq[game.Seat] {
	return func(yield func(game.Seat) bool) {
		var traders game.Seats
		for i := range s.Trades[:s.NumTrades] {
			if tr := &s.Trades[i]; tr.Held {
				traders |= tr.Ask
			} else {
				traders = traders.With(tr.To)
			}
		}
		for _, part := range [...]game.Seats{set & traders, set &^ traders} {
			for ; part != 0; part = part.Rest() {
				if !yield(part.First()) {
					return
				}
			}
		}
	}
}

// ask gets one seat's choice. A seat that is waited for answers by default if
// its bot does not, and so does everybody in a turn that does not end. No fault
// of bot or rules gets beyond here: it costs the wish of a moment.
func (t *live) ask(v *view, s *game.State, seat game.Seat) (c game.Command, ok bool) {
	defer t.caught("the options of a bot broke", s.Seq, seat, func() { ok = false })
	away := s.Players[seat].Away && v.g.Seats[seat].Bot == ""
	opts := bot.Allowed(game.Options(v.setup.Rules, s, seat, nil), away)
	if len(opts) == 0 {
		return game.Command{}, false
	}
	if t.bots.acts < bot.MaxActs {
		if c, ok = t.think(v, s, seat, opts, away); ok || t.bots.wanted != game.Nobody {
			return c, ok
		}
	}
	if !s.Waiting().Has(seat) {
		return game.Command{}, false
	}
	t.s.stats.defaults.Add(1)
	t.s.cfg.Logger.Warn("a bot answers by default", "game", t.id, "seat", seat, "after", s.Seq, "phase", s.Phase())
	return t.fallback(v.setup.Rules, s, seat, opts)
}

// caught is deferred around what may break: it logs the panic and mends the result.
func (t *live) caught(what string, seq uint32, seat game.Seat, mend func()) {
	if p := recover(); p != nil {
		t.s.stats.panics.Add(1)
		t.s.cfg.Logger.Error(what, "game", t.id, "seat", seat, "after", seq, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		mend()
	}
}

// think asks the bot itself; a bot that panics has no wish. For a person who
// is away the computer plays so that nothing of theirs is lost by it.
func (t *live) think(v *view, s *game.State, seat game.Seat, opts []game.Option, away bool) (c game.Command, ok bool) {
	defer t.caught("a bot broke", s.Seq, seat, func() { ok = false })
	if away {
		return bot.Absent(v.setup.Rules, s, seat, opts)
	}
	player := v.bot(seat)
	if bot.Ponders(player, v.setup.Rules, s, seat) {
		if t.bots.about == nil || *t.bots.about != *s || t.bots.thinker != seat {
			t.bots.wanted = seat
			return game.Command{}, false
		}
		return t.bots.thought, t.bots.wishes
	}
	c, ok = player.Choose(v.setup.Rules, s, seat, opts)
	return c, ok && c.Seat == seat
}

// bot is the computer player of a seat.
func (v *view) bot(seat game.Seat) bot.Player {
	player, known := bot.New(v.g.Seats[seat].Bot, v.setup.Estimate)
	if !known {
		player, _ = bot.New("", nil) // a kind that a later version no longer has
	}
	return player
}

// fallback is the default answer of the rules, or any that is listed.
func (t *live) fallback(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (c game.Command, ok bool) {
	defer t.caught("the default answer broke", s.Seq, seat, func() { c, ok = simplest(r, s, seat, opts) })
	if c, ok = bot.Default(r, s, seat, opts); ok {
		return c, true
	}
	return simplest(r, s, seat, opts)
}

// act puts a bot's command to the rules in the workspace. If they refuse it,
// which is a fault, the seat answers by default.
func (t *live) act(c game.Command, people game.Seats) ([]step, bool) {
	if bot.Counts(&t.turn.S, &c, people) {
		t.bots.acts++
	}
	if t.bots.acts > maxAnswers {
		t.bots.acts = bot.MaxActs
		t.s.cfg.Logger.Error("a turn of bots does not end; they pause", "game", t.id, "after", t.turn.S.Seq)
		return nil, false
	}
	steps, no, err := t.decide(c, ByBot, number{})
	if err == nil && no.OK() {
		return steps, true
	}
	t.s.stats.defaults.Add(1)
	t.s.cfg.Logger.Error("a bot's command was refused", "game", t.id, "seat", c.Seat, "after", t.turn.S.Seq,
		"command", inFull(c), "code", no.Code, "rule", no.Rule, "err", err)
	opts := game.Options(t.turn.R, &t.turn.S, c.Seat, nil)
	if c, ok := t.fallback(t.turn.R, &t.turn.S, c.Seat, bot.Allowed(opts, true)); ok && t.turn.S.Waiting().Has(c.Seat) {
		steps, no, err := t.decide(c, ByBot, number{})
		return steps, err == nil && no.OK()
	}
	return nil, false
}
