package people

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// Store keeps results, ratings and settings. Its errors are those of package storage.
type Store interface {
	// Unscored lists finished games without stored results, the first to end first.
	Unscored(ctx context.Context, limit int) ([]string, error)
	// AddResults keeps the results of a game and rates it, once: if they are kept
	// already, or the game is gone, it changes nothing and returns false. Where a game that
	// ended later is rated, the pool is rated anew. Results of players who are gone are left out.
	AddResults(ctx context.Context, o Outcome) (added bool, err error)
	// Rerate rates all games anew.
	Rerate(ctx context.Context) error
	// PageSettings reads what a player has chosen; the zero value if nothing.
	PageSettings(ctx context.Context, p account.PlayerID) (Settings, error)
	// SavePageSettings keeps it.
	SavePageSettings(ctx context.Context, p account.PlayerID, s Settings) error
	// Named lists players of a name whose pages are open to everyone, two at most.
	Named(ctx context.Context, name string) ([]account.PlayerID, error)
	// Tally sums the results of a player up.
	Tally(ctx context.Context, p account.PlayerID) (Tally, error)
	// ResultsOf lists results.
	ResultsOf(ctx context.Context, q Query) ([]Result, error)
	// Opponents lists the other players of games.
	Opponents(ctx context.Context, p account.PlayerID, games []string) ([]Opponent, error)
	// Against compares a player with another one in the games they finished together.
	Against(ctx context.Context, p, other account.PlayerID) (Against, error)
	// Times reads how players kept their time whose pages are open to everyone. For no
	// players it reads nothing.
	Times(ctx context.Context, of []account.PlayerID) (map[account.PlayerID]Time, error)

	// Player reads a player.
	Player(ctx context.Context, id account.PlayerID) (account.Player, error)
	// Moves is that of table.Store.
	Moves(ctx context.Context, id string, after uint32, limit int) ([]table.Move, error)
}

// Tables reads tables.
type Tables interface {
	Snapshot(ctx context.Context, id string) (table.Snapshot, error)
}
