package table

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/edition"
)

// stored is an edition as the store keeps it.
func stored(ed *edition.Edition, owner account.PlayerID, s *Service) *Edition {
	return &Edition{Hash: ed.Hash, ID: ed.ID, Title: ed.Title.In("en"), Owner: owner, Body: ed.Raw, CreatedAt: s.now()}
}

// AddEdition keeps a player's own board. It is named by its Hash from then on.
func (s *Service) AddEdition(ctx context.Context, by account.PlayerID, ed *edition.Edition) error {
	return s.store.SaveEdition(ctx, stored(ed, by, s))
}

// Edition finds a board by the id of an embedded one or by the hash of one that was added.
func (s *Service) Edition(ctx context.Context, idOrHash string) (*edition.Edition, error) {
	s.mu.Lock()
	ed := s.editions[idOrHash]
	s.mu.Unlock()
	if ed != nil {
		return ed, nil
	}
	ed, err := s.readEdition(ctx, idOrHash)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.editions) >= maxEditions {
		clear(s.editions)
	}
	s.editions[idOrHash] = ed
	return ed, nil
}

// maxEditions bounds the boards kept in memory.
const maxEditions = 64

func (s *Service) readEdition(ctx context.Context, idOrHash string) (*edition.Edition, error) {
	if slices.Contains(edition.IDs(), idOrHash) {
		return edition.Load(idOrHash)
	}
	ed, err := s.store.Edition(ctx, idOrHash)
	if err != nil {
		return nil, err
	}
	return edition.Parse(ed.Body)
}

// Editions lists the boards a player has brought, without their bodies.
func (s *Service) Editions(ctx context.Context, owner account.PlayerID) ([]*Edition, error) {
	return s.store.Editions(ctx, owner)
}
