package table

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/storage"
)

// maxFaulty bounds the games that are remembered as unreadable.
const maxFaulty = 1000

// checkPage is how many games are listed at a time.
const checkPage = 500

// Checking configures how far Check goes and how it reports.
type Checking struct {
	Statuses []game.Status
	Deep     bool               // fold games that are over, too
	Bad      func(*Game, error) // each game that is not sound, with the reason
	Done     func()             // after each game; nil
}

// Check follows the log of every stored game with one of the statuses: rows
// without a gap, the chain of hashes and the signed head. It folds those that are
// not over, too, and those whose lines are not chained. No clock strikes and no bot moves. The
// reason is ErrSealed for those that were closed because they cannot be read. It
// returns how many games are sound; the error is that of a store that could not be asked.
func (s *Service) Check(ctx context.Context, c Checking) (sound int, err error) {
	for f := (Filter{Statuses: c.Statuses, Damaged: true, Limit: checkPage}); ; {
		games, err := s.store.Games(ctx, f)
		if err != nil {
			return sound, err
		}
		for _, g := range games {
			err := s.checkGame(ctx, g, c.Deep)
			if over := ctx.Err(); over != nil {
				return sound, over // which says nothing about the game
			}
			if err == nil {
				sound++
			} else {
				c.Bad(g, err)
			}
			if c.Done != nil {
				c.Done()
			}
		}
		if len(games) < checkPage {
			return sound, nil
		}
		last := games[len(games)-1]
		f.Older = &Spot{last.UpdatedAt, last.ID}
	}
}

// checkGame checks one game. One that another server plays on meanwhile is
// checked again, as it is then.
func (s *Service) checkGame(ctx context.Context, g *Game, deep bool) error {
	for {
		err := s.checkOnce(ctx, g, deep)
		if err == nil || s.shared == nil || g.Sealed {
			return err
		}
		now, _, gone := s.store.Game(ctx, g.ID)
		switch {
		case errors.Is(gone, storage.ErrNotFound):
			return nil // it was deleted meanwhile
		case gone != nil || now.Stamp == g.Stamp:
			return err // nobody has written since it was read: it is as it says
		}
		g = now
	}
}

func (s *Service) checkOnce(ctx context.Context, g *Game, deep bool) error {
	if g.Sealed {
		return ErrSealed
	}
	if g.Damage != nil {
		return g.Damage
	}
	chained := false
	if g.Status != game.InLobby {
		var err error
		if chained, err = s.followChain(ctx, g); err != nil {
			return err
		}
	}
	if deep || !chained || g.Status != game.Finished {
		_, err := (&live{s: s, id: g.ID}).fold(ctx)
		return err
	}
	return nil
}

// Look folds some games from their logs and calls bad for each that cannot be
// played on, with the reason. It returns how many are sound. It ends early, with the context's error,
// when that is over.
func (s *Service) Look(ctx context.Context, games []*Game, bad func(*Game, error)) (sound int, err error) {
	for _, g := range games {
		_, err := (&live{s: s, id: g.ID}).fold(ctx)
		if over := ctx.Err(); over != nil {
			return sound, over // which says nothing about the game
		}
		if err != nil {
			bad(g, err)
			continue
		}
		sound++
	}
	return sound, nil
}

// Faulty are games, at most limit, that could not be read when a reader wanted
// to, since the service was made and most lately; more reports whether there are others.
func (s *Service) Faulty(ctx context.Context, limit int) (games []*Game, more bool, err error) {
	s.mu.Lock()
	ids := slices.Sorted(maps.Keys(s.faulty))
	s.mu.Unlock()
	more = len(ids) > limit
	for _, id := range ids[:min(len(ids), limit)] {
		g, _, err := s.store.Game(ctx, id)
		switch {
		case errors.Is(err, storage.ErrNotFound):
			s.folded(id, nil) // it was removed
		case errors.Is(err, ErrDamaged) && g == nil:
			games = append(games, &Game{ID: id})
		case errors.Is(err, ErrDamaged):
			games = append(games, g)
		case err != nil:
			return nil, false, err
		default:
			games = append(games, g)
		}
	}
	return games, more, nil
}

// folded remembers whether a game could be read when it was last tried.
func (s *Service) folded(id string, err error) {
	unreadable := errors.Is(err, ErrDamaged) || errors.Is(err, storage.ErrCorrupt)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case unreadable && len(s.faulty) < maxFaulty:
		s.faulty[id] = struct{}{}
	case err == nil, errors.Is(err, ErrSealed):
		delete(s.faulty, id)
	}
}
