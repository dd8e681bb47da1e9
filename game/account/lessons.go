package account

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Learner is what a player has been told about the decisions of a game. The zero value is
// that of a player who has never played.
type Learner struct {
	Taught uint64 // a bit for each kind of decision that has been explained to them
	Quiet  bool   // they want no explanations
	Played bool   // they have finished a game
}

// Learns reports whether decisions are explained to the player.
func (l Learner) Learns() bool { return !l.Quiet && !l.Played }

// LearnerStore keeps what has been explained to players. Its errors are those of package storage.
type LearnerStore interface {
	// Learner reads what has been explained to a player; ErrNotFound if there is none.
	Learner(ctx context.Context, id PlayerID) (Learner, error)
	// Teach adds kinds of decisions to those explained to a player.
	Teach(ctx context.Context, id PlayerID, kinds uint64) error
	// Explain keeps whether a player wants explanations; switched on again, they begin anew.
	Explain(ctx context.Context, id PlayerID, on bool) error
}

// How much is remembered of what was read, and for how long at one table: news that
// another server has changed it may be lost.
const (
	mostLearners = 4096
	mostTables   = 32 // of one of them
	learnerFor   = time.Minute
)

// learner is one as it was read at some tables.
type learner struct {
	Learner
	where []string
	until time.Time
}

// current reports whether nothing is to be read anew. Who has played has for ever.
func (l *learner) current(where string, now time.Time) bool {
	return l.Played || now.Before(l.until) && (l.Quiet || slices.Contains(l.where, where))
}

// at are the tables at which it was read, and now this one.
func (l *learner) at(where string, now time.Time) []string {
	if !now.Before(l.until) || len(l.where) == mostTables {
		return []string{where}
	}
	return append(slices.Clip(l.where), where)
}

// Learner reads what has been explained to a player.
func (s *Players) Learner(ctx context.Context, id PlayerID) (Learner, error) {
	return s.store.Learner(ctx, id)
}

// LearnerAt is Learner, which is read once in a while at a table: where names that, as
// a player has played when they come to the next one.
func (s *Players) LearnerAt(ctx context.Context, id PlayerID, where string) (Learner, error) {
	now, telling := s.cfg.Now(), s.telling.of(id)
	one, ok := s.learners.Get(id)
	if ok && one.current(where, now) {
		one.Taught |= telling
		return one.Learner, nil
	}
	l, err := s.store.Learner(ctx, id)
	if err == nil && telling == 0 {
		s.learners.Add(id, learner{l, one.at(where, now), now.Add(learnerFor)})
	}
	l.Taught |= telling
	return l, err
}

// Heard is called when another server has changed what is known of a player.
func (s *Players) Heard(id PlayerID) { s.learners.Remove(id) }

// telling are the kinds of decisions that players are about to answer.
type telling struct {
	mu  sync.Mutex
	all map[PlayerID]uint64
}

func (t *telling) of(id PlayerID) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id]
}

// Telling lets kinds of decisions count as explained while the player answers, until end
// is called: what their move shows them at once does not explain them again.
func (s *Players) Telling(id PlayerID, kinds uint64) (end func()) {
	t := &s.telling
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[PlayerID]uint64{}
	}
	t.all[id] |= kinds
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.all, id)
	}
}

// Teach notes that kinds of decisions, as bits, have been explained to a player.
func (s *Players) Teach(ctx context.Context, id PlayerID, kinds uint64) error {
	if err := s.store.Teach(ctx, id, kinds); err != nil {
		s.learners.Remove(id)
		return err
	}
	if one, ok := s.learners.Get(id); ok {
		one.Taught |= kinds
		s.learners.Add(id, one)
	}
	return nil
}

// Explain switches the explanations on, to begin anew, or off.
func (s *Players) Explain(ctx context.Context, id PlayerID, on bool) error {
	err := s.store.Explain(ctx, id, on)
	s.learners.Remove(id)
	return err
}
