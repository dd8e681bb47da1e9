package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// MarkNotified notes that a player has been shown the game as it is, or was sent a message
// about it: from now on their time runs, if they have to decide. A decision of which they
// are not known to have been notified costs no time until the table's notice has passed.
func (s *Service) MarkNotified(ctx context.Context, id string, by account.PlayerID) error {
	return s.again(ctx, func() error { return s.markNotified(ctx, id, by) })
}

func (s *Service) markNotified(ctx context.Context, id string, by account.PlayerID) error {
	_, v, err := s.peek(ctx, id)
	if err != nil || !unnotified(v, by) {
		return err
	}
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if !unnotified(v, by) {
		return nil
	}
	next := *v
	g := v.g.cloneTimed()
	now := s.now()
	g.Tempo.Seats[g.HeldBy(by)].MarkNotified(now)
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

// unnotified reports whether the player has to decide something of which they have not
// been notified.
func unnotified(v *view, by account.PlayerID) bool {
	seat := v.g.HeldBy(by)
	if seat < 0 || v.g.Tempo == nil || !v.g.Clock.Timed() || int(seat) >= len(v.g.Tempo.Seats) {
		return false
	}
	c := &v.g.Tempo.Seats[seat]
	return c.Running() && c.Notified.IsZero()
}
