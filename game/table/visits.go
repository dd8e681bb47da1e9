package table

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A visit ends when its player has not looked at the table for a while.
const (
	visitPause = 10 * time.Minute
	visitBatch = 500 // saved at a time
)

// VisitLife is how long a store remembers a visit.
const VisitLife = 180 * 24 * time.Hour

// Visit is how far a player has seen a game, and when he looked last.
type Visit struct {
	Player PlayerID
	Game   string
	Seq    uint32
	At     time.Time
}

// Absence is what a player has missed: everything after the event he had seen
// when his visit before this one ended.
type Absence struct {
	Seq uint32
	At  time.Time // when he looked last; zero on his first visit
}

// visits remembers who has seen what. It is kept in memory and saved now and
// then: what a crash loses is shown once more.
type visits struct {
	mu  sync.Mutex
	all map[visitKey]*visit
}

type visitKey struct {
	player PlayerID
	game   string
}

// visit is one player at one table.
type visit struct {
	seen  uint32
	last  time.Time
	away  Absence
	dirty bool
	open  int  // live streams
	stays bool // he has looked since one of them was opened
}

// over tells whether the visit has ended by itself.
func (v *visit) over(now time.Time) bool {
	return !v.last.IsZero() && now.Sub(v.last) > visitPause && !v.stays
}

// Stay notes that a player has a table open, and returns the function that notes
// the end: meanwhile he does not go away however long nothing happens. Somebody
// who comes back by a stream still has to look first.
func (s *Service) Stay(id string, p PlayerID) (leave func()) {
	if p == "" {
		return func() {}
	}
	all := &s.visits
	all.mu.Lock()
	defer all.mu.Unlock()
	v := all.all[visitKey{p, id}]
	if v == nil {
		return func() {}
	}
	v.stays = v.stays || !v.over(s.now())
	v.open++
	return func() {
		all.mu.Lock()
		defer all.mu.Unlock()
		if v.stays {
			v.last, v.dirty = s.now(), true
		}
		if v.open--; v.open == 0 {
			v.stays = false
		}
	}
}

// Visit notes that a player looks at a game and is shown its events up to seq,
// 0 if he looks at something older, and tells what he had missed when he came.
// After a move of his own he has caught up.
func (s *Service) Visit(ctx context.Context, id string, p PlayerID, seq uint32, moved bool) (Absence, error) {
	if p == "" {
		return Absence{}, nil
	}
	key := visitKey{p, id}
	now := s.now()
	s.visits.mu.Lock()
	v := s.visits.all[key]
	s.visits.mu.Unlock()
	if v == nil {
		stored, err := s.store.Visit(ctx, p, id)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return Absence{}, err
		}
		v = &visit{seen: stored.Seq, last: stored.At}
		if err == nil {
			v.away = Absence{stored.Seq, stored.At}
		}
	}
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	if other := s.visits.all[key]; other != nil {
		v = other // another tab was quicker
	} else {
		if s.visits.all == nil {
			s.visits.all = map[visitKey]*visit{}
		}
		s.visits.all[key] = v
	}
	if v.over(now) {
		v.away = Absence{v.seen, v.last}
	}
	v.seen, v.dirty, v.stays = max(v.seen, seq), true, v.open > 0
	if now.After(v.last) {
		v.last = now
	}
	if moved {
		v.away.Seq = v.seen
	}
	return v.away, nil
}

// saveVisits writes down what has changed and forgets visits that are over.
func (s *Service) saveVisits(ctx context.Context) {
	for {
		list := s.visits.take(s.now())
		if len(list) == 0 {
			return
		}
		if err := s.store.SaveVisits(ctx, list); err != nil {
			s.cfg.Logger.Warn("visits could not be saved", "visits", len(list), "err", err)
			return
		}
		if len(list) < visitBatch {
			return
		}
	}
}

// take collects a batch of what is not saved yet.
func (all *visits) take(now time.Time) []Visit {
	all.mu.Lock()
	defer all.mu.Unlock()
	var list []Visit
	for key, v := range all.all {
		if v.dirty && len(list) < visitBatch {
			v.dirty = false
			list = append(list, Visit{key.player, key.game, v.seen, v.last})
		}
		if !v.dirty && v.open == 0 && now.Sub(v.last) > 2*visitPause {
			delete(all.all, key)
		}
	}
	return list
}
