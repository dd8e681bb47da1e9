package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Retention is how long finished and idle games are kept. Zero is for ever.
type Retention struct {
	Finished time.Duration                              // games, since their end
	Export   func(ctx context.Context, id string) error // called with each game before it is deleted; nil: no export
	DryRun   bool                                       // only count
}

// pruneBatch is how many games are looked up at once.
const pruneBatch = 200

// Prune removes games that ended too long ago, after Export has kept them. What
// cannot be exported stays. It returns how many went, or would go, and the first
// thing that went wrong.
func (s *Service) Prune(ctx context.Context, r Retention) (n int, err error) {
	if r.Finished <= 0 {
		return 0, nil
	}
	limit := s.now().Add(-r.Finished)
	var spot *Spot
	for {
		games, e := s.store.Games(ctx, Filter{Statuses: []game.Status{game.Finished}, Before: limit, Older: spot, Limit: pruneBatch})
		if e != nil {
			return n, e
		}
		for _, g := range games {
			if g.EndedAt.IsZero() || !g.EndedAt.Before(limit) {
				continue
			}
			if !r.DryRun {
				if e := s.pruneOne(ctx, g.ID, r.Export); e != nil {
					s.cfg.Logger.Error("an old game could not be cleared away and stays", "game", g.ID, "err", e)
					if err == nil {
						err = fmt.Errorf("game %s: %w", g.ID, e)
					}
					continue
				}
			}
			n++
		}
		if len(games) == 0 || ctx.Err() != nil { // fewer than asked for may mean that some cannot be read
			return n, errors.Join(err, ctx.Err())
		}
		last := games[len(games)-1]
		spot = &Spot{At: last.UpdatedAt, ID: last.ID}
	}
}

// pruneOne keeps a game outside and removes it.
func (s *Service) pruneOne(ctx context.Context, id string, keep func(context.Context, string) error) error {
	if keep != nil {
		if err := keep(ctx, id); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	t, v, err := s.acquire(ctx, id)
	if errors.Is(err, ErrSealed) {
		return s.store.DeleteGame(ctx, id)
	}
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if v.g.Status != game.Finished {
		return nil
	}
	return t.remove(ctx)
}
