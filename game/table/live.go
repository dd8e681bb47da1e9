package table

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/timing"
)

// live is a table in memory. A writer holds mu from the decision to the end of
// the commit; a reader takes the committed view.
type live struct {
	s    *Service
	id   string
	cur  atomic.Pointer[view] // nil while the table is cold
	used atomic.Int64         // last use, unix milliseconds

	mu sync.Mutex
	// dirty says that a command broke after it had drawn from a script: the
	// table has to be read anew to find the place in it again.
	dirty   bool
	gone    bool       // no longer in the service's map: look the table up again
	turn    *workspace // from open to close
	seed    fair.Hash
	chains  chains
	dice    *Dice     // of the workspace
	luck    *scripted // of a sandbox
	asks    asks
	bots    bots
	books   Books         // of the workspace
	options []game.Option // reused
}

// lookup finds or makes the table object, cold perhaps.
func (s *Service) lookup(id string) *live {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[id]
	if t == nil {
		t = &live{s: s, id: id}
		s.tables[id] = t
	}
	t.used.Store(s.cfg.Now().UnixMilli())
	return t
}

// acquire returns the table locked and warm. The caller unlocks t.mu.
func (s *Service) acquire(ctx context.Context, id string) (*live, *view, error) {
	for {
		t := s.lookup(id)
		began := time.Now()
		t.mu.Lock()
		timing.Since(ctx, timing.Wait, began)
		if t.gone {
			t.mu.Unlock()
			continue
		}
		v, err := t.warm(ctx)
		if err != nil {
			if t.cur.Load() == nil || Lost(err) {
				s.forget(t)
			}
			t.mu.Unlock()
			return nil, nil, err
		}
		return t, v, nil
	}
}

// warm returns the committed view, read from the store if need be. The lock is held.
func (t *live) warm(ctx context.Context) (*view, error) {
	if t.dirty {
		t.invalidate()
	}
	if v := t.cur.Load(); v != nil {
		if same, err := t.current(ctx, v.g.Stamp); same || err != nil {
			return v, err
		}
	}
	return t.load(ctx)
}

// peek returns the committed view without waiting for a commit under way.
func (s *Service) peek(ctx context.Context, id string) (*live, *view, error) {
	if len(id) != gameIDLen && len(id) != privateIDLen {
		return nil, nil, storage.ErrNotFound
	}
	t := s.lookup(id)
	if v := t.cur.Load(); v != nil {
		if same, err := t.current(ctx, v.g.Stamp); same || err != nil {
			return t, v, err
		}
	}
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	t.mu.Unlock()
	return t, v, nil
}

// forget takes a table out of memory. Its lock is held.
func (s *Service) forget(t *live) {
	t.gone = true
	t.cur.Store(nil)
	t.bots.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[t.id] == t {
		delete(s.tables, t.id)
	}
}

// janitor takes idle tables out of memory, strikes clocks that a sleeping
// machine has missed, and clears away what has expired. clock was looked at first when
// it began.
func (s *Service) janitor(began time.Time, clock timecontrol.Watch) {
	tick := time.NewTicker(max(time.Second, min(s.cfg.Idle/4, time.Minute)))
	defer tick.Stop()
	var swept time.Time
	for {
		select {
		case <-s.quit:
			return
		case <-tick.C:
		}
		now := time.Now()
		if jump := clock.Look(s.cfg.Now(), now.Sub(began)); jump != 0 {
			s.jumped(jump)
		}
		s.ringAside() // what a sleeping machine has missed; it may take a while
		s.guard("", s.evict)
		s.guard("", func() { s.talk.Evict(s.cfg.Idle) })
		s.guard("", func() { s.saveLastSeen(s.life) })
		// What is cleared away does not come back: a clock that is believed
		// has been right for a while.
		if clock.Agreed() >= sweepEvery && now.Sub(swept) >= sweepEvery {
			swept = now
			s.guard("", s.sweep)
		}
	}
}

// evict forgets the tables that have been idle for a while, and more of them,
// the longest unused first, while there are too many.
func (s *Service) evict() {
	s.mu.Lock()
	all := make([]*live, 0, len(s.tables))
	for _, t := range s.tables {
		all = append(all, t)
	}
	s.mu.Unlock()
	limit := s.cfg.Now().Add(-s.cfg.Idle).UnixMilli()
	if over := len(all) - s.cfg.MaxLive; over > 0 {
		limit = max(limit, usedAt(all, over))
	}
	for _, t := range all {
		if t.used.Load() > limit || !t.mu.TryLock() {
			continue
		}
		if !t.gone && !t.bots.pending() {
			s.forget(t)
		}
		t.mu.Unlock()
	}
}
