package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

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

// Departed returns the seats of a finished game whose players can no longer sign in to
// play again, as those whose accounts were deleted.
func (s *Service) Departed(ctx context.Context, snap *Snapshot) (game.Seats, error) {
	var gone game.Seats
	for i := range snap.Meta.Seats {
		who := snap.Meta.deviceOwner(snap.Meta.Seats[i].Player)
		if who == "" {
			continue
		}
		living, err := s.store.Living(ctx, who)
		if err != nil {
			return 0, err
		}
		if !living {
			gone = gone.With(game.Seat(i))
		}
	}
	return gone, nil
}

func (s *Service) rematchOnce(ctx context.Context, id string, by account.PlayerID) (snap Snapshot, opened bool, err error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, false, err
	}
	next, name, err := v.g.rematchFor(by)
	look := v.g.broughtBy(by, &v.state)
	t.mu.Unlock() // two tables are never locked at once
	if err != nil {
		return Snapshot{}, false, err
	}
	if next != "" {
		snap, _, err = s.join(ctx, next, arrival{by: by, name: name, look: look})
		if !errors.Is(err, storage.ErrNotFound) {
			return snap, false, err
		}
	}
	if snap, err = s.Create(ctx, by, v.g.again(name, look, s.now(), s.zone(v.g.Clock.Hours.Zone))); err != nil {
		return Snapshot{}, false, err
	}
	unused, err := s.setRematch(ctx, id, by, next, snap.Meta.ID)
	if err == nil {
		return snap, true, nil
	}
	if unused {
		if failed := s.withdraw(context.WithoutCancel(ctx), snap.Meta.ID); failed != nil {
			return Snapshot{}, false, errors.Join(err, failed)
		}
	}
	if errors.Is(err, errRematched) {
		return s.rematchOnce(ctx, id, by)
	}
	return Snapshot{}, false, err
}

// errRematched says that another player was quicker to open the table.
var errRematched = errors.New("another rematch is open")

// setRematch makes a new table the rematch of a finished game, in the place of
// another one that is gone. If it fails, unused reports whether the game surely
// does not lead to the new table.
func (s *Service) setRematch(ctx context.Context, id string, by account.PlayerID, gone, next string) (unused bool, err error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return true, err
	}
	defer t.mu.Unlock()
	if v.g.Rematch != gone {
		return true, errRematched
	}
	if _, _, err := v.g.rematchFor(by); err != nil {
		return true, err
	}
	if err := s.cfg.Rematched(ctx, id, next); err != nil {
		return true, err
	}
	g := v.g.clone()
	g.Rematch = next
	_, err = t.save(ctx, v, g, s.invitations(g, by)...)
	return s.overtaken(ctx, err), err // perhaps by a player who opened it at another server
}

// withdraw deletes a table that was opened just now.
func (s *Service) withdraw(ctx context.Context, id string) error {
	t, _, err := s.acquire(ctx, id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	return t.remove(ctx)
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

// again describes the same table once more, for a player of this name and look. One that
// was to be played to a time of day goes on to the same one if that is still to come; if
// not, it may take as long as this one might.
func (g *Game) again(name string, look wire.Look, now time.Time, loc *time.Location) NewGame {
	n := NewGame{
		Look:      look,
		EditionID: g.Edition, Rulebook: g.Rulebook, Options: g.Options, Players: len(g.Seats), Private: g.Private,
		Pace: g.Pace, Clock: g.Clock, Talk: g.Talk, NoHints: g.NoHints, BotPause: g.BotPause, Title: g.Title, Name: name, BankerOnly: g.BankerOnly,
	}
	if ends := g.EndOf(g.StartedAt, loc); ends.After(now) {
		n.EndsBy, n.Options = ends, maps.Clone(n.Options)
		SetMinutes(n.Options, now, ends)
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
