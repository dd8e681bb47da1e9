package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
)

// Ringers is how many tables are looked after at the same time when their clocks strike.
const Ringers = ringers

// BreakLuck makes the rules break at the next throw of a table.
func (s *Service) BreakLuck(id string) {
	t, _, err := s.acquire(context.Background(), id)
	if err != nil {
		panic(err)
	}
	defer t.mu.Unlock()
	t.luck = &scripted{Luck: broken{}}
}

type broken struct{ game.Luck }

func (broken) Roll(game.Seat, game.Cause, *[6]uint8) [3]uint8 { panic("the dice are broken") }

// Simplest is the last resort of a bot.
func Simplest(r *game.Ruleset, s *game.State, seat game.Seat) (game.Command, bool) {
	return simplest(r, s, seat, game.Options(r, s, seat, nil))
}

// Workspaces counts the tables that hold one.
func (s *Service) Workspaces() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tables {
		t.mu.Lock()
		if t.turn != nil {
			n++
		}
		t.mu.Unlock()
	}
	return n
}

// ForgetBoards drops the boards in memory, as when many others have been played meanwhile.
func (s *Service) ForgetBoards() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.setups)
}

// OccupyThinkers takes all places for bots that think for long, until release is called.
func (s *Service) OccupyThinkers() (release func()) {
	for range cap(s.thinkers) {
		s.thinkers <- struct{}{}
	}
	return func() {
		for range cap(s.thinkers) {
			<-s.thinkers
		}
	}
}

// Pondering reports whether a bot of a table thinks outside its lock, or waits to.
func (s *Service) Pondering(id string) bool {
	t, _, err := s.acquire(context.Background(), id)
	if err != nil {
		panic(err)
	}
	defer t.mu.Unlock()
	return t.bots.busy
}

// HeldFor is a snapshot as it is while the table waits for a number for a command.
func HeldFor(s Snapshot, c game.Command) Snapshot {
	held := *s.State
	held.Lock = game.DrawLock{Open: true, Seat: c.Seat, Move: c.Kind, Ordinal: 2}
	s.State, s.locked = &held, &c
	return s
}
