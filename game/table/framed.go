package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// SetFramed changes whether pages of other sites may show a table in a frame, for its
// owner: ErrForbidden for anybody else, ErrNotFound if there is no such table.
func (s *Service) SetFramed(ctx context.Context, id string, by account.PlayerID, framed bool) (Snapshot, error) {
	return s.arrange(ctx, id, by, func(g *Game) bool {
		changed := g.Framed != framed
		g.Framed = framed
		return changed
	})
}

// arrange changes something about a table that no rule of the game asks for, for
// its owner: ErrForbidden for anybody else. Nothing is written unless change
// reports that it changed something.
func (s *Service) arrange(ctx context.Context, id string, by account.PlayerID, change func(*Game) bool) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		if by == "" || v.g.Owner != by {
			return v, ErrForbidden
		}
		g := v.g.clone()
		if !change(g) {
			return v, nil
		}
		return t.save(ctx, v, g)
	})
}
