package table

import (
	"context"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Shared says that two players cannot become one because both sit at the same
// tables, which are not over.
type Shared struct {
	Games []*Game
}

// Error counts the tables.
func (e *Shared) Error() string {
	return fmt.Sprintf("both players sit at %d tables that are not over", len(e.Games))
}

// Problem says that tables are in the way.
func (e *Shared) Problem() problem.Problem { return problem.Problem{Code: "shared_tables"} }

// Merger is what Merge would do.
type Merger struct {
	Games  []*Game // at which the one who goes sits; they become the other's
	Double []*Game // of these the finished ones at which both sat: there the seat keeps its name and is nobody's
	Shared []*Game // at which both sit and which are not over: they are in the way
}

// PlanMerge looks what Merge would do.
func (s *Service) PlanMerge(ctx context.Context, from, into account.PlayerID) (Merger, error) {
	var m Merger
	games, err := s.store.Games(ctx, Filter{Player: from})
	if err != nil {
		return m, err
	}
	for _, g := range games {
		switch {
		case g.SeatOf(into) == game.Nobody:
			m.Games = append(m.Games, g)
		case g.Status == game.Finished:
			m.Double = append(m.Double, g)
		default:
			m.Shared = append(m.Shared, g)
		}
	}
	return m, nil
}

// Merge makes one player of two: seats, tables, boards and visits of the first
// become those of the second, and the first and its ways of signing in are deleted.
// Names at tables stay. *Shared if both sit at a table that is not over.
func (s *Service) Merge(ctx context.Context, from, into account.PlayerID) error {
	if from == into {
		return storage.ErrConflict
	}
	defer s.talk.Forget()
	return s.withTables(ctx, func() error {
		plan, err := s.PlanMerge(ctx, from, into)
		if err != nil {
			return err
		}
		if len(plan.Shared) > 0 {
			return &Shared{plan.Shared}
		}
		return s.store.MergePlayer(context.WithoutCancel(ctx), from, into)
	}, from, into)
}
