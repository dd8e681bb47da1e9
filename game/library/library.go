// Package library keeps the boards on which tables are played: the built-in
// ones, and those that players have brought. It knows no tables.
package library

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Edition is a board as it was stored: immutable, named by its content.
type Edition struct {
	Hash      string
	ID        string
	Title     string           // in the language of the board
	Owner     account.PlayerID // in whose list it is, "" where that is not asked
	Body      []byte
	CreatedAt time.Time
}

// NewEdition returns a board as a store keeps it.
func NewEdition(ed *edition.Edition, owner account.PlayerID, at time.Time) *Edition {
	return &Edition{Hash: ed.Hash, ID: ed.ID, Title: ed.Title.In(ed.Language), Owner: owner, Body: ed.Raw, CreatedAt: at}
}

// Store keeps boards. Its errors are those of package storage.
type Store interface {
	// SaveEdition keeps a board, and puts it into the list of its owner if it has
	// one. A board that is there already stays as it is, so that several players may
	// have the same one.
	SaveEdition(ctx context.Context, ed *Edition) error
	// DropEdition takes a board off the list of an owner; ErrNotFound if it is not
	// there. The board stays as long as another list or a table has it.
	DropEdition(ctx context.Context, owner account.PlayerID, hash string) error
	// Edition reads the board with this hash.
	Edition(ctx context.Context, hash string) (*Edition, error)
	// Editions lists the boards of an owner, the oldest first, without their bodies.
	Editions(ctx context.Context, owner account.PlayerID) ([]*Edition, error)
}

// maxEditions bounds the boards kept in memory.
const maxEditions = 64

// Library finds boards: the built-in ones, and those that players have brought.
// It is safe for concurrent use.
type Library struct {
	store Store
	now   func() time.Time

	mu  sync.Mutex
	all map[string]*edition.Edition // by id or hash
}

// New returns the boards of a store, which come to be at the time of now; it is
// time.Now if nil.
func New(store Store, now func() time.Time) *Library {
	if now == nil {
		now = time.Now
	}
	return &Library{store: store, now: now, all: map[string]*edition.Edition{}}
}

// MaxOwn is how many boards of their own a player may keep.
const MaxOwn = 50

// ErrTooMany refuses a board to a player who has MaxOwn.
var ErrTooMany = problem.New("too_many_boards", "too many boards")

// AddEdition keeps a player's own board. It is named by its Hash from then on. The
// board that it replaces, "" if none, leaves the player's list.
func (l *Library) AddEdition(ctx context.Context, by account.PlayerID, ed *edition.Edition, replaces string) error {
	list, err := l.store.Editions(ctx, by)
	if err != nil {
		return err
	}
	has := func(hash string) bool {
		return slices.ContainsFunc(list, func(one *Edition) bool { return one.Hash == hash })
	}
	if len(list) >= MaxOwn && !has(ed.Hash) && !has(replaces) {
		return ErrTooMany
	}
	if err := l.save(ctx, by, ed); err != nil || replaces == ed.Hash || !has(replaces) {
		return err
	}
	if err := l.DropEdition(ctx, by, replaces); !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	return nil // it was dropped meanwhile
}

func (l *Library) save(ctx context.Context, by account.PlayerID, ed *edition.Edition) error {
	return l.store.SaveEdition(ctx, NewEdition(ed, by, l.now().UTC().Truncate(time.Millisecond)))
}

// Edition finds a board by the id of a built-in one or by the hash of one that
// was added; storage.ErrNotFound if there is none.
func (l *Library) Edition(ctx context.Context, idOrHash string) (*edition.Edition, error) {
	l.mu.Lock()
	ed := l.all[idOrHash]
	l.mu.Unlock()
	if ed != nil {
		return ed, nil
	}
	ed, err := l.read(ctx, idOrHash)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) >= maxEditions {
		clear(l.all)
	}
	l.all[idOrHash] = ed
	return ed, nil
}

func (l *Library) read(ctx context.Context, idOrHash string) (*edition.Edition, error) {
	if slices.Contains(edition.IDs(), idOrHash) {
		return edition.Load(idOrHash)
	}
	ed, err := l.store.Edition(ctx, idOrHash)
	if err != nil {
		return nil, err
	}
	return edition.ParseStored(ed.Body)
}

// DropEdition takes a board off a player's list; storage.ErrNotFound if it is not
// there. Tables that play it keep it.
func (l *Library) DropEdition(ctx context.Context, by account.PlayerID, hash string) error {
	return l.store.DropEdition(ctx, by, hash)
}

// Editions lists the boards a player has brought, without their bodies.
func (l *Library) Editions(ctx context.Context, owner account.PlayerID) ([]*Edition, error) {
	return l.store.Editions(ctx, owner)
}
