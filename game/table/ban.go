package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Ban sends a player away from an open table and blocks them: a player whom the owner
// of a table has muted cannot sit down at any of the owner's tables. It is the same list,
// so that one place undoes it. ErrForbidden for everyone but the owner, and for
// the owner's own seat or a computer's.
func (s *Service) Ban(ctx context.Context, id string, by account.PlayerID, seat game.Seat, pre Pre) (Snapshot, error) {
	t, v, err := s.peek(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	if seat < 0 || int(seat) >= len(v.g.Seats) {
		return t.snapshot(v), storage.ErrNotFound
	}
	who := v.g.Seats[seat]
	switch {
	case v.g.Owner != by || who.Player == by || who.Player == "":
		return t.snapshot(v), ErrForbidden
	case v.g.Status != game.InLobby:
		return t.snapshot(v), ErrStarted
	}
	if pre.Rev == nil {
		pre.Rev = &v.g.Rev // or another player may have moved up meanwhile
	}
	snap, err := s.Leave(ctx, id, by, seat, pre)
	if err != nil {
		return snap, err
	}
	return snap, s.talk.Mute(ctx, by, who.Player, who.Name)
}

// welcome returns an error if the owner of a table has blocked the player.
func (s *Service) welcome(ctx context.Context, g *Game, by account.PlayerID) error {
	unwanted, err := s.talk.Muted(ctx, g.Owner)
	if err == nil && unwanted[by] {
		return ErrUnwelcome
	}
	return err
}
