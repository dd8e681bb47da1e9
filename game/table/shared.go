package table

import (
	"context"
	"errors"
	"sync"
	"time"

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

// attempts is how often a change is decided when another server keeps coming first:
// computer players that hurry on a busy machine do so several times in a row.
const attempts = 10

// again changes a table, and decides anew on what is there if another server came first.
func (s *Service) again(ctx context.Context, change func() error) error {
	err := change()
	for n := 1; n < attempts && s.overtaken(ctx, err); n++ {
		err = change()
	}
	return err
}

// change lets a function change a table, and decide anew if another server came first.
// It is given the table locked, and returns it as it is afterwards: as it was if it
// refuses, nil if the store failed.
func (s *Service) change(ctx context.Context, id string, do func(*live, *view) (*view, error)) (Snapshot, error) {
	return again(ctx, s, func() (Snapshot, error) {
		t, v, err := s.acquire(ctx, id)
		if err != nil {
			return Snapshot{}, err
		}
		defer t.mu.Unlock()
		if v, err = do(t, v); v == nil {
			return Snapshot{}, err
		}
		return t.snapshot(v), err
	})
}

// again is Service.again for a change with a result.
func again[T any](ctx context.Context, s *Service, change func() (T, error)) (result T, err error) {
	err = s.again(ctx, func() (err error) { result, err = change(); return err })
	return result, err
}

// Shared reports whether other servers may write to the same store.
func (s *Service) Shared() bool { return s.shared != nil }

// mine reports whether this server lets the bots and the clock of a game go on.
func (s *Service) mine(id string) bool { return s.cfg.Mine == nil || s.cfg.Mine(id) }

// asOf is where a short request has found a table.
type asOf struct {
	mu    sync.Mutex
	id    string
	stamp uint64
	until time.Time
}

type asOfKey struct{}

type unchecked struct{}

// ahead returns a context in which a table is taken as it is in memory: for a change,
// which the store compares with the table as it is there.
func (s *Service) ahead(ctx context.Context) context.Context {
	if s.shared == nil {
		return ctx // it is always taken so
	}
	return context.WithValue(ctx, unchecked{}, true)
}

// atOnce is how long what was found stays so for the request that found it.
const atOnce = time.Second

// AtOnce returns a context for a short request: a table that it looks at several
// times is compared with what is stored once.
func AtOnce(ctx context.Context) context.Context { return context.WithValue(ctx, asOfKey{}, &asOf{}) }

// knows reports whether the request of the context has found the table with the stamp.
func (t *live) knows(ctx context.Context, stamp uint64) bool {
	a, ok := ctx.Value(asOfKey{}).(*asOf)
	if !ok {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.id == t.id && a.stamp == stamp && time.Now().Before(a.until)
}

// found notes the stamp of the table for the request of the context.
func (t *live) found(ctx context.Context, stamp uint64) {
	if a, ok := ctx.Value(asOfKey{}).(*asOf); ok {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.id, a.stamp, a.until = t.id, stamp, time.Now().Add(atOnce)
	}
}

// current reports whether a table in memory, which has this stamp, is as it is stored.
// Without other servers it always is, and nothing is asked.
func (t *live) current(ctx context.Context, have uint64) (bool, error) {
	if t.s.shared == nil || ctx.Value(unchecked{}) != nil || t.knows(ctx, have) {
		return true, nil
	}
	began := time.Now()
	stamp, err := t.s.shared.Stamp(ctx, t.id)
	timing.Since(ctx, timing.Store, began)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return false, err
	}
	if err == nil {
		t.found(ctx, stamp)
	}
	return err == nil && stamp == have, nil
}

// overtaken reports whether an attempt failed because another server has written
// to the game since it was read; the next attempt reads it again.
func (s *Service) overtaken(ctx context.Context, err error) bool {
	if s.shared == nil || !errors.Is(err, storage.ErrConflict) || ctx.Err() != nil {
		return false
	}
	if a, ok := ctx.Value(asOfKey{}).(*asOf); ok {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.until = time.Time{} // what the request has found is so no longer
	}
	return true
}

// heardSoon is how long news of other servers is gathered before the bots and clocks of
// this one go on, so that a game that moves quickly is read once.
const heardSoon = 200 * time.Millisecond

// Heard is called when another server has written to a game: its viewers here are
// woken at once, and soon its bots and clock go on if they are this server's.
func (s *Service) Heard(id string) {
	s.games.wake(id)
	if !s.mine(id) && !s.isFollowed() {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.heard == nil {
		s.heard = map[string]struct{}{}
		s.after(heardSoon, "", s.followUp)
	}
	s.heard[id] = struct{}{}
}

// HeardCalm is the same for a game in which nothing goes on by itself before a time,
// zero if never: it is not read before that.
func (s *Service) HeardCalm(id string, next time.Time) {
	if s.isFollowed() {
		s.Heard(id)
		return
	}
	s.games.wake(id)
	s.setClock(id, next)
}

// isFollowed reports whether anybody follows all tables of a player.
func (s *Service) isFollowed() bool { return s.feeds.open.Load() > 0 }

// followUp looks at games that other servers have written to.
func (s *Service) followUp() {
	s.mu.Lock()
	heard := s.heard
	s.heard = nil
	s.mu.Unlock()
	for id := range heard {
		s.guard(id, func() { s.follows(id) })
	}
}

// follows looks at a game that another server has written to.
func (s *Service) follows(id string) {
	var g *Game
	if s.mine(id) {
		if _, v, err := s.peek(s.life, id); err == nil {
			g = v.g
		} else if !Lost(err) {
			s.cfg.Logger.Log(s.life, logLevel(err), "a table that another server has changed cannot be read", "game", id, "err", err)
		}
	}
	if g == nil && s.isFollowed() {
		g, _, _ = s.store.Game(s.life, id) // it may be gone; then nobody sits there
	}
	if g != nil {
		s.feeds.tell(g)
	}
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
			s.Heard(id)
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
		s.guard(t.id, t.share)
	}
	return s.Resume(ctx)
}

// share lets clock and bots of the table go on, or no longer, if it is in memory.
func (t *live) share() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if v := t.cur.Load(); v != nil && !t.gone {
		t.s.setClock(t.id, t.next(v))
		t.planBots(v)
	}
}
