package table

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// A visit ends when its player has not looked at the table for a while.
const (
	visitPause = 10 * time.Minute
	visitBatch = 500 // saved at a time

	// What a page has shown for the first time is saved soon, so that a crash does
	// not tell it again; in small parts, so that moves wait for none of it.
	visitSoon  = 500 * time.Millisecond
	visitHurry = 100
)

// VisitLife is how long a store remembers a visit.
const VisitLife = 180 * 24 * time.Hour

// Visit is how far a player has seen a game, and when they looked last.
type Visit struct {
	Player account.PlayerID
	Game   string
	Seq    uint32
	At     time.Time
}

// Absence is the news a player has missed: everything after the last event seen
// in the visit before this one.
type Absence struct {
	Seq uint32
	At  time.Time // when they looked last; zero if they have missed nothing
}

// visits remembers who has seen what. It is kept in memory and saved a moment
// later: what a crash loses is shown once more.
type visits struct {
	mu     sync.Mutex
	all    map[visitKey]*visit
	queue  []visitKey // have seen more than is saved, the longest waiting first
	saving bool       // a goroutine is about to save the first of them
}

type visitKey struct {
	player account.PlayerID
	game   string
}

// visit is one player at one table.
type visit struct {
	seen  uint32
	saved uint32 // of what was seen
	last  time.Time
	away  Absence
	dirty bool
	queue bool // it is in the queue
	open  int  // live streams
	stays bool // they have looked since one of them was opened

	read time.Time // when the store was asked last what other servers know of it
}

// visitAgain is how old may be what is known of a visit to another server.
const visitAgain = time.Second

// over reports whether the visit has ended by itself.
func (v *visit) over(now time.Time) bool {
	return !v.last.IsZero() && now.Sub(v.last) > visitPause && !v.stays
}

// Stay notes that a player has a table open, and returns the function that notes
// the end: meanwhile they do not go away however long nothing happens. A player
// who comes back by a stream still has to look first.
func (s *Service) Stay(id string, p account.PlayerID) (leave func()) {
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
// 0 if they look at something older, and returns the news they had missed when they came.
// After a move of their own they have caught up.
func (s *Service) Visit(ctx context.Context, id string, p account.PlayerID, seq uint32, moved bool) (Absence, error) {
	if p == "" {
		return Absence{}, nil
	}
	key := visitKey{p, id}
	now := s.now()
	s.visits.mu.Lock()
	v := s.visits.all[key]
	known := v != nil && (s.shared == nil || now.Sub(v.read) < visitAgain)
	s.visits.mu.Unlock()
	var stored Visit
	if !known {
		var err error
		if stored, err = s.store.Visit(ctx, p, id); err != nil && !errors.Is(err, storage.ErrNotFound) {
			return Absence{}, err
		}
	}
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	if v = s.visits.all[key]; v == nil {
		if s.visits.all == nil {
			s.visits.all = map[visitKey]*visit{}
		}
		v = &visit{seen: stored.Seq, saved: stored.Seq, last: stored.At}
		s.visits.all[key] = v
	}
	if !known {
		v.read = now
		v.seen = max(v.seen, stored.Seq)
		if stored.At.After(v.last) { // they looked at another server meanwhile
			v.last = stored.At
		}
	}
	if v.over(now) {
		v.away = Absence{v.seen, v.last}
	}
	v.seen, v.dirty, v.stays = max(v.seen, seq), true, v.open > 0
	if now.After(v.last) {
		v.last = now
	}
	if moved {
		v.away = Absence{}
	}
	if v.seen != v.saved && !v.queue {
		v.queue = true
		s.visits.queue = append(s.visits.queue, key)
		s.saveSoon()
	}
	return v.away, nil
}

// saveSoon lets the queue be saved in a moment. The lock of the visits is held.
func (s *Service) saveSoon() {
	if s.visits.saving || len(s.visits.queue) == 0 {
		return
	}
	s.visits.saving = true
	s.after(visitSoon, "", func() {
		defer func() {
			s.visits.mu.Lock()
			defer s.visits.mu.Unlock()
			s.visits.saving = false
			s.saveSoon()
		}()
		if list := s.visits.first(); len(list) > 0 {
			s.writeLastSeen(s.life, list)
		}
	})
}

// first takes the first ones of the queue that are not saved meanwhile.
func (all *visits) first() (list []Visit) {
	all.mu.Lock()
	defer all.mu.Unlock()
	n := min(len(all.queue), visitHurry)
	for _, key := range all.queue[:n] {
		v := all.all[key]
		if v == nil {
			continue
		}
		v.queue = false
		if v.dirty {
			list = append(list, v.save(key))
		}
	}
	if all.queue = all.queue[n:]; len(all.queue) == 0 {
		all.queue = nil
	}
	return list
}

// save is the part of a visit to be stored.
func (v *visit) save(key visitKey) Visit {
	v.dirty, v.saved = false, v.seen
	return Visit{key.player, key.game, v.seen, v.last}
}

func (s *Service) writeLastSeen(ctx context.Context, list []Visit) bool {
	err := s.store.SaveLastSeen(ctx, list)
	if err != nil {
		s.cfg.Logger.Warn("visits could not be saved, tries again", "visits", len(list), "err", err)
		s.visits.unsaved(list)
	}
	return err == nil
}

// unsaved notes that visits could not be stored, for the next time.
func (all *visits) unsaved(list []Visit) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, one := range list {
		if v := all.all[visitKey{one.Player, one.Game}]; v != nil {
			v.dirty = true
		}
	}
}

// saveLastSeen stores the changes and forgets those that are over.
func (s *Service) saveLastSeen(ctx context.Context) {
	for {
		list := s.visits.take(s.now())
		if len(list) == 0 || !s.writeLastSeen(ctx, list) || len(list) < visitBatch {
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
		switch {
		case v.dirty && len(list) < visitBatch:
			list = append(list, v.save(key)) // and forgotten only the next time, in case that it fails
		case !v.dirty && !v.queue && v.open == 0 && now.Sub(v.last) > 2*visitPause:
			delete(all.all, key)
		}
	}
	return list
}

// Seen is how far a player has been shown a game, and when they looked last; zero if not
// at all.
func (s *Service) Seen(ctx context.Context, id string, p account.PlayerID) (seq uint32, at time.Time, err error) {
	s.visits.mu.Lock()
	v := s.visits.all[visitKey{p, id}]
	if v != nil {
		seq, at = v.seen, v.last
	}
	s.visits.mu.Unlock()
	if v != nil {
		return seq, at, nil
	}
	stored, err := s.store.Visit(ctx, p, id)
	if errors.Is(err, storage.ErrNotFound) {
		return 0, time.Time{}, nil
	}
	return stored.Seq, stored.At, err
}
