package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// timeDue does what is due because a player's time has run out, or a vote's:
// one thing at a time, each a commit of its own.
func (t *live) timeDue(ctx context.Context, v *view) (*view, error) {
	for range maxChain {
		now := t.s.now()
		if v.state.Status != game.Playing || v.g.Tempo == nil {
			return v, nil
		}
		next, err := t.dueOnce(ctx, v, now)
		if err != nil || next == v {
			return next, err
		}
		v = next
	}
	return v, nil
}

// dueOnce does the first thing that is due; the view itself if nothing is.
func (t *live) dueOnce(ctx context.Context, v *view, now time.Time) (*view, error) {
	people, clocks := timed(v.g, &v.state), t.s.clocks(v.g)
	if clocks.Off(now) {
		return t.mend(ctx, v, now)
	}
	if next, err := t.closeIf(ctx, v, clocks, now); err != nil || next != v {
		return next, err
	}
	for i := range v.g.Tempo.Motions {
		if m := &v.g.Tempo.Motions[i]; m.Outcome(people, now) != timecontrol.Silent {
			return t.carry(ctx, v, i, m.Outcome(people, now))
		}
	}
	if _, paused := v.g.Tempo.Paused(now); paused {
		return v, nil
	}
	answer := people &^ v.bidders
	if v.state.Auction.Open {
		if last := clocks.LastCall(&v.state, people); last.IsZero() || now.Before(last) {
			answer = 0
		}
	}
	for set := answer; set != 0; set = set.Rest() {
		seat := set.First()
		if end := clocks.Deadline(&v.state, people, seat); !end.IsZero() && !now.Before(end) {
			return t.answerFor(ctx, v, seat)
		}
	}
	return t.askAbout(ctx, v, people, now)
}

// answerFor gives the default answer of a player whose time has run out. If
// there is none, which is a fault, the decision stays open and there is no loop.
func (t *live) answerFor(ctx context.Context, v *view, seat game.Seat) (*view, error) {
	t.open(v)
	opts := bot.Allowed(game.Options(v.setup.Rules, &t.turn.S, seat, nil), true)
	c, ok := t.fallback(v.setup.Rules, &t.turn.S, seat, opts)
	if !ok {
		t.s.cfg.Logger.Error("nothing answers for a player whose time ran out", "game", t.id, "seat", seat, "after", v.state.Seq, "phase", v.state.Phase())
		return v, nil
	}
	steps, no, err := t.decide(c, ByClock, number{})
	if err != nil {
		return nil, err
	}
	if !no.OK() {
		t.s.cfg.Logger.Error("a default answer was refused", "game", t.id, "command", inFull(c), "code", no.Code, "rule", no.Rule)
		return v, nil
	}
	for i := range steps {
		steps[i].lapse = true
	}
	t.s.stats.lapsed.Add(1)
	next, _, err := t.write(ctx, v, t.withBots(v, steps), nil)
	return next, err
}

// askAbout starts a vote of the others on an absent player, or at a live table
// lets a computer player move for them until they are back.
func (t *live) askAbout(ctx context.Context, v *view, people game.Seats, now time.Time) (*view, error) {
	misses, put := v.g.Clock.Patience()
	for set := people; set != 0; set = set.Rest() {
		seat := set.First()
		if v.g.Tempo.Seats[seat].Missed < misses || slices.ContainsFunc(v.g.Tempo.Motions, func(m timecontrol.Motion) bool { return m.About == seat }) {
			continue
		}
		g := v.g.cloneTimed()
		m := t.absence(v, seat, now)
		if !put && !m.Harsh {
			g.Tempo.Decide(&m, timecontrol.Substitute, now)
			return t.carryAbsence(ctx, v, g, &m, timecontrol.Substitute)
		}
		g.Tempo.Motions = append(g.Tempo.Motions, m)
		return t.saveTempo(ctx, v, g)
	}
	return v, nil
}

// absence is the question to the others how to go on without a seat.
func (t *live) absence(v *view, seat game.Seat, now time.Time) timecontrol.Motion {
	return timecontrol.Motion{
		What: timecontrol.Absent, By: game.Nobody, About: seat, At: now, Ends: t.s.clocks(v.g).VoteEnds(now), Harsh: v.setup.Rules.LeavingRuins(),
	}
}

// carry carries out what a motion has come to.
func (t *live) carry(ctx context.Context, v *view, i int, result timecontrol.Voice) (*view, error) {
	now := t.s.now()
	g := v.g.cloneTimed()
	m := g.Tempo.Motions[i]
	gone, err := t.s.isGone(ctx, &m)
	if err != nil {
		return nil, err
	}
	if gone || obsolete(g, &v.state, 0, now)(m) {
		result = timecontrol.Dropped
	}
	g.Tempo.Motions = slices.Delete(g.Tempo.Motions, i, i+1)
	g.Tempo.Decide(&m, result, now)
	switch {
	case m.What == timecontrol.Absent:
		return t.carryAbsence(ctx, v, g, &m, result)
	case m.What == timecontrol.StandIn && result == timecontrol.Yes:
		return t.seatSub(ctx, v, g, &m)
	case result == timecontrol.Yes:
		g.Tempo.Adopt(&g.Clock, &m, now)
	}
	return t.saveTempo(ctx, v, g)
}

// isGone reports whether the person who would stand in by a motion is no player any more:
// they were deleted, or merged with another one.
func (s *Service) isGone(ctx context.Context, m *timecontrol.Motion) (bool, error) {
	if m.What != timecontrol.StandIn {
		return false, nil
	}
	_, err := s.store.Player(ctx, account.PlayerID(m.Who))
	if errors.Is(err, storage.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// carryAbsence carries out the result of a vote on an absent player.
func (t *live) carryAbsence(ctx context.Context, v *view, g *Game, m *timecontrol.Motion, result timecontrol.Voice) (*view, error) {
	// At a table where leaving means bankruptcy, only a vote for that lets it happen.
	leave := result == timecontrol.Substitute && !m.Harsh || result == timecontrol.Bankrupt && m.Harsh
	g.Tempo.Seats[m.About].Missed = 0
	g.Tempo.Seats[m.About].Sent = leave
	v, err := t.saveTempo(ctx, v, g)
	if err != nil || !leave {
		return v, err
	}
	next, err := t.give(ctx, v, game.Move(game.Resign, m.About), BySystem)
	if next == nil {
		return v, err
	}
	return next, nil // refused by the rules: they stay
}

// saveTempo commits a change of the times, and starts the clocks of decisions
// that are open if the table had none so far.
func (t *live) saveTempo(ctx context.Context, v *view, g *Game, news ...notice.Notice) (*view, error) {
	t.s.keepTime(g, &v.state, &v.state, nil, t.s.now(), nil)
	g.DueAt = t.s.dueOf(g, &v.state)
	return t.save(ctx, v, g, news...)
}

// mend puts the times of the table right after the server's clock was set, or it was away.
func (t *live) mend(ctx context.Context, v *view, now time.Time) (*view, error) {
	g := v.g.cloneTimed()
	t.s.clocks(g).Mend(now)
	return t.saveTempo(ctx, v, g)
}
