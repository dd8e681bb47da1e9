package table

import (
	"context"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// Log reads the events after a number, at most limit of them; 0: all. What a
// viewer must not see is for the caller to hide.
func (s *Service) Log(ctx context.Context, id string, after uint32, limit int) ([]Entry, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return nil, err
	}
	if after >= v.state.Seq {
		return nil, nil
	}
	if entries, ok := v.tail.entries(after, limit); ok {
		return entries, nil
	}
	return s.logged(ctx, id, v, after, limit)
}

// Told reads the same events as they are told to people.
func (s *Service) Told(ctx context.Context, id string, after uint32, limit int) ([]Told, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return nil, err
	}
	if after >= v.state.Seq {
		return nil, nil
	}
	if list, ok := v.tail.since(after, limit); ok {
		return list, nil
	}
	entries, err := s.logged(ctx, id, v, after, limit)
	list := make([]Told, len(entries))
	for i := range entries {
		list[i] = toldOf(&entries[i])
	}
	return list, err
}

// logged reads events from the store.
func (s *Service) logged(ctx context.Context, id string, v *view, after uint32, limit int) ([]Entry, error) {
	moves, err := s.store.Moves(ctx, id, after, limit) // every move has an event at least
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for i := range moves {
		more, err := decode(v.setup, &moves[i])
		if err != nil {
			return nil, fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
		}
		entries = append(entries, more...)
	}
	for len(entries) > 0 && entries[0].Seq <= after {
		entries = entries[1:]
	}
	return cut(entries, limit), nil
}

func cut(entries []Entry, limit int) []Entry {
	if limit > 0 && len(entries) > limit {
		entries = entries[:limit]
	}
	return entries[:len(entries):len(entries)]
}

// Moves reads the rows of the log after an event, at most limit of them; 0: all.
func (s *Service) Moves(ctx context.Context, id string, after uint32, limit int) ([]Move, error) {
	if _, _, err := s.peek(ctx, id); err != nil {
		return nil, err
	}
	return s.store.Moves(ctx, id, after, limit)
}

// Seed tells the seed of a finished game, so that its dice can be checked
// against the commitment. ErrForbidden while the game is not over, ErrNotFound
// for a sandbox and for a game under PF1, whose numbers are all in its log.
func (s *Service) Seed(ctx context.Context, id string) ([32]byte, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return [32]byte{}, err
	}
	switch {
	case v.g.Sandbox(), v.g.Luck == ByChain:
		return [32]byte{}, ErrNotFound
	case v.g.Status != game.Finished:
		return [32]byte{}, ErrForbidden
	}
	_, seed, err := s.store.Game(ctx, id)
	return seed, err
}

// Awaited lists the running games that wait for a player.
func (s *Service) Awaited(ctx context.Context, p PlayerID) ([]*Game, error) {
	all, err := s.store.Games(ctx, Filter{Player: p, Statuses: []game.Status{game.Playing}})
	if err != nil {
		return nil, err
	}
	var wait []*Game
	for _, g := range all {
		if g.Waiting.Has(g.HeldBy(p)) {
			wait = append(wait, g)
		}
	}
	return wait, nil
}
