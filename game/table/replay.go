package table

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
)

// Past reads a game as it stood after an event, folded from the log; the live
// table is not touched. What is not part of the game - title, seats, who holds
// them - is as it is now. ErrNotFound if there is no such game, ErrNoPosition if
// it never stood there: before the first event, after the last, or in the lobby.
func (s *Service) Past(ctx context.Context, id string, seq uint32) (Snapshot, error) {
	t, v, err := s.peek(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	if seq > v.state.Seq || v.g.Status == game.InLobby {
		return Snapshot{}, ErrNoPosition
	}
	m, err := s.at(ctx, id, v, seq)
	if err != nil {
		return Snapshot{}, err
	}
	if m.state.Status == game.InLobby {
		return Snapshot{}, ErrNoPosition
	}
	snap := t.snapshot(v)
	snap.State, snap.Terms = &m.state.State, m.terms
	snap.Seats = slices.Clone(snap.Seats)
	for i := range snap.Seats {
		seat := &snap.Seats[i]
		seat.Away, seat.Awaited = m.state.Players[i].Away, m.state.Waiting().Has(seat.Seat)
	}
	return snap, nil
}

// at is where the game stood after an event, which is none of those to come.
func (s *Service) at(ctx context.Context, id string, v *view, seq uint32) (foldedTo, error) {
	h, err := s.past(ctx, id, v)
	if err != nil {
		return foldedTo{}, err
	}
	m := from(h.before(seq))
	h.mu.Unlock()
	for m.state.Seq < seq {
		before := m.state.Seq
		if err := s.refold(ctx, id, v, &m, seq, nil); err != nil {
			return foldedTo{}, err
		}
		if m.state.Seq == before {
			return foldedTo{}, ErrNoPosition
		}
	}
	return m, nil
}

// Turns lists the events with which the turns of a game begin, up to now. Nothing in the lobby.
func (s *Service) Turns(ctx context.Context, id string) ([]uint32, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil || v.g.Status == game.InLobby {
		return nil, err
	}
	h, err := s.past(ctx, id, v)
	if err != nil {
		return nil, err
	}
	defer h.mu.Unlock()
	return h.turns[:len(h.turns):len(h.turns)], nil
}

// Story tells what has decided a game so far. It costs less than Figures.
// ErrNoPosition in the lobby.
func (s *Service) Story(ctx context.Context, id string) (stats.Story, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return stats.Story{}, err
	}
	if v.g.Status == game.InLobby {
		return stats.Story{}, ErrNoPosition
	}
	h, err := s.past(ctx, id, v)
	if err != nil {
		return stats.Story{}, err
	}
	defer h.mu.Unlock()
	return h.counts.Story(), nil
}

// Figures sums a game up as far as it has come. What a viewer must not see is
// for the caller to leave out. ErrNoPosition in the lobby.
func (s *Service) Figures(ctx context.Context, id string) (*stats.Figures, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return nil, err
	}
	if v.g.Status == game.InLobby {
		return nil, ErrNoPosition
	}
	h, err := s.past(ctx, id, v)
	if err != nil {
		return nil, err
	}
	defer h.mu.Unlock()
	if h.figures == nil || h.figures.Seq != h.end.state.Seq {
		h.figures = h.counts.Figures()
	}
	return h.figures, nil
}
