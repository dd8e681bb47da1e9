package table

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// feeds wakes people when something changes at any table of theirs. As long
// as nobody listens, a move costs the look at one number.
type feeds struct {
	open atomic.Int32
	mu   sync.Mutex
	by   map[account.PlayerID]map[*Feed]struct{}
}

// Feed is a subscription to all tables of a person. Like every wake-up of this
// package it says where to look and not what is there.
type Feed struct {
	all  *feeds
	p    account.PlayerID
	wake chan struct{}

	mu      sync.Mutex
	changed []string
}

// Follow subscribes to all tables of a player, those they join later included.
// Subscribe first and read then. Close ends it.
func (s *Service) Follow(p account.PlayerID) *Feed {
	f := &Feed{all: &s.feeds, p: p, wake: make(chan struct{}, 1)}
	a := &s.feeds
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.by == nil {
		a.by = map[account.PlayerID]map[*Feed]struct{}{}
	}
	if a.by[p] == nil {
		a.by[p] = map[*Feed]struct{}{}
	}
	a.by[p][f] = struct{}{}
	a.open.Add(1)
	return f
}

// Close ends the subscription.
func (f *Feed) Close() {
	a := f.all
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.by[f.p][f]; !ok {
		return
	}
	delete(a.by[f.p], f)
	a.open.Add(-1)
	if len(a.by[f.p]) == 0 {
		delete(a.by, f.p)
	}
}

// Wake becomes ready after each change.
func (f *Feed) Wake() <-chan struct{} { return f.wake }

// Take is the tables that have changed since it was called last, each once.
func (f *Feed) Take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := f.changed
	f.changed = nil
	return list
}

func (f *Feed) add(id string) {
	f.mu.Lock()
	known := false
	for _, other := range f.changed {
		known = known || other == id
	}
	if !known {
		f.changed = append(f.changed, id)
	}
	f.mu.Unlock()
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// tell wakes everybody who sits at a table, or sat there before a change.
func (a *feeds) tell(games ...*Game) {
	if a.open.Load() == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, g := range games {
		for i := range g.Seats {
			for _, p := range [...]account.PlayerID{g.Seats[i].Player, g.Seats[i].Sub} {
				for f := range a.by[p] {
					f.add(g.ID)
				}
			}
		}
	}
}

// Place is the progress of a table, for a player who sits there.
type Place struct {
	Game    string
	Gone    bool // there is no such table any more, or the player has no seat there
	Status  game.Status
	Seq     uint32
	Rev     uint64
	Chat    uint64 // the last change of its chat, 0 until the first reader
	Awaited bool   // the game cannot go on without the player
}

// PlaceOf returns the progress of a table. A table that is not in memory stays there.
func (s *Service) PlaceOf(ctx context.Context, id string, p account.PlayerID) (Place, error) {
	g, err := s.meta(ctx, id)
	if err != nil {
		return Place{}, err
	}
	return s.placed(g, p), nil
}

// placed is the place of a game whose summary is known.
func (s *Service) placed(g *Game, p account.PlayerID) Place {
	x := Place{Game: g.ID, Status: g.Status, Seq: g.Seq, Rev: g.Rev, Chat: s.talk.Rev(g.ID)}
	x.Gone = g.SeatOf(p) < 0
	x.Awaited = g.awaits(p)
	return x
}

// awaits reports whether the game cannot go on without a player.
func (g *Game) awaits(p account.PlayerID) bool {
	seat := g.HeldBy(p)
	return seat >= 0 && g.Status == game.Playing && g.Waiting.Has(seat)
}

// meta is a game without its log, from memory if it is there.
func (s *Service) meta(ctx context.Context, id string) (*Game, error) {
	s.mu.Lock()
	t := s.tables[id]
	s.mu.Unlock()
	if t != nil {
		if v := t.cur.Load(); v != nil {
			return v.g, nil
		}
	}
	g, _, err := s.store.Game(ctx, id)
	return g, err
}

// Places returns the progress of a player's tables, those that changed at
// a time or after it; for the zero time all of them, the latest limit ones.
func (s *Service) Places(ctx context.Context, p account.PlayerID, since time.Time, limit int) ([]Place, error) {
	all, err := s.store.Games(ctx, Filter{Player: p, Limit: limit})
	if err != nil {
		return nil, err
	}
	list := make([]Place, 0, len(all))
	for _, g := range all {
		if g.UpdatedAt.Before(since) {
			continue
		}
		list = append(list, s.placed(g, p))
	}
	if since.IsZero() {
		return list, nil
	}
	talks, err := s.talk.Last(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, g := range all {
		if m, ok := talks[g.ID]; ok && g.UpdatedAt.Before(since) && !m.At.Before(since) {
			x := s.placed(g, p)
			x.Chat = max(x.Chat, m.Rev)
			list = append(list, x)
		}
	}
	return list, nil
}
