package table

import (
	"context"
	"fmt"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/wire"
)

// How much of the past is kept in memory: the games looked at last, and of each
// some positions from which every other one is near. A longer game has them
// further apart.
const (
	maxHistories = 48
	maxMarks     = 32
	firstGap     = 128 // events between two marks of a short game
	historyRows  = 512 // read at a time
)

// history is a game's log as far as a reader has looked back. It is
// folded apart from the live table, and only onwards: a game looked at again
// costs what has happened since.
type history struct {
	mu      sync.Mutex
	used    int64 // guarded by the service's lock
	begun   bool
	end     foldedTo
	marks   []mark // in order; the first is the opening
	undone  []undone
	gap     uint32
	turns   []uint32 // their first events; the array behind it only grows
	counts  *stats.Collector
	figures *stats.Figures // as of figures.Seq
}

// mark is a position to go on from: nothing before it can be taken back.
type mark struct {
	state game.State
	terms wire.Agreements
}

// foldedTo is where the folding of a log stands.
type foldedTo struct {
	state game.Fold
	terms wire.Agreements
}

// from is the folding that goes on from a mark.
func from(m mark) foldedTo { return foldedTo{game.NewFold(&m.state), m.terms} }

// undone is a decision that was taken back: the events after one up to the one
// that says so.
type undone struct{ to, seq uint32 }

// history finds or makes what is kept of a game and lets the one least looked
// at go if there are too many.
func (s *Service) history(id string) *history {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.histories == nil {
		s.histories = map[string]*history{}
	}
	s.looks++
	h := s.histories[id]
	if h == nil {
		if len(s.histories) >= maxHistories {
			oldest := ""
			for other, x := range s.histories {
				if oldest == "" || x.used < s.histories[oldest].used {
					oldest = other
				}
			}
			delete(s.histories, oldest)
		}
		h = &history{gap: firstGap}
		s.histories[id] = h
	}
	h.used = s.looks
	return h
}

// past returns the history of a running or finished game, folded up to the view
// at least, and locked. The caller unlocks it.
func (s *Service) past(ctx context.Context, id string, v *view) (*history, error) {
	h := s.history(id)
	h.mu.Lock()
	followed := false
	defer func() {
		if !followed { // a panic too, or nobody would ever see this game's history again
			h.forget()
			h.mu.Unlock()
		}
	}()
	if err := s.follow(ctx, h, id, v); err != nil {
		return nil, err
	}
	followed = true
	return h, nil
}

// follow folds what has happened since. Its lock is held.
func (s *Service) follow(ctx context.Context, h *history, id string, v *view) error {
	if !h.begun {
		start, err := s.openingOf(id, v)
		if err != nil {
			return err
		}
		h.marks = append(h.marks, mark{state: start})
		h.end, h.counts, h.begun = from(h.marks[0]), stats.New(v.setup.Rules, &start), true
	}
	recount := false
	for h.end.state.Seq < v.state.Seq {
		before := h.end.state.Seq
		err := s.refold(ctx, id, v, &h.end, v.state.Seq, func(e *game.Event) {
			if e.Kind == game.Undone {
				h.takeBack(uint32(e.N))
				recount = true
			}
			if !recount { // what follows meets a state that counts does not know
				h.counts.Add(e)
			}
			if e.Kind == game.TurnStarted {
				h.turns = append(h.turns, h.end.state.Seq)
			}
			if game.Reveals(e.Kind) && h.end.state.Seq-h.marks[len(h.marks)-1].state.Seq >= h.gap {
				h.setMark()
			}
		})
		if err != nil {
			return err
		}
		if h.end.state.Seq == before {
			return fmt.Errorf("%w: game %s: no event after %d", ErrDamaged, id, before)
		}
	}
	if recount {
		return s.recount(ctx, h, id, v)
	}
	return nil
}

// forget lets the history begin anew.
func (h *history) forget() {
	h.begun, h.marks, h.turns, h.figures, h.end, h.undone = false, nil, nil, nil, foldedTo{}, nil
}

// takeBack notes that the game has just gone back to the state after an event.
func (h *history) takeBack(to uint32) {
	h.undone = append(h.undone, undone{to, h.end.state.Seq})
	n := len(h.turns)
	for n > 0 && h.turns[n-1] > to {
		n--
	}
	h.turns = h.turns[:n:n]
}

// takenBack reports whether the event counts no more.
func (h *history) takenBack(seq uint32) bool {
	for _, u := range h.undone {
		if seq > u.to && seq <= u.seq {
			return true
		}
	}
	return false
}

// recount counts a game anew, without what was taken back in it.
func (s *Service) recount(ctx context.Context, h *history, id string, v *view) error {
	end := from(h.marks[0])
	h.counts, h.figures = stats.New(v.setup.Rules, &h.marks[0].state), nil
	for end.state.Seq < h.end.state.Seq {
		before := end.state.Seq
		err := s.refold(ctx, id, v, &end, h.end.state.Seq, func(e *game.Event) {
			if h.takenBack(end.state.Seq) {
				h.counts.Skip()
				return
			}
			h.counts.Add(e)
		})
		if err == nil && end.state.Seq == before {
			err = fmt.Errorf("%w: game %s: no event after %d", ErrDamaged, id, before)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// setMark keeps the position at the end, and of too many every other one.
func (h *history) setMark() {
	if len(h.marks) == maxMarks {
		kept := h.marks[:0]
		for i := 0; i < len(h.marks); i += 2 {
			kept = append(kept, h.marks[i])
		}
		clear(h.marks[len(kept):])
		h.marks = kept
		h.gap *= 2
		return
	}
	h.marks = append(h.marks, mark{h.end.state.State, h.end.terms})
}

// before is the last mark that is not after the event.
func (h *history) before(seq uint32) mark {
	for i := len(h.marks) - 1; i > 0; i-- {
		if h.marks[i].state.Seq <= seq {
			return h.marks[i]
		}
	}
	return h.marks[0]
}

// refold folds events after m, up to one number or as many as are read at a
// time, and shows each to look after it was folded.
func (s *Service) refold(ctx context.Context, id string, v *view, m *foldedTo, upTo uint32, look func(*game.Event)) error {
	rows, err := s.store.Moves(ctx, id, m.state.Seq, int(min(upTo-m.state.Seq, historyRows)))
	if err != nil {
		return err
	}
	for i := range rows {
		entries, err := decode(v.setup, &rows[i])
		if err != nil {
			return fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
		}
		if rows[i].First == m.state.Seq+1 && rows[i].First <= upTo {
			m.state.Decided(rows[i].Seat, entries[0].Event.Kind, rows[i].Origin == ByOrder)
		}
		for j := range entries {
			e := &entries[j]
			if e.Seq <= m.state.Seq || e.Seq > upTo {
				continue
			}
			if err := wire.Fold(&m.state, &e.Event); err != nil {
				return fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
			}
			m.terms = m.terms.With(&e.Event, e.JSON).Open(&m.state.State)
			if look != nil {
				look(&e.Event)
			}
		}
	}
	return nil
}
