package table

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
)

// Decision is an answer that a table waits for from a person.
type Decision struct {
	Seat     game.Seat
	Player   account.PlayerID // the player to decide: the holder of the seat, or their stand-in
	Asked    time.Time        // since when; at a table without clocks since the last event
	Notified time.Time        // when they were notified of it; zero: not yet
	Begins   time.Time        // when their time begins to run at the latest; zero: it never does
	Remind   time.Time        // when they are to be reminded; zero: never
	Deadline time.Time        // when the table answers for them; zero: it never does
	Default  game.Command     // its answer then; only with a deadline
	Settled  bool             // they have answered ahead by a secret standing bid: only they may learn of it
}

// Decisions lists whom the table waits for as it is, and until when. Bots are
// left out, and so is a table that pauses or is held for somebody's number. The
// answer depends on the hour, so it is made afresh.
//
// Who is asked in game.PhaseFinal is a secret of each (R-RENT-10): show others
// only what SeenBy leaves.
func (snap *Snapshot) Decisions() []Decision {
	g, st := snap.Meta, snap.State
	if g.Status != game.Playing || snap.s == nil || st.Lock.Open {
		return nil
	}
	if _, paused := g.Tempo.Paused(snap.s.now()); paused {
		return nil
	}
	var list []Decision
	for set := timed(g, st) & st.Waiting(); set != 0; set = set.Rest() {
		list = append(list, snap.decision(set.First()))
	}
	return list
}

func (snap *Snapshot) decision(seat game.Seat) Decision {
	g, s := snap.Meta, snap.s
	d := Decision{Seat: seat, Player: g.Seats[seat].Holder(), Asked: snap.moved, Settled: snap.bidders.Has(seat)}
	if g.Tempo == nil || !g.Clock.Timed() || int(seat) >= len(g.Tempo.Seats) {
		return d
	}
	c := &g.Tempo.Seats[seat].Clock
	if !c.Running() {
		return d
	}
	clocks := s.clocks(g)
	d.Asked, d.Notified = c.Asked, c.Notified
	d.Begins = clocks.Begins(seat)
	if d.Deadline = clocks.Deadline(snap.State, timed(g, snap.State), seat); d.Deadline.IsZero() {
		return d
	}
	d.Remind, _ = g.Clock.Warning(clocks.Calendar(seat), c, clocks.Up)
	if d.Remind.After(d.Deadline) {
		d.Remind = d.Deadline
	}
	d.Default, _ = snap.fallback(seat)
	return d
}

// fallback is what the table would answer for a seat now.
func (snap *Snapshot) fallback(seat game.Seat) (c game.Command, ok bool) {
	r, st := snap.Setup.Rules, snap.State
	opts := bot.Allowed(game.Options(r, st, seat, make([]game.Option, 0, 8)), true)
	defer func() {
		if recover() != nil { // the table itself logs it when it comes to that
			c, ok = simplest(r, st, seat, opts)
		}
	}()
	if c, ok = bot.Default(r, st, seat, opts); ok {
		return c, true
	}
	return simplest(r, st, seat, opts)
}

// SeenBy leaves of decisions what the holder of a seat may know, game.Nobody
// for a watcher: at the end of a game who still has to ask for rent is nobody
// else's business, unless the rules remind everybody of it.
func (snap *Snapshot) SeenBy(seat game.Seat, all []Decision) []Decision {
	if snap.State.Phase() != game.PhaseFinal || snap.Setup.Rules.RemindersOn() {
		return all
	}
	var own []Decision
	for _, d := range all {
		if d.Seat == seat {
			own = append(own, d)
		}
	}
	return own
}
