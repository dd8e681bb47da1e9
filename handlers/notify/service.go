package notify

import (
	"context"

	"github.com/bankhalter/bankhalter/game/table"
)

// Tables finds the tables that notices are about.
type Tables interface {
	List(ctx context.Context, f table.Filter) ([]*table.Game, error)
	Snapshot(ctx context.Context, id string) (table.Snapshot, error)
}
