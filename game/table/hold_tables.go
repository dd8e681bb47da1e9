package table

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// tablesOf lists the tables at which one of the players sits or which they own,
// in the order of their ids.
func (s *Service) tablesOf(ctx context.Context, who ...account.PlayerID) ([]string, error) {
	var ids []string
	for _, p := range who {
		for _, f := range []Filter{{Player: p}, {Owner: p}} {
			games, err := s.store.Games(ctx, f)
			if err != nil {
				return nil, err
			}
			for _, g := range games {
				ids = append(ids, g.ID)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// withTables runs a change of the store that concerns every table of some
// players, while none of these tables can change, and lets them be read anew
// afterwards. Nobody else holds two tables at once, so that the order of their
// ids is enough against waiting for each other.
func (s *Service) withTables(ctx context.Context, do func() error, who ...account.PlayerID) error {
	for {
		ids, err := s.tablesOf(ctx, who...)
		if err != nil {
			return err
		}
		held := make([]*live, 0, len(ids))
		for _, id := range ids {
			held = append(held, s.hold(id))
		}
		now, err := s.tablesOf(ctx, who...)
		if err != nil || !slices.Equal(ids, now) { // a player sat down meanwhile
			s.release(held, false)
			if err != nil {
				return err
			}
			continue
		}
		err = do()
		s.release(held, true)
		return err
	}
}

// hold locks a table, warm or cold.
func (s *Service) hold(id string) *live {
	for {
		t := s.lookup(id)
		t.mu.Lock()
		if !t.gone {
			return t
		}
		t.mu.Unlock()
	}
}

// release unlocks tables. If they have changed, their watchers read them anew.
func (s *Service) release(held []*live, changed bool) {
	for _, t := range held {
		v := t.cur.Load()
		switch {
		case v == nil && !t.bots.pending():
			s.forget(t) // it was not in memory before either
		case changed && v != nil && v.g.Status == game.Finished:
			s.forget(t)
		case changed:
			t.invalidate()
		}
		t.mu.Unlock()
		if changed {
			s.games.wake(t.id)
		}
	}
}
