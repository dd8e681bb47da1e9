package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// ClosesAt is when the table closes without any activity until then:
// a move, a vote, or any other change by hand. Zero if the game does not run,
// or nobody but bots plays it.
func (snap *Snapshot) ClosesAt() time.Time {
	if snap.s == nil {
		return time.Time{}
	}
	return closes(snap.Meta, snap.State, snap.s.clocks(snap.Meta))
}

// closes is the same of a game by its clocks.
func closes(g *Game, st *game.State, clocks timecontrol.Clocks) time.Time {
	if st.Status != game.Playing || personSeats(g, st) == 0 {
		return time.Time{}
	}
	var pauses []timecontrol.Span
	var leaves [][]timecontrol.Leave
	seen := g.StartedAt
	if !g.Clock.Timed() {
		seen = g.UpdatedAt // nothing happens there without a player
	}
	if g.Tempo != nil {
		if g.Tempo.Seen.After(seen) {
			seen = g.Tempo.Seen
		}
		pauses = g.Tempo.Pauses
		for i := range g.Tempo.Seats {
			if l := g.Tempo.Seats[i].Leaves; len(l) > 0 {
				leaves = append(leaves, l)
			}
		}
	}
	return g.Clock.Closes(clocks.Zone, seen, pauses, leaves, clocks.Up)
}

// personSeats is the set of seats that are in the game and belong to people, there
// or not, with the free ones of a sandbox or an imported game.
func personSeats(g *Game, st *game.State) (set game.Seats) {
	for i := range g.Seats {
		if g.Seats[i].Bot == "" && st.In(game.Seat(i)) {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// resting reports whether the table waits for a player to come back: all its people
// are away, and one of them at least did not leave of their own accord. The computer
// players do not play on among themselves then.
func resting(g *Game, st *game.State) bool {
	if g.Tempo == nil {
		return false
	}
	sent := false
	for i := range g.Seats {
		if g.Seats[i].Player == "" || !st.In(game.Seat(i)) {
			continue
		}
		if !st.Players[i].Away {
			return false
		}
		sent = sent || i < len(g.Tempo.Seats) && g.Tempo.Seats[i].Sent
	}
	return sent
}

// Resting reports whether nobody is there any more and the table waits for
// somebody to come back, until it closes.
func (snap *Snapshot) Resting() bool {
	return snap.State.Status == game.Playing && resting(snap.Meta, snap.State)
}

// desertedTurns is how long computer players play on where all people have
// left: longer than most games take, and no longer.
const desertedTurns = 500

// deserted reports whether a game is over because everybody who is still in it
// has left of their own accord. The stand-ins, who buy and build nothing, would
// go round the board for ever; computer players get the time to end the game.
func deserted(g *Game, st *game.State) bool {
	if st.Status != game.Playing || g.Sandbox() || resting(g, st) {
		return false
	}
	left, computers := false, false
	for i := range g.Seats {
		switch seat := game.Seat(i); {
		case !st.In(seat):
		case g.Seats[i].Bot != "":
			computers = true
		case g.Seats[i].Player == "" || !st.Players[i].Away:
			return false
		default:
			left = true
		}
	}
	return left && (!computers || st.Turn.Number > desertedTurns)
}

// closeDeserted ends a game that all have left; the view itself if it goes on.
func (t *live) closeDeserted(ctx context.Context, v *view) (*view, error) {
	if !deserted(v.g, &v.state) {
		return v, nil
	}
	t.s.cfg.Logger.Info("a table that all have left closes", "game", t.id, "after", v.state.Seq)
	next, err := t.give(ctx, v, game.Move(game.Abandon, game.Nobody), ByClock)
	if next == nil {
		return nil, err
	}
	return next, nil
}

// closeIf ends a game of which nobody has given a sign of life for its term. Its
// log stays.
func (t *live) closeIf(ctx context.Context, v *view, clocks timecontrol.Clocks, now time.Time) (*view, error) {
	at := closes(v.g, &v.state, clocks)
	if at.IsZero() || now.Before(at) {
		return v, nil
	}
	t.s.cfg.Logger.Info("an abandoned table closes", "game", t.id, "after", v.state.Seq)
	next, err := t.give(ctx, v, game.Move(game.Abandon, game.Nobody), ByClock)
	if next == nil {
		return nil, err
	}
	return next, nil // if it was refused, which is a fault, the table stays
}

// closeOld looks for tables without clocks without activity for their term.
func (s *Service) closeOld() {
	open := timecontrol.Control{}
	s.eachOld(game.Playing, open.Term().Duration(), "close an abandoned table", func(ctx context.Context, id string) error {
		t, v, err := s.acquire(ctx, id)
		if err != nil {
			return err
		}
		defer t.mu.Unlock()
		defer t.caught("closing a table broke", v.state.Seq, game.Nobody, t.invalidate)
		_, err = t.closeIf(ctx, v, s.clocks(v.g), s.now())
		return err
	})
}
