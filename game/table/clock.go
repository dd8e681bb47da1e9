package table

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/storage"
)

// When a strike is tried again.
const (
	retryClock  = 5 * time.Second  // that could not be written
	retryBroken = 10 * time.Minute // at which something broke, most likely for good
)

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
		s.setClock(g.ID, g.due(time.Time{}))
	}
	deadlines, err := s.store.Due(ctx)
	if err != nil {
		return err
	}
	for _, d := range deadlines {
		if at := s.clockOf(d.Game); at.IsZero() || d.At.Before(at) {
			s.setClock(d.Game, d.At)
		}
	}
	due, err := s.store.Games(ctx, Filter{Statuses: playing, BotsDue: true})
	if err != nil {
		return err
	}
	for _, g := range due {
		if !s.mine(g.ID) {
			continue
		}
		// A damaged game has been logged and must not keep the others from being served.
		if _, _, err := s.peek(ctx, g.ID); err != nil && !Lost(err) && !errors.Is(err, storage.ErrCorrupt) {
			return err
		}
	}
	return nil
}

// setClock lets the clock of a game strike at a time, or never if there is none.
func (s *Service) setClock(id string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	if !s.mine(id) {
		at = time.Time{}
	}
	s.alarms.Set(id, at)
	s.arm()
}

// arm sets the one timer for the earliest of all clocks. s.mu is held.
func (s *Service) arm() {
	next, ok := s.alarms.Next()
	if s.ringing || ok && s.armed.Equal(next) { // the goroutine that rings arms the clock in the end
		return
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.armed = next
	if ok {
		s.timer = s.after(next.Sub(s.cfg.Now()), "", s.ring)
	}
}

// ringers is how many tables are looked after at the same time when many clocks
// strike at once: few, so that people who move meanwhile do not wait.
const ringers = 4

// ring lets all clocks strike whose time has come, unless somebody does already.
func (s *Service) ring() {
	var at sync.WaitGroup
	defer at.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ringing {
		return
	}
	s.ringing = true
	for s.life.Err() == nil && !s.closed {
		id, ok := s.alarms.Ring(s.cfg.Now())
		if !ok {
			break
		}
		s.mu.Unlock()
		s.places <- struct{}{}
		at.Go(func() {
			defer func() { <-s.places }()
			if !s.guard(id, func() { s.timeUp(id) }) {
				s.setClock(id, s.cfg.Now().Add(retryBroken))
			}
		})
		s.mu.Lock()
	}
	s.ringing, s.armed = false, time.Time{}
	if !s.closed {
		s.arm()
	}
}

// ringAside lets the clocks strike on a goroutine of its own.
func (s *Service) ringAside() { s.busy.Go(func() { s.guard("", s.ring) }) }

// maxDrift is how far the clock on the wall may move, while nobody looks at it, before
// what is promised to players begins anew.
const maxDrift = 30 * time.Second

// upSince is since when, by the clock on the wall, this service has been there
// without a break. It notices when that clock is set or the machine slept.
func (s *Service) upSince() time.Time {
	s.watchMu.Lock()
	defer s.watchMu.Unlock()
	s.watch.Look(s.cfg.Now(), s.cfg.Steady())
	return s.watch.Up()
}

// jumped is called when the clock on the wall was set. Timers do not hear of
// that: every clock is looked at, and strikes if its time has come.
func (s *Service) jumped(by time.Duration) {
	s.cfg.Logger.Warn("the clock jumped; logs never run backward, agreed hours go by the new time", "by", by.Round(time.Millisecond))
	s.mu.Lock()
	if by < 0 { // clocks that began later than now have to begin anew
		for _, id := range s.alarms.Keys() {
			s.alarms.Set(id, s.cfg.Now())
		}
	}
	s.armed = time.Time{}
	if !s.closed {
		s.arm()
	}
	s.mu.Unlock()
	s.ringAside()
}

func (s *Service) clockOf(id string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alarms.At(id)
}

func (s *Service) stopClock(id string) { s.setClock(id, time.Time{}) }

// timeUp is called by a clock that has run down.
func (s *Service) timeUp(id string) {
	ctx := s.life
	t, v, err := s.acquire(ctx, id)
	if err == nil {
		err = t.strike(ctx, v)
		t.mu.Unlock()
	}
	if errors.Is(err, errClockBroke) {
		s.setClock(id, s.cfg.Now().Add(retryBroken)) // it has been logged
		return
	}
	if err != nil && !Lost(err) && !errors.Is(err, ErrClosed) {
		s.cfg.Logger.Log(ctx, logLevel(err), "clock could not strike, tries again", "game", id, "err", err)
		s.setClock(id, s.cfg.Now().Add(retryClock))
	}
}

// errClockBroke says that something panicked while a clock struck.
var errClockBroke = fmt.Errorf("%w: a clock broke", ErrInternal)

// strike does what is due at the table and sets its clock anew. Its lock is held.
func (t *live) strike(ctx context.Context, v *view) (err error) {
	defer t.caught("a clock broke", v.state.Seq, game.Nobody, func() { t.invalidate(); err = errClockBroke })
	if v, err = t.timeUpDue(ctx, v); err != nil {
		return err
	}
	if v, err = t.catchUp(ctx, v); err != nil {
		return err
	}
	t.s.setClock(t.id, t.next(v))
	t.planBots(v)
	if t.s.crowded() && !t.bots.pending() {
		t.s.forget(t)
	}
	return nil
}

// crowded reports whether there are more tables in memory than there should be.
func (s *Service) crowded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tables) > s.cfg.MaxLive
}

// next is when the table goes on by itself; later than now, whatever is overdue.
func (t *live) next(v *view) time.Time {
	at := v.g.due(t.s.dueOf(v.g, &v.state))
	if soon := t.s.cfg.Now().Add(retryClock); !at.IsZero() && !at.After(t.s.cfg.Now()) {
		return soon
	}
	return at
}

// timeUpDue does what is due by the clock: it goes on without the numbers that
// did not come, strikes the agreed hour, and answers for those whose time has
// run out. Every command looks here first, so
// that none slips in behind a clock that is late.
func (t *live) timeUpDue(ctx context.Context, v *view) (*view, error) {
	now := t.s.cfg.Now()
	if !v.g.LinkBy.IsZero() {
		if latest := now.Add(v.g.linkTime()); v.g.LinkBy.After(latest.Add(retryClock)) {
			g := v.g.clone() // the clock was set back: the old time would come round again
			g.LinkBy = latest
			return t.save(ctx, v, g)
		}
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
		return t.timeDue(ctx, v)
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
