package table

import (
	"context"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

const (
	sweepEvery = time.Hour
	lobbyLife  = 14 * 24 * time.Hour // the usual life of an idle open table
	sweepLimit = 500                 // tables looked at in a go
)

// usedAt is the time of last use up to which n tables were left alone longest.
func usedAt(all []*live, n int) int64 {
	times := make([]int64, len(all))
	for i, t := range all {
		times[i] = t.used.Load()
	}
	slices.Sort(times)
	return times[n-1]
}

// sweep removes expired secrets, and tables that never began.
func (s *Service) sweep() {
	ctx := s.life
	s.talk.Forget()
	if err := s.store.Sweep(ctx, s.now()); err != nil {
		s.cfg.Logger.Warn("sweep", "err", err)
	}
	s.eachOld(game.InLobby, s.cfg.LobbyLife, "clear away old table", s.discard)
	s.closeOld()
}

// eachOld does something to every table of a status that has not changed for so
// long. Those that stay hide no others.
func (s *Service) eachOld(status game.Status, age time.Duration, what string, do func(ctx context.Context, id string) error) {
	f := Filter{Statuses: []game.Status{status}, Before: s.now().Add(-age), Limit: sweepLimit, Damaged: true}
	for {
		page, err := s.store.Games(s.life, f)
		if err != nil {
			s.cfg.Logger.Warn(what, "err", err)
			return
		}
		for _, g := range page {
			if g.Damage != nil || g.Sealed {
				continue
			}
			s.guard(g.ID, func() {
				if err := do(s.life, g.ID); err != nil {
					s.cfg.Logger.Warn(what, "game", g.ID, "err", err)
				}
			})
		}
		if len(page) < sweepLimit {
			return
		}
		last := page[len(page)-1]
		f.Older = &Spot{At: last.UpdatedAt, ID: last.ID}
		select {
		case <-s.quit:
			return
		default:
		}
	}
}

// DeletedAt is when a table is deleted whose game has not begun, if nothing happens there
// until then; zero if it has.
func (s *Service) DeletedAt(g *Game) time.Time {
	if g.Status != game.InLobby {
		return time.Time{}
	}
	return g.UpdatedAt.Add(s.cfg.LobbyLife)
}

// discard deletes a table that is still in the lobby and untouched.
func (s *Service) discard(ctx context.Context, id string) error {
	return s.again(ctx, func() error { return s.discardOnce(ctx, id) })
}

func (s *Service) discardOnce(ctx context.Context, id string) error {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	if at := s.DeletedAt(v.g); at.IsZero() || s.now().Before(at) {
		return nil
	}
	return t.remove(ctx)
}

// remove deletes the table everywhere. Its lock is held.
func (t *live) remove(ctx context.Context) error {
	v := t.cur.Load()
	if err := t.s.store.DeleteGame(ctx, t.id); err != nil {
		return err
	}
	t.s.forget(t)
	t.s.stopClock(t.id)
	t.s.games.wake(t.id)
	if v != nil {
		t.s.feeds.tell(v.g)
	}
	return nil
}
