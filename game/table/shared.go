package table

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timing"
)

// SharedStore is a Store to which other servers write as well. It stamps its games.
type SharedStore interface {
	// Stamp reads the stamp of a game; ErrNotFound if there is none.
	Stamp(ctx context.Context, id string) (uint64, error)
	// Stamps reads the stamps of those of the games that there are.
	Stamps(ctx context.Context, ids []string) (map[string]uint64, error)
}

// attempts is how often a change is decided when another server keeps coming first.
const attempts = 3

// again changes a table, and decides anew on what is there if another server came first.
func (s *Service) again(ctx context.Context, change func() error) error {
	err := change()
	for n := 1; n < attempts && s.overtaken(ctx, err); n++ {
		err = change()
	}
	return err
}

// mine reports whether this server lets the bots and the clock of a game go on.
func (s *Service) mine(id string) bool { return s.cfg.Mine == nil || s.cfg.Mine(id) }

// current reports whether a table in memory is as it is stored. Without other
// servers it always is, and nothing is asked.
func (t *live) current(ctx context.Context, v *view) (bool, error) {
	if t.s.shared == nil {
		return true, nil
	}
	began := time.Now()
	stamp, err := t.s.shared.Stamp(ctx, t.id)
	timing.Since(ctx, timing.Store, began)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return false, err
	}
	return err == nil && stamp == v.g.Stamp, nil
}

// overtaken reports whether an attempt failed because another server has written
// to the game since it was read; the next attempt reads it again.
func (s *Service) overtaken(ctx context.Context, err error) bool {
	return s.shared != nil && errors.Is(err, storage.ErrConflict) && ctx.Err() == nil
}

// Heard is called when another server has written to a game: its viewers
// here are woken, and if its bots and clock are this server's, they go on.
func (s *Service) Heard(ctx context.Context, id string) {
	s.mu.Lock()
	t := s.tables[id]
	s.mu.Unlock()
	var g *Game
	if s.mine(id) || t != nil && t.cur.Load() != nil {
		if _, v, err := s.peek(ctx, id); err == nil {
			g = v.g
		} else if !errors.Is(err, storage.ErrNotFound) && !Unreadable(err) && !errors.Is(err, ErrSealed) {
			s.cfg.Logger.Log(ctx, logLevel(err), "a table that another server has changed cannot be read", "game", id, "err", err)
		}
	}
	s.games.wake(id)
	if g == nil && (s.feeds.open.Load() > 0 || s.persons.size() > 0) {
		g, _, _ = s.store.Game(ctx, id) // it may be gone; then nobody sits there
	}
	if g == nil {
		return
	}
	for i := range g.Seats {
		for _, p := range [...]account.PlayerID{g.Seats[i].Player, g.Seats[i].Sub} {
			if p != "" {
				s.persons.wake(p)
			}
		}
	}
	s.feeds.tell(g)
}

// Compare looks in one query which of the tables in memory other servers have
// written to, and treats those as if it had been heard. It is called when
// something may have been missed.
func (s *Service) Compare(ctx context.Context) error {
	if s.shared == nil {
		return nil
	}
	s.mu.Lock()
	seen := make(map[string]uint64, len(s.tables))
	ids := make([]string, 0, len(s.tables))
	for id, t := range s.tables {
		if v := t.cur.Load(); v != nil {
			seen[id] = v.g.Stamp
			ids = append(ids, id)
		}
	}
	s.mu.Unlock()
	now, err := s.shared.Stamps(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if now[id] != seen[id] {
			s.Heard(ctx, id)
		}
	}
	return nil
}

// Share looks anew which games are this server's to let go on: those of servers
// that are gone, and no longer those of servers that came.
func (s *Service) Share(ctx context.Context) error {
	s.mu.Lock()
	all := make([]*live, 0, len(s.tables))
	for _, t := range s.tables {
		all = append(all, t)
	}
	s.mu.Unlock()
	for _, t := range all {
		t.mu.Lock()
		if v := t.cur.Load(); v != nil && !t.gone {
			s.setClock(t.id, t.next(v))
			t.planBots(v)
		}
		t.mu.Unlock()
	}
	return s.Resume(ctx)
}
