package table

import (
	"context"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Errors of what people agree upon.
var (
	ErrPaused   = problem.New("paused", "the table pauses")
	ErrMotion   = problem.New("voting", "this is being voted on already")
	ErrNoMotion = problem.New("unknown_vote", "there is no such vote")
	ErrNoPause  = problem.New("not_paused", "the table does not pause")
	ErrNoOrder  = problem.New("unknown_order", "there is no such order")
	ErrPresent  = problem.New("too_soon", "nobody can call this absence yet")
	ErrNoGift   = problem.New("no_gift", "no time can be given to this seat")
)

// tempoOf lets a person who sits at a running table change its times.
func (s *Service) tempoOf(ctx context.Context, id string, by account.PlayerID, change func(v *view, g *Game, seat game.Seat, now time.Time) error) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		v, err := t.timeUpDue(ctx, v)
		if err != nil {
			return nil, err
		}
		seat := v.g.HeldBy(by)
		switch {
		case seat == game.Nobody:
			return v, ErrNoSeat
		case v.g.Status != game.Playing:
			return v, v.g.notPlaying()
		case v.state.In(seat) && v.state.Players[seat].Away:
			return v, ErrLeft
		case !timed(v.g, &v.state).Has(seat):
			return v, ErrOut
		}
		g := v.g.cloneTimed()
		g.Tempo.Seen = s.now()
		if err := change(v, g, seat, g.Tempo.Seen); err != nil {
			return v, err
		}
		g.Tempo.Here(seat, g.Tempo.Seen)
		next, err := t.saveTempo(ctx, v, g)
		if err == nil {
			next, err = t.timeDue(ctx, next)
		}
		if err == nil {
			next, err = t.catchUp(ctx, next)
		}
		if err != nil {
			return nil, err
		}
		return next, nil
	})
}

// Move puts something to the vote for a player: another pace, a pause until a
// time, or the end of a pause. Their own vote is in favour. At a table without
// clocks it may also be what to do about a player for whom it has waited for a
// day. ErrMotion if that is being voted on, *invalid.Error, ErrNoPause, ErrPresent.
func (s *Service) Move(ctx context.Context, id string, by account.PlayerID, m timecontrol.Motion) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(v *view, g *Game, seat game.Seat, now time.Time) error {
		about := game.Nobody
		if m.What == timecontrol.Absent {
			about = m.About
		}
		if g.voted(m.What, about) {
			return ErrMotion
		}
		_, paused := g.Tempo.Paused(now)
		switch m.What {
		case timecontrol.NewControl:
			if m.Pace == nil {
				return &invalid.Error{Field: "pace", Why: "missing"}
			}
			if err := m.Pace.Check(); err != nil {
				return &invalid.Error{Field: "pace", Why: "range", Err: err}
			}
		case timecontrol.Halt:
			if paused {
				return ErrPaused
			}
			if !m.Until.After(now) || m.Until.After(now.Add(timecontrol.MaxPause)) {
				return &invalid.Error{Field: "until", Why: "range"}
			}
		case timecontrol.GoOn:
			if !paused {
				return ErrNoPause
			}
		case timecontrol.Absent:
			if err := callable(g, &v.state, seat, about, v.moved(), now); err != nil {
				return err
			}
		default:
			return &invalid.Error{Field: "what", Why: "unknown"}
		}
		put := timecontrol.Motion{What: m.What, By: seat, About: about, Pace: m.Pace, Until: m.Until, At: now, Ends: s.clocks(g).VoteEnds(now), Harsh: m.What == timecontrol.Absent && v.setup.Rules.LeavingRuins()}
		if m.What == timecontrol.Halt && m.Until.Before(put.Ends) {
			put.Ends = m.Until // there is nothing left to vote on then
		}
		put.Vote(seat, timecontrol.Yes) // which is no answer to the question of an absence
		g.Tempo.Motions = append(g.Tempo.Motions, put)
		return nil
	})
}

// callAfter is for how long a table without clocks has to wait for a player
// before the others can vote on their absence.
const callAfter = 24 * time.Hour

// callable reports whether a player may call a vote on the absence of a seat.
// Where time runs that happens by itself.
func callable(g *Game, st *game.State, by, about game.Seat, moved, now time.Time) error {
	switch {
	case about < 0 || int(about) >= len(g.Seats) || about == by || !timed(g, st).Has(about):
		return &invalid.Error{Field: "about", Why: "unknown"}
	case g.Clock.Timed() || !st.Waiting().Has(about) || now.Before(moved.Add(callAfter)) || !thinking(g, st, about, now).IsZero():
		return ErrPresent
	}
	return nil
}

