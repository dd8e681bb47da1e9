package admin

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
)

// Tables lets the operator look at tables and end them.
type Tables interface {
	Abandon(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Counts(ctx context.Context) (table.Counts, error)
	Faulty(ctx context.Context, limit int) (games []*table.Game, more bool, err error)
	Look(ctx context.Context, games []*table.Game, bad func(*table.Game, error)) (sound int, err error)
	Seal(ctx context.Context, id string) error
}

// Talk lists reported messages and removes them.
type Talk interface {
	OpenReports(ctx context.Context) (int, error)
	RemoveMessage(ctx context.Context, id string, n uint64, by talk.Remover) error
	Reports(ctx context.Context, f talk.ReportFilter) ([]talk.Report, error)
	SettleReport(ctx context.Context, id string, note string) error
}
