package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
)

// heir is the next person who can host the table after its host: the next of
// the seats, in seat order from the host's on, whose player has not been erased
// and sits there themselves. Nobody if there is none.
func (s *Service) heir(ctx context.Context, g *Game, seats game.Seats) (PlayerID, error) {
	from := 0
	for i := range g.Seats {
		if g.Seats[i].Player == g.Owner {
			from = i + 1
		}
	}
	for n := range g.Seats {
		i := (from + n) % len(g.Seats)
		one := &g.Seats[i]
		if one.Player == "" || one.Sub != "" || one.Player == g.Owner || !seats.Has(game.Seat(i)) {
			continue
		}
		if living, err := s.store.Living(ctx, one.Player); living || err != nil {
			return one.Player, err
		}
	}
	return "", nil
}

// handOver makes another person the host if the host has left the game by the
// steps. If nobody else is there, the host stays the host. Who comes back later
// is a player like the others.
func (s *Service) handOver(ctx context.Context, g *Game, after *game.State, steps []step) (changed bool, err error) {
	left := false
	for i := range steps {
		c := &steps[i].cmd
		left = left || c.Kind == game.Resign && c.Seat >= 0 && g.Owner != "" && g.Seats[c.Seat].Player == g.Owner
	}
	if !left {
		return false, nil
	}
	next, err := s.heir(ctx, g, timed(g, after))
	if next == "" || err != nil {
		return false, err
	}
	g.Owner = next
	return true, nil
}

// passOn makes another person at the table its host in place of somebody who is
// erased, whatever else becomes of the table.
func (t *live) passOn(ctx context.Context, v *view, who PlayerID) error {
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

// heirs is who gets the tables of somebody who is erased, as far as passOn has
// left them: of games that are over, the next person at them.
func (s *Service) heirs(ctx context.Context, who PlayerID) (map[string]PlayerID, error) {
	games, err := s.store.Games(ctx, Filter{Owner: who, Statuses: []game.Status{game.Finished}})
	if err != nil {
		return nil, err
	}
	next := make(map[string]PlayerID, len(games))
	for _, g := range games {
		if next[g.ID], err = s.heir(ctx, g, ^game.Seats(0)); err != nil {
			return nil, err
		}
	}
	return next, nil
}
