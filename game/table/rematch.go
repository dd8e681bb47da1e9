package table

import (
	"context"
	"errors"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Rematch seats a player of a finished game at the table where its people play
// again: the first one opens it, with the same board, rules and computer players,
// and the others are notified; those who play at the player's device come along. opened reports whether this call did. The error is
// ErrNotFinished, ErrNoSeat, or one of Create and Join.
func (s *Service) Rematch(ctx context.Context, id string, by account.PlayerID) (Snapshot, bool, error) {
	var snap Snapshot
	var opened bool
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return snap, false, err
	}
	by = v.g.deviceOwner(by)
	err = s.again(ctx, func() (err error) { snap, opened, err = s.rematchOnce(ctx, id, by); return err })
	if err == nil {
		snap, err = s.bringDevice(ctx, id, by, snap)
	}
	return snap, opened, err
}

func (s *Service) rematchOnce(ctx context.Context, id string, by account.PlayerID) (snap Snapshot, opened bool, err error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, false, err
	}
	next, name, err := v.g.rematchFor(by)
	look := v.g.broughtBy(by, &v.state)
	if err == nil && next != "" {
		t.mu.Unlock() // two tables are never locked at once
		snap, _, err = s.join(ctx, next, arrival{by: by, name: name, look: look})
		if !errors.Is(err, storage.ErrNotFound) {
			return snap, false, err
		}
		if t, v, err = s.acquire(ctx, id); err != nil {
			return Snapshot{}, false, err
		}
		if v.g.Rematch != next { // another player was quicker to open it anew
			t.mu.Unlock()
			return s.Rematch(ctx, id, by)
		}
	}
	defer t.mu.Unlock()
	if err != nil {
		return Snapshot{}, false, err
	}
	if snap, err = s.Create(ctx, by, v.g.again(name, look)); err != nil {
		return Snapshot{}, false, err
	}
	g := v.g.clone()
	g.Rematch = snap.Meta.ID
	brought := s.cfg.Rematched(ctx, id, snap.Meta.ID)
	if err = brought; err == nil {
		_, err = t.save(ctx, v, g, s.invitations(g, by)...)
	}
	if err != nil {
		if brought != nil || s.overtaken(ctx, err) { // perhaps by a player who opened it at another server
			err = errors.Join(err, s.store.DeleteGame(context.WithoutCancel(ctx), snap.Meta.ID))
		}
		return Snapshot{}, false, err
	}
	return snap, true, nil
}

// rematchFor is the table that a player may go on to, if there is one yet, and
// their name.
func (g *Game) rematchFor(by account.PlayerID) (next, name string, err error) {
	seat := g.SeatOf(by)
	switch {
	case g.Status != game.Finished:
		return "", "", ErrNotFinished
	case seat < 0 || g.Seats[seat].Player != by:
		return "", "", ErrNoSeat
	}
	return g.Rematch, g.Seats[seat].Name, nil
}

// again describes the same table once more, for a player of this name and look.
func (g *Game) again(name string, look wire.Look) NewGame {
	n := NewGame{
		Look:      look,
		EditionID: g.Edition, Rulebook: g.Rulebook, Options: g.Options, Players: len(g.Seats), Private: g.Private,
		Pace: g.Pace, Clock: g.Clock, Talk: g.Talk, NoHints: g.NoHints, BotPause: g.BotPause, Title: g.Title, Name: name, BankerOnly: g.BankerOnly,
	}
	for i := range g.Seats {
		if g.Seats[i].Bot != "" {
			n.Bots = append(n.Bots, g.Seats[i].Bot)
		}
	}
	return n
}

// invitations notify the other people of a finished game of its rematch.
func (s *Service) invitations(g *Game, by account.PlayerID) []notice.Notice {
	if s.cfg.Heeds == nil {
		return nil
	}
	var list []notice.Notice
	for i := range g.Seats {
		p := g.Seats[i].Player
		one := newNotice(p, g.ID, notice.Rematch, s.now())
		if p != "" && p != by && s.cfg.Heeds(p) && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}
