package table

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/timing"
)

// Log reads the events after a number, at most limit of them; 0: all. What a
// viewer must not see is for the caller to hide.
func (s *Service) Log(ctx context.Context, id string, after uint32, limit int) ([]Entry, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return nil, err
	}
	if after >= v.state.Seq {
		return nil, nil
	}
	if entries, ok := v.tail.entries(after, limit); ok {
		return entries, nil
	}
	return s.logged(ctx, id, v, after, limit)
}

// ShownEvents reads the same events as they are shown to people.
func (s *Service) ShownEvents(ctx context.Context, id string, after uint32, limit int) ([]ShownEvent, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return nil, err
	}
	if after >= v.state.Seq {
		return nil, nil
	}
	if list, ok := v.tail.since(after, limit); ok {
		return list, nil
	}
	entries, err := s.logged(ctx, id, v, after, limit)
	list := make([]ShownEvent, len(entries))
	for i := range entries {
		list[i] = shownEvent(&entries[i])
	}
	return list, err
}

// logged reads events from the store.
func (s *Service) logged(ctx context.Context, id string, v *view, after uint32, limit int) ([]Entry, error) {
	began := time.Now()
	moves, err := s.store.Moves(ctx, id, after, limit) // every move has an event at least
	timing.Since(ctx, timing.Store, began)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for i := range moves {
		more, err := decode(v.setup, &moves[i])
		if err != nil {
			return nil, fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
		}
		entries = append(entries, more...)
	}
	for len(entries) > 0 && entries[0].Seq <= after {
		entries = entries[1:]
	}
	return cut(entries, limit), nil
}

func cut(entries []Entry, limit int) []Entry {
	if limit > 0 && len(entries) > limit {
		entries = entries[:limit]
	}
	return entries[:len(entries):len(entries)]
}

// pageRows is how many rows are read at a time of a log that may be long. No
// reader of the store is held between two pages, however slow its reader is.
const pageRows = 64

// Walk shows the events after one number up to another, in order and a few at a
// time, so that the log need not be in memory as a whole. What a viewer must not
// see is for the caller to hide. It ends with the first error of show.
func (s *Service) Walk(ctx context.Context, id string, after, upTo uint32, show func([]Entry) error) error {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return err
	}
	return s.walk(ctx, id, after, upTo, func(m *Move) error {
		entries, err := decode(v.setup, m)
		if err != nil {
			return fmt.Errorf("%w: game %s: %w", ErrDamaged, id, err)
		}
		for len(entries) > 0 && entries[0].Seq <= after {
			entries = entries[1:]
		}
		for len(entries) > 0 && entries[len(entries)-1].Seq > upTo {
			entries = entries[:len(entries)-1]
		}
		return show(entries)
	})
}

// Lines is Walk for callers that need the lines only, as they are stored; they
// are not read. A line is good until show returns.
func (s *Service) Lines(ctx context.Context, id string, after, upTo uint32, show func(line []byte) error) error {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return err
	}
	if entries, ok := v.tail.entries(after, 0); ok {
		for i := range entries {
			if entries[i].Seq > upTo {
				return nil
			}
			if err := show(entries[i].JSON); err != nil {
				return err
			}
		}
		return nil
	}
	return s.walk(ctx, id, after, upTo, func(m *Move) error {
		seq := m.First
		for line := range bytes.Lines(m.Events) {
			if seq > after && seq <= upTo {
				if err := show(bytes.TrimRight(line, "\n")); err != nil {
					return err
				}
			}
			seq++
		}
		if seq != m.Seq+1 {
			return fmt.Errorf("%w: game %s: the row of event %d has %d lines", ErrDamaged, id, m.First, seq-m.First)
		}
		return nil
	})
}

// walk shows the rows of a log with events after one number and up to another.
func (s *Service) walk(ctx context.Context, id string, after, upTo uint32, show func(*Move) error) error {
	for after < upTo {
		rows, err := s.store.Moves(ctx, id, after, pageRows)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return fmt.Errorf("%w: game %s: no event after %d", ErrDamaged, id, after)
		}
		for i := range rows {
			if rows[i].First > upTo {
				return nil
			}
			if err := show(&rows[i]); err != nil {
				return err
			}
		}
		after = rows[len(rows)-1].Seq
	}
	return nil
}
