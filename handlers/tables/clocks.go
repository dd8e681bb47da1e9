package tables

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// timing is what a page may tell of the clocks of a table to the holder of a
// seat, or to a watcher; me is who looks.
func (s *Handler) timing(snap *table.Snapshot, seat game.Seat, me account.PlayerID) *tablepage.Timing {
	g := snap.Meta
	t := &tablepage.Timing{Pace: g.Clock, Zone: s.Tables.Zone(g), Now: s.Now()}
	if g.Status != game.Playing {
		return t
	}
	for _, d := range snap.SeenBy(seat, snap.Decisions()) {
		t.Asked = append(t.Asked, tablepage.Asked{
			Seat: d.Seat, Since: d.Asked, Notified: !d.Notified.IsZero(), Until: d.Deadline, Remind: d.Remind, Default: d.Default.Kind,
		})
	}
	t.Until, t.Paused = snap.Paused()
	if n, ok := snap.Next(); ok {
		t.Next = &tablepage.NextStep{What: string(n.What), At: n.At, Seat: n.Seat}
	}
	t.Closes, t.Resting = snap.ClosesAt(), snap.Resting()
	times, held := s.Tables.Times(snap), g.HeldBy(me)
	for i := range snap.Seats {
		one := tablepage.SeatTiming{Callable: snap.Callable(held, game.Seat(i)), Vacant: snap.Vacant(game.Seat(i))}
		one.Nudgeable, one.Patience = snap.Nudgeable(held, game.Seat(i)), tablepage.Patience(snap.Patience(game.Seat(i)))
		if i < len(times) {
			x := &times[i]
			one.Bank, one.Given, one.Missed, one.Leaves, one.DaysLeft = x.Bank, x.Given, x.Missed, x.Leaves, x.DaysLeft
			one.OffUntil = timecontrol.OffUntil(x.Leaves, t.Now, t.Zone)
		}
		t.Seats = append(t.Seats, one)
	}
	if g.Tempo != nil {
		addVotes(t, snap, held)
	}
	return t
}

func addVotes(t *tablepage.Timing, snap *table.Snapshot, seat game.Seat) {
	g, present := snap.Meta, snap.Present()
	for i := range g.Tempo.Motions {
		m := &g.Tempo.Motions[i]
		v := tablepage.Vote{Motion: *m, Missing: m.Missing(present)}
		if seat >= 0 && present.Has(seat) && seat != m.About {
			v.Choices = choicesOf(m)
		}
		t.Votes = append(t.Votes, v)
	}
	for _, d := range g.Tempo.Decided {
		t.Decided = append(t.Decided, tablepage.Verdict{Motion: d.Motion, Result: d.Result, Over: d.Over})
	}
}
