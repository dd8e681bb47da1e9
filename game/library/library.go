// Package library keeps the boards on which tables are played: the built-in
// ones, and those that players have brought. It knows no tables.
package library

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/edition"
)

// Edition is a board as it was stored: immutable, named by its content.
type Edition struct {
	Hash      string
	ID        string
	Title     string
	Owner     account.PlayerID // who brought it, empty for the embedded ones
	Body      []byte
	CreatedAt time.Time
}

// NewEdition returns a board as a store keeps it.
func NewEdition(ed *edition.Edition, owner account.PlayerID, at time.Time) *Edition {
	return &Edition{Hash: ed.Hash, ID: ed.ID, Title: ed.Title.In("en"), Owner: owner, Body: ed.Raw, CreatedAt: at}
}

// Store keeps boards. Its errors are those of package storage.
type Store interface {
	// SaveEdition keeps a board; one that is there already stays as it is.
	SaveEdition(ctx context.Context, ed *Edition) error
	// Edition reads the board with this hash.
	Edition(ctx context.Context, hash string) (*Edition, error)
	// Editions lists the boards an owner brought, without their bodies.
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

// AddEdition keeps a player's own board. It is named by its Hash from then on.
func (l *Library) AddEdition(ctx context.Context, by account.PlayerID, ed *edition.Edition) error {
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
	return edition.Parse(ed.Body)
}

// Editions lists the boards a player has brought, without their bodies.
func (l *Library) Editions(ctx context.Context, owner account.PlayerID) ([]*Edition, error) {
	return l.store.Editions(ctx, owner)
}
