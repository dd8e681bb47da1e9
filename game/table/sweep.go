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
	sweepLimit = 500
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
	old, err := s.store.Games(ctx, Filter{
		Statuses: []game.Status{game.InLobby}, Before: s.now().Add(-s.cfg.LobbyLife), Limit: sweepLimit,
	})
	if err != nil {
		s.cfg.Logger.Warn("sweep", "err", err)
		return
	}
	for _, g := range old {
		if err := s.discard(ctx, g.ID); err != nil {
			s.cfg.Logger.Warn("clear away old table", "game", g.ID, "err", err)
		}
	}
	s.closeOld()
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
	if v.g.Status != game.InLobby || v.g.UpdatedAt.After(s.now().Add(-s.cfg.LobbyLife)) {
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
