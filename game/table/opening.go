package table

import (
	"context"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
)

// Opening is the state of a game before its first event, onto which its log
// folds: that of its scenario for a sandbox. ErrNotFound if there is no such game.
func (s *Service) Opening(ctx context.Context, id string) (game.State, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return game.State{}, err
	}
	return s.openingOf(id, v)
}

func (s *Service) openingOf(id string, v *view) (game.State, error) {
	if !v.g.Sandbox() {
		return game.NewState(v.setup.Rules, len(v.g.Seats), v.g.Banker, v.g.BankerOnly), nil
	}
	sc, err := scenario.Load(v.g.Scenario, "")
	if err != nil {
		return game.State{}, fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
	}
	_, state, _, _, err := sc.Start()
	if err != nil {
		return game.State{}, fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
	}
	return state, nil
}
