package table

import (
	"runtime"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
)

// ponder is the thinking of a table's computer players that takes too long for the
// table's lock, and its result.
type ponder struct {
	busy    bool        // somebody thinks
	wanted  game.Seat   // whose thought the last choice lacked, or Nobody
	about   *game.State // the position of the last thought, of which it is true alone
	thinker game.Seat
	thought game.Command
	wishes  bool // there is a thought
}

// thinkers is how many computer players ponder at the same time: the other
// processors are left to people's moves.
func thinkers() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// ponder has the seat that the last choice lacked think about the committed position,
// outside the lock, and looks again when it has: should the game have moved on
// meanwhile, the thought is for nothing.
func (t *live) ponder(v *view) {
	seat := t.bots.wanted
	if seat == game.Nobody || t.bots.busy {
		return
	}
	t.bots.busy = true
	t.s.after(0, t.id, func() {
		c, ok := t.s.thinks(t, v, seat)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.bots.busy = false
		t.bots.about, t.bots.thinker, t.bots.thought, t.bots.wishes = &v.state, seat, c, ok
		if t.gone {
			return
		}
		defer t.caught("a step of bots broke", v.state.Seq, seat, t.retryBots)
		next, err := t.warm(t.s.life)
		if err != nil {
			t.wakeBots(botRetry, plan{})
			return
		}
		t.planBots(next)
	})
}

// thinks asks a bot as soon as few enough others think.
func (s *Service) thinks(t *live, v *view, seat game.Seat) (c game.Command, ok bool) {
	select {
	case s.thinkers <- struct{}{}:
	case <-s.quit:
		return game.Command{}, false
	}
	defer func() { <-s.thinkers }()
	defer t.caught("a bot broke", v.state.Seq, seat, func() { ok = false })
	opts := bot.Allowed(game.Options(v.setup.Rules, &v.state, seat, nil), false)
	c, ok = v.bot(seat).Choose(v.setup.Rules, &v.state, seat, opts)
	return c, ok && c.Seat == seat
}
