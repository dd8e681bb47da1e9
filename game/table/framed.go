package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// SetFramed changes whether pages of other sites may show a table in a frame, for its
// owner: ErrForbidden for anybody else, ErrNotFound if there is no such table.
func (s *Service) SetFramed(ctx context.Context, id string, by account.PlayerID, framed bool) (Snapshot, error) {
	var snap Snapshot
	err := s.again(ctx, func() (err error) { snap, err = s.setFramedOnce(ctx, id, by, framed); return err })
	return snap, err
}

func (s *Service) setFramedOnce(ctx context.Context, id string, by account.PlayerID, framed bool) (Snapshot, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	if by == "" || v.g.Owner != by {
		return t.snapshot(v), ErrForbidden
	}
	if v.g.Framed == framed {
		return t.snapshot(v), nil
	}
	g := v.g.clone()
	g.Framed = framed
	next, err := t.save(ctx, v, g)
	if err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(next), nil
}
