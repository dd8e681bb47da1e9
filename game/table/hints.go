package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/problem"
)

// ErrNoHints is returned at a table where players may not ask what a computer player would do.
var ErrNoHints = problem.New("no_hints", "this table gives no hints")

// Hints reports whether players may ask what a computer player would do: not if the
// owner has switched it off, nor where the game among people may count for their ratings
// or goes on for days.
func (g *Game) Hints() bool { return !g.NoHints && g.MayHint() }

// MayHint reports whether the owner may let players ask: one who plays against computer
// players only, or several who play with some and not by correspondence.
func (g *Game) MayHint() bool {
	people, computers := 0, 0
	for i := range g.Seats {
		switch s := &g.Seats[i]; {
		case s.Bot != "":
			computers++
		case s.Player != "":
			people++
		}
	}
	return people < 2 || computers > 0 && !g.Slow()
}

// SetHints changes whether players may ask what a computer player would do, for the
// owner of a table: ErrForbidden for anybody else, ErrNotFound if there is no such table.
func (s *Service) SetHints(ctx context.Context, id string, by account.PlayerID, hints bool) (Snapshot, error) {
	return s.arrange(ctx, id, by, func(g *Game) bool {
		changed := g.NoHints == hints
		g.NoHints = !hints
		return changed
	})
}
