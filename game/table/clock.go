package table

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// retryClock is when a strike that could not be written is tried again.
const retryClock = 5 * time.Second

// Resume lets the clocks and the bots of all running games go on after a
// restart. The time that the server was down counts: an hour agreed upon is an
// hour on the players' clocks.
func (s *Service) Resume(ctx context.Context) error {
	playing := []game.Status{game.Playing}
	clocked, err := s.store.Games(ctx, Filter{Statuses: []game.Status{game.InLobby, game.Playing}, Clocked: true})
	if err != nil {
		return err
	}
	for _, g := range clocked {
		s.setClock(g.ID, g.due())
	}
	due, err := s.store.Games(ctx, Filter{Statuses: playing, BotsDue: true})
	if err != nil {
		return err
	}
	for _, g := range due {
		// A damaged game has been logged and must not keep the others from being served.
		if _, _, err := s.peek(ctx, g.ID); err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrCorrupt) {
			return err
		}
	}
	return nil
}

// clock strikes when a table goes on by itself.
type clock struct {
	timer *time.Timer
	at    time.Time
}

// setClock arms the clock of a game, or disarms it if there is no time.
func (s *Service) setClock(id string, at time.Time) {
	if at.IsZero() {
		s.stopClock(id)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old, armed := s.clocks[id]
	if s.closed || armed && old.at.Equal(at) {
		return
	}
	if armed {
		old.timer.Stop()
	}
	s.clocks[id] = clock{s.after(at.Sub(s.cfg.Now()), func() { s.strike(id) }), at}
}

func (s *Service) stopClock(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, armed := s.clocks[id]; armed {
		old.timer.Stop()
		delete(s.clocks, id)
	}
}

// strike is called by a clock that has run down.
func (s *Service) strike(id string) {
	s.stopClock(id)
	ctx := s.life
	t, v, err := s.acquire(ctx, id)
	if err == nil {
		v, err = t.strikeDue(ctx, v)
		if err == nil {
			s.setClock(id, v.g.due())
		}
		t.mu.Unlock()
	}
	if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrClosed) {
		s.cfg.Logger.Warn("clock could not strike, tries again", "game", id, "err", err)
		s.setClock(id, s.cfg.Now().Add(retryClock))
	}
}

// strikeDue does what is due by the clock: it goes on without the numbers that
// did not come, and strikes the agreed hour. Every command looks here first, so
// that none slips in behind a clock that is late.
func (t *live) strikeDue(ctx context.Context, v *view) (*view, error) {
	now := t.s.cfg.Now()
	if !v.g.LinkBy.IsZero() {
		if now.Before(v.g.LinkBy) {
			return v, nil
		}
		next, err := t.goOn(ctx, v)
		if err != nil || next == v || !next.g.LinkBy.IsZero() {
			return next, err
		}
		v = next
	}
	if v.g.EndsAt.IsZero() || now.Before(v.g.EndsAt) {
		return v, nil
	}
	t.open(v)
	steps, no, err := t.decide(game.Move(game.TimeUp, game.Nobody), ByClock, number{})
	if err != nil {
		return nil, err
	}
	if !no.OK() {
		t.s.cfg.Logger.Error("the agreed hour was refused", "game", t.id, "code", no.Code, "rule", no.Rule)
		g := v.g.clone()
		g.EndsAt = time.Time{}
		return t.save(ctx, v, g)
	}
	next, _, err := t.write(ctx, v, steps, nil)
	return next, err
}
