package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// muted is whose words somebody does not want to read. It stays in memory
// until it changes.
func (s *Service) muted(ctx context.Context, p account.PlayerID) (map[account.PlayerID]bool, error) {
	if p == "" {
		return nil, nil
	}
	if m, ok := s.muteds.Load(p); ok {
		return m.(map[account.PlayerID]bool), nil
	}
	list, err := s.store.Mutes(ctx, p)
	if err != nil {
		return nil, err
	}
	var all map[account.PlayerID]bool
	for _, m := range list {
		if all == nil {
			all = map[account.PlayerID]bool{}
		}
		all[m.Muted] = true
	}
	s.muteds.Store(p, all)
	return all, nil
}

// Mute keeps from somebody what the author of a message writes, at all tables.
// Nobody else learns of it. ErrNoMessage, ErrForbidden for one's own message
// and those of computer players, whom the rules of the table keep quiet.
func (s *Service) Mute(ctx context.Context, id string, by account.PlayerID, n uint64) error {
	m, err := s.read(ctx, id, by, n)
	if err != nil {
		return err
	}
	if m.Player == "" || m.Player == by {
		return ErrForbidden
	}
	err = s.store.AddMute(context.WithoutCancel(ctx), Mute{ID: newID(gameIDLen), Player: by, Muted: m.Player, Name: m.Name, At: s.now()})
	s.muteds.Delete(by)
	return err
}

// Unmute ends a mute; ErrNotFound if there is none of this ID.
func (s *Service) Unmute(ctx context.Context, by account.PlayerID, mute string) error {
	err := s.store.DropMute(context.WithoutCancel(ctx), by, mute)
	s.muteds.Delete(by)
	return err
}

// Mutes lists whom somebody has muted, latest first.
func (s *Service) Mutes(ctx context.Context, by account.PlayerID) ([]Mute, error) {
	return s.store.Mutes(ctx, by)
}

// read finds a message for somebody who may read it.
func (s *Service) read(ctx context.Context, id string, by account.PlayerID, n uint64) (Message, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return Message{}, err
	}
	if by == "" || !v.g.MayRead(by) {
		return Message{}, ErrNoSeat
	}
	r, err := s.enterRoom(ctx, id)
	if err != nil {
		return Message{}, err
	}
	defer r.mu.Unlock()
	return s.message(ctx, r, id, n)
}
