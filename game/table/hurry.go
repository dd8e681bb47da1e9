package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// Hurry lets the computer players of a table play on without pauses, for a player
// who is out and does not want to watch. ErrNotAlone while people are still in the
// game, whose time this would be.
func (s *Service) Hurry(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	return again(ctx, s, func() (Snapshot, error) { return s.hurryOnce(ctx, id, by) })
}

func (s *Service) hurryOnce(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	switch {
	case v.g.SeatOf(by) < 0:
		return t.snapshot(v), ErrNoSeat
	case v.g.Status == game.InLobby:
		return t.snapshot(v), ErrNotStarted
	case v.g.Status == game.Finished:
		return t.snapshot(v), nil
	case personSeats(v.g, &v.state) != 0:
		return t.snapshot(v), ErrNotAlone
	case t.pause(v.g) == 0:
		return t.snapshot(v), nil
	}
	g := v.g.clone()
	g.Hurried = true
	if v, err = t.save(ctx, v, g); err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(v), nil
}
