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
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		switch {
		case v.g.SeatOf(by) < 0:
			return v, ErrNoSeat
		case v.g.Status == game.InLobby:
			return v, ErrNotStarted
		case v.g.Status == game.Finished:
			return v, nil
		case personSeats(v.g, &v.state) != 0:
			return v, ErrNotAlone
		case t.pause(v.g) == 0:
			return v, nil
		}
		g := v.g.clone()
		g.Hurried = true
		return t.save(ctx, v, g)
	})
}
