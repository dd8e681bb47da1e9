package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// give puts one command of the table's own making to the rules and writes it.
// The view is nil if that failed, the old one if the rules refuse.
func (t *live) give(ctx context.Context, v *view, c game.Command, origin Origin) (*view, error) {
	t.open(v)
	steps, no, err := t.decide(c, origin, number{})
	if err != nil {
		return nil, err
	}
	if !no.OK() {
		t.close()
		return v, &Refused{no, c}
	}
	next, _, err := t.write(ctx, v, t.withBots(v, steps), nil)
	return next, err
}

// Start begins the game with those who sit, for the owner of the table. Fewer
// than wanted may begin if the rulebook allows it; else it is *Refused. Where
// players bring chains of their own the table opens: it begins as soon as their
// first numbers are there, or without them after a while.
func (s *Service) Start(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		v, err := t.timeUpDue(ctx, v)
		if err != nil {
			return nil, err
		}
		switch {
		case v.g.Status != game.InLobby:
			return v, v.g.begun()
		case v.g.Owner != by:
			return v, ErrForbidden
		case v.g.Opening():
			return v, nil
		case !v.ready.OK():
			return v, &Refused{v.ready, startCommand}
		}
		if v.g.Clock.Assumed && v.g.atOneDevice() { // nobody is kept waiting
			g := v.g.clone()
			g.Clock = timecontrol.Control{}
			if v, err = t.save(ctx, v, g); err != nil {
				return nil, err
			}
		}
		return t.openOrBegin(ctx, v)
	})
}

// commence starts the game now.
func (t *live) commence(ctx context.Context, v *view) (*view, error) {
	t.open(v)
	proof, err := t.prove(ctx, v)
	if err != nil {
		return nil, err
	}
	steps, no, err := t.decide(startCommand, BySystem, number{})
	if err != nil {
		return nil, err
	}
	if !no.OK() {
		return v, &Refused{no, startCommand}
	}
	steps[0].extra.Proof = proof
	next, _, err := t.write(ctx, v, t.withBots(v, steps), func(g *Game) {
		g.StartedAt = g.UpdatedAt
		if min := v.setup.Minutes; min > 0 && !g.Sandbox() {
			now := t.s.now() // by the clock, which the log may be ahead of
			if g.EndsAt = g.EndOf(now, t.s.zone(g.Clock.Hours.Zone)); g.EndsAt.IsZero() {
				g.EndsAt = now.Add(time.Duration(min) * time.Minute)
			}
		}
	})
	return next, err
}

var startCommand = game.Move(game.Start, game.Nobody)

// ready returns the error that Start would return now.
func (t *live) ready(v *view) (no game.Refusal) {
	defer t.caught("the start of a game broke", 0, game.Nobody, func() { no = game.Refusal{Code: game.BadConfig} })
	return readyAsSeated(v.g, v.setup, &v.state)
}

// readyAsSeated returns why a table cannot start with those who sit there.
func readyAsSeated(g *Game, st *setup.Setup, s *game.State) game.Refusal {
	if int(g.Banker) >= max(1, len(g.Seats)) {
		return game.Refusal{Code: game.BadConfig, Rule: game.RSetup6}
	}
	return readyToStart(st, s)
}

// readyToStart lets the rules judge a start with dice that count for nothing.
func readyToStart(st *setup.Setup, s *game.State) game.Refusal {
	turn := game.Turn{}
	turn.Begin(st.Rules, s)
	return turn.Decide(startCommand, chance.Seeded([32]byte{}))
}

// Abandon closes a table for its owner, or for the operator if by is empty: a
// running game ends without a winner, an open table is removed.
func (s *Service) Abandon(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		if by != "" { // the operator can end a table of which the clock is broken
			var err error
			if v, err = t.timeUpDue(ctx, v); err != nil {
				return nil, err
			}
		}
		switch {
		case by != "" && v.g.Owner != by:
			return v, ErrForbidden
		case v.g.Status == game.Finished:
			return v, ErrFinished
		case v.g.Status == game.InLobby:
			return v, t.remove(ctx)
		}
		return t.give(ctx, v, game.Move(game.Abandon, game.Nobody), BySystem)
	})
}
