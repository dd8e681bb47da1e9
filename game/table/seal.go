package table

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Seal closes a game for good that cannot be read, so that it waits for nobody
// any more and its address says so. What is stored of it stays as it is; Salvage
// reads what can be read. ErrConflict if it can be read whole, ErrSealed if it is
// closed like this.
func (s *Service) Seal(ctx context.Context, id string) error {
	_, _, err := s.peek(ctx, id)
	switch {
	case err == nil:
		return storage.ErrConflict
	case !Unreadable(err):
		return err
	}
	if err := s.store.Seal(ctx, id, s.now()); err != nil {
		return err
	}
	g, _, err := s.store.Game(ctx, id)
	if err != nil {
		return err
	}
	s.cfg.Logger.Info("a table that cannot be read is closed", "game", id, "after", g.Seq)
	s.folded(id, nil)
	s.stopClock(id)
	s.games.wake(id)
	s.feeds.tell(g)
	return nil
}

// Unreadable reports whether a game is damaged, and not only its storage at a bad moment.
func Unreadable(err error) bool {
	return errors.Is(err, ErrDamaged) && !errors.Is(err, storage.ErrFailed)
}

// Lost reports whether a game can be neither played nor read, however often it is tried:
// it is gone, sealed or unreadable.
func Lost(err error) bool {
	return errors.Is(err, storage.ErrNotFound) || errors.Is(err, ErrSealed) || Unreadable(err)
}

// Salvaged is what can be read of a sealed game: its events from the first one
// to the last row of the log that fits, and the position after them.
type Salvaged struct {
	Snapshot
	Entries []Entry
	Head    *SignedHead // nil if it has none
}

// Salvage reads what can be read of a sealed game. ErrNotFound if it is not
// sealed, ErrDamaged if not even its beginning can be read.
func (s *Service) Salvage(ctx context.Context, id string) (out Salvaged, err error) {
	t := &live{s: s, id: id}
	defer t.caught("a stored game broke the rules", 0, game.Nobody, func() { err = ErrDamaged })
	g, seed, err := s.store.Game(ctx, id)
	switch {
	case err != nil:
		return out, err
	case !g.Sealed:
		return out, storage.ErrNotFound
	case g.Damage != nil:
		return out, g.Damage
	}
	moves, err := s.store.Moves(ctx, id, 0, 0)
	if err != nil && !Unreadable(err) {
		return out, err
	}
	t.seed, t.chains = seed, chains{root: seed}
	v := &view{g: g, commitment: commitment(g, seed)}
	if err := t.begin(ctx, v); err != nil {
		return out, t.damaged(err)
	}
	log := game.NewFold(&v.state)
	for i := range moves {
		next, row, err := t.extend(v, &log, &moves[i])
		if err != nil {
			break
		}
		v, out.Entries = next, append(out.Entries, row...)
	}
	if n := len(out.Entries); v.dice != nil && n > 0 {
		v.dice.Head = fair.LineHash(out.Entries[n-1].JSON)
	}
	v.seats = seatInfos(v)
	out.Snapshot = t.snapshot(v)
	head, err := s.headOf(ctx, v)
	switch {
	case err == nil:
		out.Head = &head
	case !errors.Is(err, ErrNoChain):
		return out, err
	}
	return out, nil
}

// extend folds one more row of a log that may be damaged; the view it begins
// with stays as it is.
func (t *live) extend(v *view, log *game.Fold, m *Move) (next *view, entries []Entry, err error) {
	defer t.caught("a stored game broke the rules", m.First, game.Nobody, func() { err = ErrDamaged })
	if entries, err = decode(v.setup, m); err != nil {
		return nil, nil, err
	}
	copied := *v
	return &copied, entries, t.replay(&copied, log, m)
}
