package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Errors of nudges, and of saying that one is thinking.
var (
	ErrNoNudge    = problem.New("no_nudge", "this seat cannot be nudged")
	ErrNudgeEarly = problem.New("nudge_early", "it is too early to nudge this seat")
	ErrNudged     = problem.New("nudged", "this seat has been nudged about its decision")
	ErrThinking   = problem.New("thinking", "the player says that they are thinking")
	ErrOff        = problem.New("day_off", "the player has taken days off")
	ErrNotAsked   = problem.New("not_asked", "the table does not wait for this player")
)

// Nudge reminds another player, on their channels, that the table waits for them: once
// for each decision, and not before they have had some time for it. ErrNoNudge,
// ErrNudgeEarly, ErrNudged, ErrThinking, ErrOff, ErrPaused.
func (s *Service) Nudge(ctx context.Context, id string, by account.PlayerID, about game.Seat) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(v *view, g *Game, seat game.Seat, now time.Time) error {
		if about == seat {
			return ErrNoNudge
		}
		if err := s.nudgeable(g, &v.state, about, v.moved(), now); err != nil {
			return err
		}
		if !g.Tempo.Seats[about].Nudge(timecontrol.DecisionID(&v.state, about), now) {
			return ErrNudged
		}
		return nil
	})
}

// nudgeable reports why a seat cannot be nudged now, nil if it can.
func (s *Service) nudgeable(g *Game, st *game.State, about game.Seat, moved, now time.Time) error {
	// Who is asked in the final phase is a secret of each.
	if about < 0 || int(about) >= len(g.Seats) || !timed(g, st).Has(about) || !st.Waiting().Has(about) || st.Phase() == game.PhaseFinal || st.Lock.Open {
		return ErrNoNudge
	}
	if _, paused := g.Tempo.Paused(now); paused {
		return ErrPaused
	}
	asked := moved
	if g.Tempo != nil && int(about) < len(g.Tempo.Seats) {
		one := &g.Tempo.Seats[about]
		if g.Clock.Timed() && one.Running() {
			asked = one.Asked
		}
		switch decision := timecontrol.DecisionID(st, about); {
		case !one.NudgedAbout(decision).IsZero():
			return ErrNudged
		case !one.Thinking(decision, now).IsZero():
			return ErrThinking
		}
		for _, l := range one.Leaves {
			if d := timecontrol.DayOf(now, s.zone(g.Clock.Hours.Zone)); l.From <= d && d <= l.To {
				return ErrOff
			}
		}
	}
	at, ok := g.Clock.NudgeAfter(s.clocks(g).Calendar(about), asked)
	if !ok || now.Before(at) {
		return ErrNudgeEarly
	}
	return nil
}

// Nudgeable reports whether the player on a seat may nudge another one now.
func (snap *Snapshot) Nudgeable(by, about game.Seat) bool {
	return snap.s != nil && by >= 0 && by != about && timed(snap.Meta, snap.State).Has(by) &&
		snap.s.nudgeable(snap.Meta, snap.State, about, snap.moved, snap.s.now()) == nil
}

// Think tells the others that a player is there and thinking about the decision for
// which the table waits: for a while nobody nudges them or calls them absent. It gives
// no time, and the clock runs on. ErrNotAsked.
func (s *Service) Think(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	return s.tempoOf(ctx, id, by, func(v *view, g *Game, seat game.Seat, now time.Time) error {
		if !isAsked(&v.state, seat) || v.state.Phase() == game.PhaseFinal {
			return ErrNotAsked
		}
		g.Tempo.Seats[seat].Think(timecontrol.DecisionID(&v.state, seat), now.Add(g.Clock.ThinksFor()))
		return nil
	})
}

// thinking is until when a seat is known to be thinking, zero if it is not.
func thinking(g *Game, st *game.State, seat game.Seat, now time.Time) time.Time {
	if g.Tempo == nil || seat < 0 || int(seat) >= len(g.Tempo.Seats) {
		return time.Time{}
	}
	return g.Tempo.Seats[seat].Thinking(timecontrol.DecisionID(st, seat), now)
}

// Patience is what has been said about the decision of a seat.
type Patience struct {
	Nudged   time.Time // when another player nudged them, zero if nobody did
	Thinking time.Time // until when they are known to be thinking, zero if they are not
}

// Patience is what has been said about the decision for which the table waits.
func (snap *Snapshot) Patience(seat game.Seat) (p Patience) {
	g := snap.Meta
	if snap.s == nil || g.Tempo == nil || seat < 0 || int(seat) >= len(g.Tempo.Seats) || snap.State.Phase() == game.PhaseFinal {
		return p
	}
	p.Nudged = g.Tempo.Seats[seat].NudgedAbout(timecontrol.DecisionID(snap.State, seat))
	p.Thinking = thinking(g, snap.State, seat, snap.s.now())
	return p
}

// nudges lists the notices for players who have just been nudged.
func (s *Service) nudges(before, after *Game, st *game.State) (list []notice.Notice) {
	for i := range after.Tempo.Seats {
		at := after.Tempo.Seats[i].NudgedAbout(timecontrol.DecisionID(st, game.Seat(i)))
		if at.IsZero() || i >= len(after.Seats) || before.Tempo != nil && i < len(before.Tempo.Seats) && before.Tempo.Seats[i].NudgedAt.Equal(at) {
			continue
		}
		if p := after.recipient(game.Seat(i)); p != "" && s.cfg.Heeds(p) {
			list = append(list, notice.Notice{Player: string(p), Game: after.ID, Kind: notice.Nudge, Since: at, DueAt: at})
		}
	}
	return list
}