// voted reports whether the same subject is being voted on.
func (g *Game) voted(what timecontrol.What, about game.Seat) bool {
	return g.Tempo != nil && slices.ContainsFunc(g.Tempo.Motions, func(m timecontrol.Motion) bool { return m.What == what && m.About == about })
}

// Callable reports whether the player on a seat may put the absence of another one
// to the vote now, and it is not being voted on.
func (snap *Snapshot) Callable(by, about game.Seat) bool {
	return snap.s != nil && by >= 0 && !snap.Meta.voted(timecontrol.Absent, about) && callable(snap.Meta, snap.State, by, about, snap.moved, snap.s.now()) == nil
}

// Keep is a sign of life and nothing else: the table stays open.
func (s *Service) Keep(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(*view, *Game, game.Seat, time.Time) error { return nil })
}

// Give gives another player the time of one more decision for the one that they are
// asked. ErrNoGift if no clock of theirs runs or they were given it three times.
func (s *Service) Give(ctx context.Context, id string, by account.PlayerID, to game.Seat) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(v *view, g *Game, seat game.Seat, _ time.Time) error {
		if to < 0 || int(to) >= len(g.Tempo.Seats) || to == seat || !timed(g, &v.state).Has(to) || !g.Clock.Give(&g.Tempo.Seats[to].Clock) {
			return ErrNoGift
		}
		return nil
	})
}

// Vote counts a player's voice. A motion is named by its subject and the seat it is
// about, which may be left out if that is nobody's absence. ErrNoMotion, *invalid.Error.
func (s *Service) Vote(ctx context.Context, id string, by account.PlayerID, what timecontrol.What, about game.Seat, v timecontrol.Voice) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(_ *view, g *Game, seat game.Seat, _ time.Time) error {
		i := slices.IndexFunc(g.Tempo.Motions, func(m timecontrol.Motion) bool {
			switch what {
			case timecontrol.Absent:
				return m.What == what && m.About == about
			case timecontrol.StandIn:
				return m.What == what && (m.About == about || about == game.Nobody)
			default:
				return m.What == what
			}
		})
		if i < 0 {
			return ErrNoMotion
		}
		if !g.Tempo.Motions[i].Vote(seat, v) {
			return &invalid.Error{Field: "vote", Why: "unknown"}
		}
		return nil
	})
}

// TakeLeave takes days off for a player. The errors are those of package timecontrol,
// in an *invalid.Error.
func (s *Service) TakeLeave(ctx context.Context, id string, by account.PlayerID, from, to timecontrol.Day) (Snapshot, error) {
	return s.leave(ctx, id, by, func(g *Game, old []timecontrol.Leave, now time.Time) ([]timecontrol.Leave, error) {
		return g.Clock.TakeLeave(old, from, to, now)
	})
}

// EndLeave gives back the rest of a player's days off that begin on a day.
func (s *Service) EndLeave(ctx context.Context, id string, by account.PlayerID, from timecontrol.Day) (Snapshot, error) {
	return s.leave(ctx, id, by, func(g *Game, old []timecontrol.Leave, now time.Time) ([]timecontrol.Leave, error) {
		return g.Clock.EndLeave(old, from, now)
	})
}

func (s *Service) leave(ctx context.Context, id string, by account.PlayerID, change func(*Game, []timecontrol.Leave, time.Time) ([]timecontrol.Leave, error)) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(_ *view, g *Game, seat game.Seat, now time.Time) error {
		leaves, err := change(g, g.Tempo.Seats[seat].Leaves, now)
		if err != nil {
			return &invalid.Error{Field: "days", Why: "range", Err: err}
		}
		g.Tempo.Seats[seat].Leaves = leaves
		return nil
	})
}

// Wanted reports whether a proposal, or a request to take something back, waits for
// a seat's answer, or a vote of the table for its voice. What the game itself asks is in Decisions.
func (snap *Snapshot) Wanted(seat game.Seat) (offer, vote bool) {
	if seat < 0 || snap.State.Status != game.Playing || int(seat) >= len(snap.Seats) {
		return false, false
	}
	return latestTrade(snap.State, seat) > 0 || snap.State.Last.Ask.Has(seat), len(snap.OpenVotes(seat)) > 0
}

// OpenVotes lists the votes of the table that wait for a seat's voice.
func (snap *Snapshot) OpenVotes(seat game.Seat) (list []timecontrol.Motion) {
	if snap.Meta.Tempo == nil || !snap.Present().Has(seat) {
		return nil
	}
	for _, m := range snap.Meta.Tempo.Motions {
		if m.Missing(snap.Present()).Has(seat) {
			list = append(list, m)
		}
	}
	return list
}
