package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timing"
	"github.com/bankhalter/bankhalter/game/wire"
)

// load folds the table from its log and lets clock and bots go on. Its lock is held.
func (t *live) load(ctx context.Context) (v *view, err error) {
	defer t.caught("a stored game broke the rules", 0, game.Nobody, func() { v, err = nil, ErrDamaged })
	began := time.Now()
	v, err = t.fold(ctx)
	timing.Since(ctx, timing.Store, began)
	if err != nil {
		return nil, err
	}
	t.show(v)
	return v, nil
}

// fold reads the table from its log: what another server has added to the view in
// memory, or all of it. Its lock is held.
func (t *live) fold(ctx context.Context) (v *view, err error) {
	defer func() {
		if ctx.Err() == nil {
			t.s.folded(t.id, err)
		}
	}()
	defer t.caught("a stored game broke the rules", 0, game.Nobody, func() { v, err = nil, ErrDamaged })
	g, seed, err := t.s.store.Game(ctx, t.id)
	if err != nil {
		return nil, err
	}
	if g.Sealed {
		return nil, ErrSealed
	}
	if g.Tempo, g.DueAt, err = t.s.store.Tempo(ctx, t.id); err != nil && !errors.Is(err, storage.ErrNotFound) {
		return nil, err
	}
	books, err := t.s.store.Books(ctx, t.id)
	if err != nil {
		return nil, err
	}
	if was := t.cur.Load(); was != nil && t.leadsTo(was, g, seed) {
		v = was.after(g, books)
		t.dice = nil
		if err := t.finish(ctx, v); err == nil {
			return v, nil
		}
		// For one, a decision of long ago was taken back: all of the log knows of it.
	}
	t.seed, t.asks, t.luck, t.dirty = seed, asks{}, nil, false
	t.chains, t.dice = chains{root: seed}, nil
	v = &view{g: g, books: books, commitment: commitment(g, seed)}
	if err := t.begin(ctx, v); err != nil {
		return nil, t.damaged(err)
	}
	if err := t.finish(ctx, v); err != nil {
		if errors.Is(err, errUnlike) {
			err = t.damaged(err)
		}
		return nil, err
	}
	return v, nil
}

// finish folds what the log has after a view, which nobody sees yet.
func (t *live) finish(ctx context.Context, v *view) error {
	if err := t.replayAll(ctx, v); err != nil {
		return err
	}
	if v.state.Seq != v.g.Seq || v.state.Status != v.g.Status {
		return fmt.Errorf("%w: the log ends at event %d, the game stands at %d", errUnlike, v.state.Seq, v.g.Seq)
	}
	if n := len(v.tail.lines); v.dice != nil && n > 0 {
		v.dice.Head = fair.LineHash(v.tail.lines[n-1])
	}
	return nil
}

// errUnlike says that a log cannot be folded, or ends elsewhere than its game stands.
var errUnlike = errors.New("the log does not lead to the game")

// leadsTo reports whether a view can go on to the game as it is stored now.
func (t *live) leadsTo(v *view, g *Game, seed fair.Hash) bool {
	return t.luck == nil && v.g.Status == game.Playing && g.Status != game.InLobby && v.state.Seq <= g.Seq &&
		t.seed == seed && v.g.Edition == g.Edition && v.g.Rulebook == g.Rulebook && len(v.g.Seats) == len(g.Seats)
}

// after is the beginning of the view of a later game: it stands where this one does.
func (v *view) after(g *Game, books Books) *view {
	next := *v
	next.g, next.books = g, books
	if v.dice != nil {
		next.dice = v.dice.clone()
	}
	return &next
}

func (t *live) damaged(err error) error {
	t.s.cfg.Logger.Error("stored game cannot be read", "game", t.id, "err", err)
	return fmt.Errorf("%w: game %s: %w", ErrDamaged, t.id, err)
}

// begin sets the state before the first event.
func (t *live) begin(ctx context.Context, v *view) error {
	if !v.g.Sandbox() {
		var err error
		if v.setup, err = t.s.setup(ctx, v.g); err != nil {
			return err
		}
	}
	if err := t.start(v); err != nil {
		return err
	}
	t.asks.moved(&v.state, game.Nobody, time.Time{})
	return nil
}

// start sets the state of a new game, or that of a sandbox's scenario.
func (t *live) start(v *view) error {
	if !v.g.Sandbox() {
		v.state = game.NewState(v.setup.Rules, len(v.g.Seats), v.g.Banker, v.g.BankerOnly)
		return nil
	}
	sc, err := scenario.Load(v.g.Scenario, "")
	if err != nil {
		return err
	}
	st, state, luck, _, err := sc.Start()
	if err != nil {
		return err
	}
	v.setup, v.state, t.luck = st, state, &scripted{Luck: luck}
	return nil
}

