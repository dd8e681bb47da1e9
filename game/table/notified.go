package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// maxDrift is how far the clock on the wall may move, while nobody looks at it, before
// what is promised to players begins anew.
const maxDrift = 30 * time.Second

// upSince is since when, by the clock on the wall, this service has been there
// without a break. It notices when that clock is set or the machine slept.
func (s *Service) upSince() time.Time {
	s.watchMu.Lock()
	defer s.watchMu.Unlock()
	s.watch.Look(s.cfg.Now(), s.cfg.Steady())
	return s.watch.Up()
}

// Tell notes that a player has been shown the game as it is: from now on their
// time runs, if they have to decide. A decision not known to be seen costs no
// time until the table's notice has passed.
func (s *Service) Tell(ctx context.Context, id string, by account.PlayerID) error {
	return s.again(ctx, func() error { return s.tellOnce(ctx, id, by) })
}

func (s *Service) tellOnce(ctx context.Context, id string, by account.PlayerID) error {
	_, v, err := s.peek(ctx, id)
	if err != nil || !untold(v, by) {
		return err
	}
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if !untold(v, by) {
		return nil
	}
	next := *v
	g := v.g.clone()
	g.Tempo = g.Tempo.Clone(len(g.Seats))
	now := s.now()
	g.Tempo.Seats[g.HeldBy(by)].Tell(now)
	g.Tempo.Seen = now
	g.DueAt = s.dueOf(g, &v.state)
	next.g = g
	if err := s.store.SaveTempo(ctx, id, v.g.Stamp, g.Tempo, g.DueAt, s.lookAgain(g, &v.state, by)...); err != nil {
		return t.failed(err)
	}
	g.written()
	t.show(&next)
	return nil
}

// untold reports whether the player has to decide something that they have not seen.
func untold(v *view, by account.PlayerID) bool {
	seat := v.g.HeldBy(by)
	if seat < 0 || v.g.Tempo == nil || !v.g.Clock.Timed() || int(seat) >= len(v.g.Tempo.Seats) {
		return false
	}
	c := &v.g.Tempo.Seats[seat]
	return c.Running() && c.Told.IsZero()
}

// OnceTold is when the time of a seat's decision runs out if its player is told of it
// now, zero if it does not run.
func (snap *Snapshot) OnceTold(seat game.Seat) time.Time {
	g := snap.Meta
	if snap.s == nil || g.Tempo == nil || !g.Clock.Timed() || seat < 0 || int(seat) >= len(g.Tempo.Seats) {
		return time.Time{}
	}
	clocks := snap.s.clocks(g)
	clocks.State = g.Tempo.Clone(len(g.Seats))
	clocks.State.Seats[seat].Tell(snap.s.now())
	return clocks.Deadline(snap.State, timed(g, snap.State), seat)
}

// Times is the time of one seat as everybody at the table may see it.
type Times struct {
	Bank     timecontrol.Seconds
	Asked    time.Time           // zero: they are not waited for
	Begins   time.Time           // when their time begins to run at the latest
	Deadline time.Time           // zero: none
	Given    timecontrol.Seconds // by others, for this decision
	Missed   int
	Leaves   []timecontrol.Leave
	DaysLeft int
}

// Times is what is known of the time of each seat, by number; empty where no
// time runs. The answer depends on the hour, so it is made afresh.
func (s *Service) Times(snap *Snapshot) []Times {
	g := snap.Meta
	if g.Tempo == nil || !g.Clock.Timed() {
		return nil
	}
	clocks, people := s.clocks(g), timed(g, snap.State)
	list := make([]Times, len(g.Seats))
	for i := range g.Seats {
		if g.Seats[i].Player == "" || i >= len(g.Tempo.Seats) {
			continue
		}
		c := &g.Tempo.Seats[i]
		one := Times{Bank: c.Bank, Asked: c.Asked, Given: c.Given, Missed: int(c.Missed), Leaves: c.Leaves, DaysLeft: g.Clock.Vacation - g.Clock.DaysOff(c.Leaves)}
		one.Begins = clocks.Begins(game.Seat(i))
		one.Deadline = clocks.Deadline(snap.State, people, game.Seat(i))
		list[i] = one
	}
	return list
}

// Zone is where the table's hours are reckoned.
func (s *Service) Zone(g *Game) *time.Location { return s.zone(g.Clock.Hours.Zone) }

// Paused reports whether the table pauses now, and until when at the latest.
func (s *Service) Paused(g *Game) (until time.Time, paused bool) { return g.Tempo.Paused(s.now()) }

// Paused reports whether the table pauses now, and until when at the latest.
func (snap *Snapshot) Paused() (until time.Time, paused bool) {
	if snap.s == nil {
		return time.Time{}, false
	}
	return snap.Meta.Tempo.Paused(snap.s.now())
}

// Idle reports whether nothing has happened at the table for so long.
func (snap *Snapshot) Idle(span time.Duration) bool {
	return snap.s != nil && snap.s.now().Sub(snap.moved) >= span
}

// Present is the set of seats whose people are there: they vote, and their time runs.
func (snap *Snapshot) Present() game.Seats { return timed(snap.Meta, snap.State) }
