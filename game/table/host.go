package table

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// heir is the next person who can host the table after its host: the next of
// the seats, in seat order from the host's on, whose player has not been erased
// and sits there themselves. Nobody if there is none.
func (s *Service) heir(ctx context.Context, g *Game, seats game.Seats) (account.PlayerID, error) {
	from := 0
	for i := range g.Seats {
		if g.Seats[i].Player == g.Owner {
			from = i + 1
		}
	}
	for n := range g.Seats {
		i := (from + n) % len(g.Seats)
		one := &g.Seats[i]
		if one.Player == "" || one.Sub != "" || g.isGuest(game.Seat(i)) || one.Player == g.Owner || !seats.Has(game.Seat(i)) {
			continue
		}
		if living, err := s.store.Living(ctx, one.Player); living || err != nil {
			return one.Player, err
		}
	}
	return "", nil
}

// handOver makes another person the host if the host has left the game by the
// steps, or was the last to leave and somebody else comes back by them. If nobody
// else is there, the host stays the host. A former host who comes back is a
// player like the others.
func (s *Service) handOver(ctx context.Context, g *Game, after *game.State, steps []step) (changed bool, err error) {
	host := game.Seat(slices.IndexFunc(g.Seats, func(one Seat) bool { return one.Player == g.Owner }))
	moved, left := false, g.Owner == "" || host >= 0 && after.Players[host].Away
	for i := range steps {
		c := &steps[i].cmd
		moved = moved || c.Kind == game.Resign || c.Kind == game.Return
		left = left || c.Kind == game.Resign && c.Seat == host && host >= 0
	}
	if !moved || !left {
		return false, nil
	}
	next, err := s.heir(ctx, g, timed(g, after))
	if next == "" || err != nil {
		return false, err
	}
	g.Owner = next
	return true, nil
}

// passOn makes another person at the table its host in place of a player who is
// erased, whatever else happens to the table.
func (t *live) passOn(ctx context.Context, v *view, who account.PlayerID) error {
	if v == nil || v.g.Owner != who || v.g.Status == game.Finished {
		return nil
	}
	seats := ^game.Seats(0)
	if v.g.Status == game.Playing {
		seats = timed(v.g, &v.state)
	}
	next, err := t.s.heir(ctx, v.g, seats)
	if err != nil || next == "" {
		return err
	}
	g := v.g.clone()
	g.Owner = next
	_, err = t.save(ctx, v, g)
	return err
}

// heirs returns the new owners of the tables of an erased player, as far as passOn has
// left them: of games that are over, the next person at them.
func (s *Service) heirs(ctx context.Context, who account.PlayerID) (map[string]account.PlayerID, error) {
	games, err := s.store.Games(ctx, Filter{Owner: who, Statuses: []game.Status{game.Finished}})
	if err != nil {
		return nil, err
	}
	next := make(map[string]account.PlayerID, len(games))
	for _, g := range games {
		if next[g.ID], err = s.heir(ctx, g, ^game.Seats(0)); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// arrange changes something about a table that no rule of the game asks for, for
// its owner: ErrForbidden for anybody else. Nothing is written unless change
// reports that it changed something.
func (s *Service) arrange(ctx context.Context, id string, by account.PlayerID, change func(*Game) bool) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		if by == "" || v.g.Owner != by {
			return v, ErrForbidden
		}
		g := v.g.clone()
		if !change(g) {
			return v, nil
		}
		return t.save(ctx, v, g)
	})
}

// SetFramed changes whether pages of other sites may show a table in a frame, for its
// owner: ErrForbidden for anybody else, ErrNotFound if there is no such table.
func (s *Service) SetFramed(ctx context.Context, id string, by account.PlayerID, framed bool) (Snapshot, error) {
	return s.arrange(ctx, id, by, func(g *Game) bool {
		changed := g.Framed != framed
		g.Framed = framed
		return changed
	})
}
