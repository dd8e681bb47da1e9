package lobby

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
)

// Tables lists and opens tables, and tells what they want of somebody.
type Tables interface {
	Abandon(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	Anchor(ctx context.Context, id string, by account.PlayerID, anchor fair.Hash) (table.Snapshot, error)
	CheckNew(ctx context.Context, n table.NewGame) error
	Create(ctx context.Context, by account.PlayerID, n table.NewGame) (table.Snapshot, error)
	Day(ctx context.Context, p account.PlayerID) (table.Day, error)
	Follow(p account.PlayerID) *table.Feed
	List(ctx context.Context, f table.Filter) ([]*table.Game, error)
	Mine(ctx context.Context, p account.PlayerID, limit int) ([]*table.Game, error)
	Orders(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, orders.Book, error)
	PlaceOf(ctx context.Context, id string, p account.PlayerID) (table.Place, error)
	Places(ctx context.Context, p account.PlayerID, since time.Time, limit int) ([]table.Place, error)
	Start(ctx context.Context, id string, by account.PlayerID) (table.Snapshot, error)
	MarkNotified(ctx context.Context, id string, by account.PlayerID) error
	ShownEvents(ctx context.Context, id string, after uint32, limit int) ([]table.ShownEvent, error)
	Zone(g *table.Game) *time.Location
}

// Talk lists what somebody has written, and whom they have muted.
type Talk interface {
	MessagesOf(ctx context.Context, by account.PlayerID) ([]talk.Message, error)
	Mutes(ctx context.Context, by account.PlayerID) ([]talk.Mute, error)
	Notes(ctx context.Context, by account.PlayerID) ([]talk.Note, error)
}

// Players keeps the secret links and tokens of players.
type Players interface {
	ReplaceLink(ctx context.Context, id account.PlayerID, ttl time.Duration, once bool) (string, error)
	Tokens(ctx context.Context, id account.PlayerID) ([]account.Token, error)
}

// Library keeps the boards that players bring.
type Library interface {
	AddEdition(ctx context.Context, by account.PlayerID, ed *edition.Edition, replaces string) error
	DropEdition(ctx context.Context, by account.PlayerID, hash string) error
	Edition(ctx context.Context, idOrHash string) (*edition.Edition, error)
	Editions(ctx context.Context, owner account.PlayerID) ([]*library.Edition, error)
}
