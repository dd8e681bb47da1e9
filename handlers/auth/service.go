package auth

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/table"
)

// Tables keeps people with their tokens, and what of their tables goes with them.
type Tables interface {
	CreatePlayer(ctx context.Context, name string) (table.Player, string, error)
	DropTokens(ctx context.Context, id table.PlayerID, kind table.TokenKind) error
	Erase(ctx context.Context, who table.PlayerID, chosen map[string]table.Parting) (string, error)
	GiveToken(ctx context.Context, id table.PlayerID, name string, scope table.Scope, ends time.Time) (string, table.Token, error)
	Grant(ctx context.Context, token string) (table.Player, table.Token, error)
	Links(ctx context.Context, id table.PlayerID) ([]table.Token, error)
	List(ctx context.Context, f table.Filter) ([]*table.Game, error)
	Merge(ctx context.Context, from table.PlayerID, into table.PlayerID) error
	NewToken(ctx context.Context, id table.PlayerID) (string, error)
	PeekLink(ctx context.Context, token string) (table.Player, error)
	PlanErase(ctx context.Context, who table.PlayerID) ([]table.Parted, error)
	PlanMerge(ctx context.Context, from table.PlayerID, into table.PlayerID) (table.Merger, error)
	Player(ctx context.Context, id table.PlayerID) (table.Player, error)
	Rename(ctx context.Context, id table.PlayerID, name string) (table.Player, error)
	RevokeToken(ctx context.Context, player table.PlayerID, id string) error
	Tokens(ctx context.Context, id table.PlayerID) ([]table.Token, error)
	UseLink(ctx context.Context, token string) (table.Player, error)
}
