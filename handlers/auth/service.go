package auth

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// Tables is what goes with players when they merge or leave for good.
type Tables interface {
	Erase(ctx context.Context, who account.PlayerID, chosen map[string]table.Parting) (string, error)
	LeaveDevices(ctx context.Context, p account.PlayerID) error
	List(ctx context.Context, f table.Filter) ([]*table.Game, error)
	Merge(ctx context.Context, from account.PlayerID, into account.PlayerID) error
	PlanErase(ctx context.Context, who account.PlayerID) ([]table.Parted, error)
	PlanMerge(ctx context.Context, from account.PlayerID, into account.PlayerID) (table.Merger, error)
}

// Players keeps who is known to the server: names, tokens of programs, secret links.
type Players interface {
	CreatePlayer(ctx context.Context, name string) (account.Player, string, error)
	CreateVisitor(ctx context.Context, name string) (account.Player, error)
	DropTokens(ctx context.Context, id account.PlayerID, kind account.TokenKind) error
	GiveToken(ctx context.Context, id account.PlayerID, name string, scope account.Scope, ends time.Time) (string, account.Token, error)
	Grant(ctx context.Context, token string) (account.Player, account.Token, error)
	Links(ctx context.Context, id account.PlayerID) ([]account.Token, error)
	ReplaceLink(ctx context.Context, id account.PlayerID, ttl time.Duration, once bool) (string, error)
	NewToken(ctx context.Context, id account.PlayerID) (string, error)
	PeekLink(ctx context.Context, token string) (account.Player, error)
	Player(ctx context.Context, id account.PlayerID) (account.Player, error)
	Rename(ctx context.Context, id account.PlayerID, name string) (account.Player, error)
	RevokeToken(ctx context.Context, player account.PlayerID, id string) error
	Tokens(ctx context.Context, id account.PlayerID) ([]account.Token, error)
	UseLink(ctx context.Context, token string) (account.Player, error)
}
