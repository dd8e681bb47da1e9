package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
)

// Check folds every stored game with one of the statuses from its log and calls
// bad for each that cannot be played on, with the reason. No clock strikes and
// no bot moves. It returns how many games are sound; the error is that of a
// store that could not be asked.
func (s *Service) Check(ctx context.Context, statuses []game.Status, bad func(*Game, error)) (sound int, err error) {
	games, err := s.store.Games(ctx, Filter{Statuses: statuses})
	if err != nil {
		return 0, err
	}
	for _, g := range games {
		if err := ctx.Err(); err != nil {
			return sound, err
		}
		if _, err := (&live{s: s, id: g.ID}).fold(ctx); err != nil {
			bad(g, err)
			continue
		}
		sound++
	}
	return sound, nil
}