// replayAll folds the log after a view, a page of rows at a time.
func (t *live) replayAll(ctx context.Context, v *view) error {
	log := game.NewFold(&v.state)
	for after := v.state.Seq; after < v.g.Seq || after == 0; {
		moves, err := t.s.store.Moves(ctx, t.id, after, historyRows)
		if err == nil && after == 0 {
			t.s.stats.loads.Add(1)
		}
		if err != nil || len(moves) == 0 {
			return err
		}
		for i := range moves {
			if t.s.shared != nil && moves[i].First > v.g.Seq {
				return nil // another server has added it since the game was read
			}
			if err := t.replay(v, &log, &moves[i]); err != nil {
				return fmt.Errorf("%w: %w", errUnlike, err)
			}
		}
		if len(moves) < historyRows {
			return nil
		}
		after = moves[len(moves)-1].Seq
	}
	return nil
}

// replay folds one row of the log, and the view follows.
func (t *live) replay(v *view, log *game.Fold, m *Move) error {
	entries, err := decode(v.setup, m)
	if err != nil {
		return err
	}
	if m.First != v.state.Seq+1 {
		return fmt.Errorf("event %d follows event %d", m.First, v.state.Seq)
	}
	if t.luck != nil && len(m.Luck) > 0 {
		// Before the events: what the script draws depends on what is in the piles.
		if err := t.luck.skip(m.Luck, v.setup.Rules, &v.state); err != nil {
			return err
		}
	}
	log.Decided(m.Seat, entries[0].Event.Kind, m.Origin == ByOrder)
	for i := range entries {
		if err := wire.Fold(log, &entries[i].Event); err != nil {
			return err
		}
		t.asks.event(&entries[i].Event, entries[i].Seq)
		if v.g.Luck == ByChain {
			if v.dice, err = follow(v.dice, &entries[i].Event, entries[i].JSON); err != nil {
				return err
			}
		}
	}
	v.state = log.State
	if v.state.Lock.Open {
		c := game.Move(v.state.Lock.Move, v.state.Lock.Seat)
		if !bytes.Equal(m.Command, unknownCommand) {
			if c, err = wire.DecodeMove(v.setup, m.Seat, m.Command); err != nil {
				return err
			}
		}
		v.hold(c)
	}
	if v.state.Seq != m.Seq {
		return fmt.Errorf("a move ends at event %d instead of %d", v.state.Seq, m.Seq)
	}
	t.asks.moved(&v.state, mover(m.Seat, entries[0].Event.Kind), time.Time{})
	v.tail = v.tail.with(entries)
	v.terms = agreed(v.terms, entries, &v.state)
	return nil
}

// decode reads the events of one row.
func decode(st *setup.Setup, m *Move) ([]Entry, error) {
	entries := make([]Entry, 0, m.Seq-m.First+1)
	for line := range bytes.Lines(m.Events) {
		line = bytes.TrimRight(line, "\n")
		e, stamp, err := wire.Decode(st, line)
		if err != nil {
			return nil, err
		}
		if want := m.First + uint32(len(entries)); stamp.Seq != want {
			return nil, fmt.Errorf("event %d stands where %d should", stamp.Seq, want)
		}
		entries = append(entries, Entry{Seq: stamp.Seq, At: stamp.At, Event: e, JSON: line})
	}
	return entries, nil
}

// show makes a view the committed one. The table's lock is held.
func (t *live) show(v *view) {
	v.seats, v.bidders, v.offers = seatInfos(v), t.bidders(v), t.asks.current()
	if v.g.Status == game.InLobby {
		v.ready = t.ready(v)
	}
	t.cur.Store(v)
	t.s.setClock(t.id, t.next(v))
	t.planBots(v)
}

// setup puts together what a game is played with. Games with the same board,
// rulebook and options share one.
func (s *Service) setup(ctx context.Context, g *Game) (*setup.Setup, error) {
	key := setupKey(g)
	s.mu.Lock()
	st := s.setups[key]
	s.mu.Unlock()
	if st != nil {
		return st, nil
	}
	ed, err := s.boards.Edition(ctx, g.Edition)
	if err != nil {
		return nil, fmt.Errorf("edition %s: %w", g.Edition, err)
	}
	st, err = setup.New(ed, g.Rulebook, g.Options)
	if err != nil {
		return nil, err
	}
	s.keepSetup(g, st)
	return st, nil
}

func setupKey(g *Game) string {
	options, _ := json.Marshal(g.Options) // of texts, numbers and flags, so it cannot fail; keys come out sorted
	return g.Edition + "|" + g.Rulebook + "|" + string(options)
}

func (s *Service) keepSetup(g *Game, st *setup.Setup) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.setups) >= maxSetups {
		clear(s.setups)
	}
	s.setups[setupKey(g)] = st
}

// maxSetups bounds the boards kept in memory; each is some tens of kilobytes.
const maxSetups = 256
