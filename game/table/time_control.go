package table

import (
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// timed is the set of seats whose time the table keeps: people who are there.
func timed(g *Game, s *game.State) game.Seats {
	var set game.Seats
	for i, seat := range g.Seats {
		if seat.Player != "" && s.In(game.Seat(i)) && !s.Players[i].Away {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// clocks are the clocks of a table as they are now.
func (s *Service) clocks(g *Game) timecontrol.Clocks {
	return timecontrol.Clocks{Control: &g.Clock, State: g.Tempo, Zone: s.zone(g.Clock.Hours.Zone), Up: s.upSince()}
}

// zone remembers the time zones that are in use; reading one takes a while. A
// zone was checked when the pace was agreed upon.
func (s *Service) zone(name string) *time.Location {
	if loc, ok := s.zones.Load(name); ok {
		return loc.(*time.Location)
	}
	h := timecontrol.Hours{Zone: name}
	loc, err := h.Location()
	if err != nil {
		s.cfg.Logger.Error("a time zone is gone; its tables run on UTC", "zone", name)
		loc = time.UTC
	}
	s.zones.Store(name, loc)
	return loc
}

// keepTime stops and starts the clocks after steps that led from one state to
// another. g holds what was before and gets what is now. ahead is
// when seats answered that had done so before.
func (s *Service) keepTime(g *Game, before, after *game.State, steps []step, at time.Time, ahead []time.Time) {
	who := actors(steps)
	if !g.Clock.Timed() {
		if g.Tempo != nil && slices.ContainsFunc(g.Tempo.Motions, obsolete(g, after, who.People, at)) {
			g.Tempo = g.Tempo.Clone(len(g.Seats))
			g.Tempo.Drop(obsolete(g, after, who.People, at), at)
			g.DueAt = s.dueOf(g, after)
		}
		return
	}
	old := 0
	if g.Tempo != nil {
		old = len(g.Tempo.Seats)
	}
	g.Tempo = g.Tempo.Clone(len(g.Seats))
	g.Tempo.Drop(obsolete(g, after, who.People, at), at)
	for i := old; i < len(g.Seats); i++ {
		g.Tempo.Seats[i].Clock = g.Clock.Fresh()
	}
	s.clocks(g).Keep(after, timed(g, after), who, before.Turn.Number, at, ahead)
	g.DueAt = s.dueOf(g, after)
}

// obsolete returns what reports whether the reason of a motion is gone: those whom
// it is about have done something themselves, have left or are out of the game,
// somebody plays for them already, or the pause that it would end is over.
func obsolete(g *Game, st *game.State, people game.Seats, at time.Time) func(timecontrol.Motion) bool {
	return func(m timecontrol.Motion) bool {
		switch m.What {
		case timecontrol.Absent:
			return people.Has(m.About) || !timed(g, st).Has(m.About)
		case timecontrol.StandIn:
			return !g.vacant(st, m.About) || g.SeatOf(account.PlayerID(m.Who)) >= 0
		case timecontrol.GoOn:
			_, paused := g.Tempo.Paused(at)
			return !paused
		default:
			return false
		}
	}
}

func actors(steps []step) timecontrol.Acting {
	a := timecontrol.Acting{Shown: game.Nobody}
	for i := range steps {
		st := &steps[i]
		switch {
		case st.cmd.Seat < 0:
		case st.lapse:
			a.Ran = a.Ran.With(st.cmd.Seat)
		case st.origin == ByPerson:
			a.People, a.Shown = a.People.With(st.cmd.Seat), st.cmd.Seat
		}
	}
	return a
}

// dueOf is when the table goes on by itself because of the time of its people, because
// a vote is decided, or because everybody has abandoned it.
func (s *Service) dueOf(g *Game, st *game.State) time.Time {
	if g.Tempo == nil || st.Status != game.Playing {
		return time.Time{}
	}
	people, now := timed(g, st), s.cfg.Now()
	for i := range g.Tempo.Motions {
		if g.Tempo.Motions[i].Outcome(people, now) != timecontrol.Silent {
			return now // those whose voices were missing have left
		}
	}
	clocks := s.clocks(g)
	due, end := clocks.Due(st, people, now), closes(g, st, clocks)
	if due.IsZero() || !end.IsZero() && end.Before(due) {
		return end
	}
	return due
}

// DeadlineIfNotified is when the time of a seat's decision runs out if its player is
// notified of it now, zero if it does not run.
func (snap *Snapshot) DeadlineIfNotified(seat game.Seat) time.Time {
	g := snap.Meta
	if snap.s == nil || g.Tempo == nil || !g.Clock.Timed() || seat < 0 || int(seat) >= len(g.Tempo.Seats) {
		return time.Time{}
	}
	clocks := snap.s.clocks(g)
	clocks.State = g.Tempo.Clone(len(g.Seats))
	clocks.State.Seats[seat].MarkNotified(snap.s.now())
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
