package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Import is a game from elsewhere, as an export tells it.
type Import struct {
	ID         string // kept, so that its dice can still be checked
	Title      string
	Edition    *edition.Edition
	Rulebook   string
	Options    map[string]any
	Banker     game.Seat
	BankerOnly bool
	Scenario   json.RawMessage
	Seats      []Seat            // names and bots; people take their seats by Join
	Lines      []json.RawMessage // the events, in order
	Seed       *[32]byte         // of a finished game; a running one goes on with a new one
}

// Import stores a game with its log. The log is folded first: what does not
// add up is not taken. The error is *Invalid, *setup.Error, ErrConflict if a
// game with this id is here already, or the store's.
func (s *Service) Import(ctx context.Context, im Import) (Snapshot, error) {
	if len(im.ID) != gameIDLen {
		return Snapshot{}, &Invalid{Field: "game", Why: "id"}
	}
	if len(im.Seats) == 0 || len(im.Seats) > game.MaxSeats || im.Banker < 0 || int(im.Banker) >= len(im.Seats) {
		return Snapshot{}, &Invalid{Field: "players", Why: "range"}
	}
	st, err := setup.New(im.Edition, im.Rulebook, im.Options)
	if err != nil {
		return Snapshot{}, err
	}
	g := &Game{
		ID: im.ID, Title: im.Title, Edition: im.Edition.Hash, EditionID: im.Edition.ID,
		Rulebook: st.Rulebook, Options: st.Options, Wanted: len(im.Seats), Private: true, Pace: Slow, BotPause: -1,
		Banker: im.Banker, BankerOnly: im.BankerOnly, Scenario: im.Scenario, Seats: im.Seats,
	}
	v := &view{g: g, setup: st}
	t := &live{s: s, id: g.ID}
	if err := t.start(v); err != nil {
		return Snapshot{}, &Invalid{Field: "scenario", Why: "unplayable", Err: err}
	}
	g.CreatedAt, g.UpdatedAt = s.now(), s.now()
	summarise(g, &v.state, g.CreatedAt)
	g.Rev = 1
	before := *g
	moves, err := fold(v, im.Lines)
	if err != nil {
		return Snapshot{}, &Invalid{Field: "events", Why: "unplayable", Err: err}
	}
	seed := newSeed()
	if im.Seed != nil {
		seed = *im.Seed
	}
	if err := s.store.CreateGame(ctx, &before, seed, stored(im.Edition, "", s)); err != nil {
		return Snapshot{}, err
	}
	if len(moves) > 0 {
		summarise(g, &v.state, moves[len(moves)-1].At)
		g.StartedAt = moves[0].At
		err = s.store.Append(ctx, Commit{Game: g.ID, Moves: moves, Summary: g.Summary})
	}
	if err != nil {
		return Snapshot{}, errors.Join(err, s.store.DeleteGame(ctx, g.ID))
	}
	return s.Snapshot(ctx, g.ID)
}

// fold checks the lines and cuts them into rows. A row begins where a turn
// ends, which is always the beginning of a move.
func fold(v *view, lines []json.RawMessage) ([]Move, error) {
	var moves []Move
	for _, line := range lines {
		e, stamp, err := wire.Decode(v.setup, line)
		if err != nil {
			return nil, err
		}
		if stamp.Seq != v.state.Seq+1 {
			return nil, fmt.Errorf("event %d follows event %d", stamp.Seq, v.state.Seq)
		}
		if err := wire.Fold(&v.state, &e); err != nil {
			return nil, fmt.Errorf("event %d: %w", stamp.Seq, err)
		}
		if len(moves) == 0 || e.Kind == game.TurnEnded {
			moves = append(moves, Move{First: stamp.Seq, Seat: game.Nobody, Origin: BySystem, Command: json.RawMessage(`{}`)})
		}
		var flat bytes.Buffer
		if err := json.Compact(&flat, line); err != nil {
			return nil, err
		}
		m := &moves[len(moves)-1]
		m.Seq, m.At = stamp.Seq, stamp.At
		m.Events = append(append(m.Events, flat.Bytes()...), '\n')
	}
	return moves, nil
}
