package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
)

// BreakLuck makes the rules break at the next throw of a table.
func (s *Service) BreakLuck(id string) (mend func()) {
	t, _, err := s.acquire(context.Background(), id)
	if err != nil {
		panic(err)
	}
	defer t.mu.Unlock()
	rules := t.turn.R
	t.luck = &scripted{Luck: broken{}}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.luck, t.turn.R = nil, rules
		t.cool()
	}
}

type broken struct{ game.Luck }

func (broken) Roll(game.Seat, game.Cause, *[6]uint8) [3]uint8 { panic("the dice are broken") }

// Simplest is the last resort of a bot.
func Simplest(r *game.Ruleset, s *game.State, seat game.Seat) (game.Command, bool) {
	return simplest(r, s, seat, game.Options(r, s, seat, nil))
}
