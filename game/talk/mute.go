package talk

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// Mute keeps from a player what the author of a message writes, at all
// tables. Nobody else learns of it. ErrNoMessage, ErrNotYours for one's own message
// and those of computer players, whom the rules of the table keep quiet.
func (s *Service) Mute(ctx context.Context, id string, by account.PlayerID, n uint64) error {
	m, err := s.read(ctx, id, by, n)
	if err != nil {
		return err
	}
	if m.Player == "" || m.Player == by {
		return ErrNotYours
	}
	return s.chats.Mute(ctx, by, m.Player, m.Name)
}

// Unmute ends a mute; ErrNotFound if there is none of this ID.
func (s *Service) Unmute(ctx context.Context, by account.PlayerID, mute string) error {
	err := s.chats.store.DropMute(context.WithoutCancel(ctx), by, mute)
	s.chats.muted.drop(by)
	return err
}

// Mutes lists whom a player has muted, latest first.
func (s *Service) Mutes(ctx context.Context, by account.PlayerID) ([]Mute, error) {
	return s.chats.store.Mutes(ctx, by)
}

// read finds a message for a player who may read it.
func (s *Service) read(ctx context.Context, id string, by account.PlayerID, n uint64) (Message, error) {
	who, err := s.tables.Speaker(ctx, id, by)
	if err != nil {
		return Message{}, err
	}
	if by == "" || !who.MayRead {
		return Message{}, ErrNoSeat
	}
	r, err := s.chats.enter(ctx, id)
	if err != nil {
		return Message{}, err
	}
	defer r.mu.Unlock()
	return s.chats.message(ctx, r, id, n)
}
