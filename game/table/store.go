package table

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Filter chooses games for a list. The zero value lists all of them.
type Filter struct {
	Player   account.PlayerID // only games in which this player has a seat
	Owner    account.PlayerID // only games of this owner
	Public   bool             // leave out private ones
	Statuses []game.Status
	BotsDue  bool      // only games in which a bot has something to do
	Clocked  bool      // only games that go on by themselves: with a time limit that has not struck, or held for a number
	Before   time.Time // only games last changed before this time
	Limit    int       // at most so many, latest change first; 0: all
	Damaged  bool      // those too that have a Damage and are not sealed

	Visible account.PlayerID // with Public: private ones too in which this player has a seat
	Older   *Spot            // only what comes after this place in the list
	Newer   *Spot            // only what comes before it; Limit counts from it
}

// Spot is a place in a list of games.
type Spot struct {
	At time.Time // last change of the game that lay there
	ID string
}

// Counts is what a store holds.
type Counts struct {
	Lobby, Playing, Finished int
	Players                  int
	Moves                    int64
}

// SeatBook is the standing orders of one seat.
type SeatBook struct {
	Seat game.Seat
	Book *orders.Book
}

// Due is when a game goes on by itself.
type Due struct {
	Game string
	At   time.Time
}

// Commit is what one step of a game writes, all of it or nothing.
type Commit struct {
	Game    string
	After   uint32 // number of the last event before; ErrConflict if the store is elsewhere
	Stamp   uint64 // as it was read with the game; ErrConflict if the game was written since. 0: any
	Moves   []Move
	Summary Summary
	Owner   account.PlayerID   // who holds the table from now on; empty leaves it as it is
	Tempo   *timecontrol.State // nil leaves the stored one
	DueAt   time.Time          // goes with Tempo
	Books   []SeatBook
	Head    json.RawMessage // of a game that ends with it, signed; nil leaves the stored one
	News    []notice.Notice // notices to put into the outbox
	Calm    bool            // nothing goes on by itself before Next; for a store to which other servers write
	Next    time.Time       // when the clock strikes, if Calm; zero: never
}

// Store keeps players, games and their logs. Everything it confirms is durable.
// Its errors are those of package storage, and the ones a method names;
// storage.ErrFailed wraps the cause.
type Store interface {
	// CreateGame stores a new game, its seed and, if it is new, its edition.
	// ErrConflict if the id is taken. A store that stamps its games sets the first stamp.
	CreateGame(ctx context.Context, g *Game, seed [32]byte, ed *library.Edition) error
	// SaveGame replaces settings, seats, summary and times of a game whose stored Rev
	// is one less, and puts news into the outbox; ErrConflict if it is not,
	// or if it has a stamp and was written since. A store that stamps its games sets the new stamp.
	SaveGame(ctx context.Context, g *Game, news ...notice.Notice) error
	// Seal closes a game that cannot be read and leaves all else that is stored of
	// it as it is; ErrSealed if it is closed like this.
	Seal(ctx context.Context, id string, at time.Time) error
	// DeleteGame removes a game and all that belongs to it.
	DeleteGame(ctx context.Context, id string) error
	// Append writes moves and summary. It returns after the commit; the
	// context is heeded only until the commit is under way.
	Append(ctx context.Context, c Commit) error
	// Game reads a game without its moves, and its seed; ErrDamaged if it has a
	// Damage and is not sealed, beside what could be read.
	Game(ctx context.Context, id string) (*Game, [32]byte, error)
	// Moves reads the moves whose last event is after seq, at most limit of
	// them, in order; 0: all. An error comes with the moves that were read before it.
	Moves(ctx context.Context, id string, after uint32, limit int) ([]Move, error)
	// Games lists games, latest change first.
	Games(ctx context.Context, f Filter) ([]*Game, error)
	// Tempo reads the times of a game and when it is due; ErrNotFound if it keeps none.
	Tempo(ctx context.Context, id string) (*timecontrol.State, time.Time, error)
	// SaveTempo keeps the times of a game without counting it as a change, and puts news into the outbox.
	// ErrConflict if the game has another stamp than this one; 0: whatever it has.
	SaveTempo(ctx context.Context, id string, stamp uint64, tempo *timecontrol.State, due time.Time, news ...notice.Notice) error
	// Tempos reads the times of the running games at which a person sits, as far
	// as they can be read.
	Tempos(ctx context.Context, p account.PlayerID) (map[string]*timecontrol.State, error)
	// Books reads the standing orders of a game.
	Books(ctx context.Context, id string) (Books, error)
	// SaveBook keeps the standing orders of a seat. ErrConflict as of SaveTempo.
	SaveBook(ctx context.Context, id string, stamp uint64, seat game.Seat, book *orders.Book) error
	// Due lists the running games that go on by themselves when a player's time runs out.
	Due(ctx context.Context) ([]Due, error)
	// Secret reads what this store keeps under a name; if that is nothing yet
	// it is the fresh value from now on.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
	// Counts counts what there is.
	Counts(ctx context.Context) (Counts, error)

	// Player reads a player.
	Player(ctx context.Context, id account.PlayerID) (account.Player, error)
	// MergePlayer gives seats, tables, boards and visits of one player to
	// another and removes the first. Of a finished game at which both sat the
	// first one's seat becomes nobody's; ErrConflict if they share another one.
	MergePlayer(ctx context.Context, from, into account.PlayerID) error
	// Living reports whether somebody can still sign in as this player: of those
	// who were erased only a name is left.
	Living(ctx context.Context, id account.PlayerID) (bool, error)
	// ErasePlayer puts another player in the place of one, under the new name at
	// all tables, and removes the old one with all data only about them.
	// Tables pass to the heirs, by their ids, or else to no one, boards to no one.
	ErasePlayer(ctx context.Context, id account.PlayerID, placeholder account.Player, heirs map[string]account.PlayerID) error
	// Visit reads how far a player has seen a game; ErrNotFound if they never looked.
	Visit(ctx context.Context, p account.PlayerID, game string) (Visit, error)
	// LastSeen lists how far a person has seen which games.
	LastSeen(ctx context.Context, p account.PlayerID) ([]Visit, error)
	// SaveLastSeen keeps visits, of each the furthest event; those of games or
	// players that are gone are left out.
	SaveLastSeen(ctx context.Context, all []Visit) error
	// Sweep removes expired tokens and sessions, old receipts, and visits of half a year ago.
	Sweep(ctx context.Context, now time.Time) error
}
