package lobby

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
)

// Tables lists and opens tables, and tells what they want of somebody.
type Tables interface {
	AddEdition(ctx context.Context, by table.PlayerID, ed *edition.Edition) error
	BotPause() time.Duration
	Create(ctx context.Context, by table.PlayerID, n table.NewGame) (table.Snapshot, error)
	Day(ctx context.Context, p table.PlayerID) (table.Day, error)
	DropTokens(ctx context.Context, id table.PlayerID, kind table.TokenKind) error
	Edition(ctx context.Context, idOrHash string) (*edition.Edition, error)
	Editions(ctx context.Context, owner table.PlayerID) ([]*table.Edition, error)
	Follow(p table.PlayerID) *table.Feed
	List(ctx context.Context, f table.Filter) ([]*table.Game, error)
	MessagesOf(ctx context.Context, by table.PlayerID) ([]table.Message, error)
	Mutes(ctx context.Context, by table.PlayerID) ([]table.Mute, error)
	NewLink(ctx context.Context, id table.PlayerID, ttl time.Duration, once bool) (string, error)
	Notes(ctx context.Context, by table.PlayerID) ([]table.Note, error)
	Orders(ctx context.Context, id string, by table.PlayerID) (table.Snapshot, orders.Book, error)
	PlaceOf(ctx context.Context, id string, p table.PlayerID) (table.Place, error)
	Places(ctx context.Context, p table.PlayerID, since time.Time, limit int) ([]table.Place, error)
	Start(ctx context.Context, id string, by table.PlayerID) (table.Snapshot, error)
	Tell(ctx context.Context, id string, by table.PlayerID) error
	Tokens(ctx context.Context, id table.PlayerID) ([]table.Token, error)
	Told(ctx context.Context, id string, after uint32, limit int) ([]table.Told, error)
	Zone(g *table.Game) *time.Location
}
