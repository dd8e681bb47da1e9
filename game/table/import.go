package table

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Import is a game from elsewhere, as read from an export.
type Import struct {
	ID         string // kept, so that its dice can still be checked; empty: a new one
	Title      string
	Edition    *edition.Edition
	Rulebook   string
	Options    map[string]any
	Banker     game.Seat
	BankerOnly bool
	Scenario   json.RawMessage
	Seats      []Seat            // names and bots; people take their seats by Join
	Looks      []wire.Look       // what the players of the first seats chose
	Lines      []json.RawMessage // the events, in order
	Moves      []ImportedMove    // what caused them; without it the log is cut by turns
	Head       json.RawMessage   // as the server signed it that the game comes from
	Seed       *[32]byte         // of a finished game; a running one goes on with a new one
	CreatedAt  time.Time         // zero if not given
}

// ImportedMove is a command of an imported log and the number of its first event.
type ImportedMove struct {
	First   uint32
	Seat    game.Seat
	Origin  Origin // empty if not given
	Command json.RawMessage
}

// unknownCommand stands in rows of a log without its moves.
var unknownCommand = json.RawMessage(`{}`)

// IsGameID reports whether the text has the form of a game's id.
func IsGameID(id string) bool {
	return (len(id) == gameIDLen || len(id) == privateIDLen) && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// Import stores a game with its log. The log is folded first: what does not
// add up is not taken. The error is *invalid.Error, *setup.Error, ErrConflict if a
// game with this id is here already, or the store's.
func (s *Service) Import(ctx context.Context, im Import) (Snapshot, error) {
	if im.ID == "" {
		im.ID = newID(gameIDLen)
	}
	if !IsGameID(im.ID) {
		return Snapshot{}, &invalid.Error{Field: "game", Why: "id"}
	}
	if len(im.Seats) == 0 || len(im.Seats) > game.MaxSeats || im.Banker < 0 || int(im.Banker) >= len(im.Seats) {
		return Snapshot{}, &invalid.Error{Field: "players", Why: "range"}
	}
	title, err := cleanTitle(im.Title)
	if err != nil {
		return Snapshot{}, err
	}
	seats, err := importedSeats(im.Seats)
	if err != nil {
		return Snapshot{}, err
	}
	st, err := setup.New(im.Edition, im.Rulebook, im.Options)
	if err != nil {
		return Snapshot{}, err
	}
	g := &Game{
		ID: im.ID, Title: title, Edition: im.Edition.Hash, EditionID: im.Edition.ID,
		Rulebook: st.Rulebook, Options: st.Options, Wanted: len(im.Seats), Private: true, Pace: Slow,
		Banker: im.Banker, BankerOnly: im.BankerOnly, Scenario: im.Scenario, Seats: seats, Imported: true,
		Looks: im.Looks[:min(len(im.Looks), len(seats))],
	}
	v := &view{g: g, setup: st}
	t := &live{s: s, id: g.ID}
	if err := t.start(v); err != nil {
		return Snapshot{}, &invalid.Error{Field: "scenario", Why: "unplayable", Err: err}
	}
	now := s.now()
	if g.CreatedAt = im.CreatedAt; g.CreatedAt.IsZero() || g.CreatedAt.After(now) {
		g.CreatedAt = now
	}
	summarise(g, &v.state, now, now)
	g.Rev = 1
	before := *g
	moves, err := fold(v, im.Lines, im.Moves)
	if err != nil {
		return Snapshot{}, &invalid.Error{Field: "events", Why: "unplayable", Err: err}
	}
	if v.state.Status == game.Finished && v.dice != nil {
		before.Luck, before.Server, before.Head = ByChain, v.dice.Proof.Server, im.Head // nothing is drawn any more: its numbers stay what they are
	}
	seed := newSeed()
	if im.Seed != nil {
		seed = *im.Seed
	}
	if err := s.store.CreateGame(ctx, &before, seed, library.NewEdition(im.Edition, "", s.now())); err != nil {
		return Snapshot{}, err
	}
	if len(moves) > 0 {
		summarise(g, &v.state, moves[len(moves)-1].At, moves[len(moves)-1].At)
		g.StartedAt = moves[0].At
		err = s.store.Append(ctx, Commit{Game: g.ID, Moves: moves, Summary: g.Summary})
	}
	if err != nil {
		return Snapshot{}, errors.Join(err, s.store.DeleteGame(context.WithoutCancel(ctx), g.ID))
	}
	return s.Snapshot(ctx, g.ID)
}

// importedSeats checks the names and bots of an export as those of a new table.
func importedSeats(from []Seat) ([]Seat, error) {
	var seats []Seat
	for _, seat := range from {
		name, err := account.CleanName(seat.Name)
		if err != nil {
			return nil, err
		}
		if !bot.Known(seat.Bot) {
			return nil, &invalid.Error{Field: "bots", Why: "unknown"}
		}
		seats = append(seats, Seat{Name: uniqueName(name, seats), Bot: seat.Bot})
	}
	return seats, nil
}

// fold checks the lines and cuts them into rows. Where no moves are given
// a row begins where a turn ends, which is always the beginning of a move.
func fold(v *view, lines []json.RawMessage, given []ImportedMove) ([]Move, error) {
	var moves []Move
	log := game.NewFold(&v.state)
	for _, line := range lines {
		e, stamp, err := wire.Decode(v.setup, line)
		if err != nil {
			return nil, err
		}
		if stamp.Seq != log.Seq+1 {
			return nil, fmt.Errorf("event %d follows event %d", stamp.Seq, log.Seq)
		}
		if err := wire.CheckAgreement(&e, line); err != nil {
			return nil, fmt.Errorf("event %d: %w", stamp.Seq, err)
		}
		if v.dice, err = followed(v.dice, &e, line); err != nil {
			return nil, fmt.Errorf("event %d: %w", stamp.Seq, err)
		}
		m, err := row(v, stamp.Seq, e.Kind, &given, len(moves) == 0)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", stamp.Seq, err)
		}
		if m != nil {
			moves = append(moves, *m)
			log.Decided(m.Seat, e.Kind, m.Origin == ByOrder)
		}
		if err := wire.Fold(&log, &e); err != nil {
			return nil, fmt.Errorf("event %d: %w", stamp.Seq, err)
		}
		var flat bytes.Buffer
		if err := json.Compact(&flat, line); err != nil {
			return nil, err
		}
		last := &moves[len(moves)-1]
		last.Seq, last.At = stamp.Seq, stamp.At
		last.Events = append(append(last.Events, flat.Bytes()...), '\n')
	}
	if len(given) > 0 {
		return nil, fmt.Errorf("a move begins at event %d, out of its place", given[0].First)
	}
	v.state = log.State
	return moves, nil
}

// row is the row that begins with the event, nil if none does.
func row(v *view, seq uint32, kind game.EventKind, given *[]ImportedMove, first bool) (*Move, error) {
	switch left := *given; {
	case len(left) > 0 && left[0].First == seq:
		*given = left[1:]
		if seat := left[0].Seat; seat != game.Nobody && (seat < 0 || int(seat) >= len(v.g.Seats)) {
			return nil, fmt.Errorf("there is no seat %d", seat)
		}
		c, err := wire.DecodeMove(v.setup, left[0].Seat, left[0].Command)
		if err != nil {
			return nil, err
		}
		return &Move{First: seq, Seat: c.Seat, Origin: cmp.Or(left[0].Origin, BySystem), Command: wire.EncodeMove(v.setup, c)}, nil
	case left != nil && first:
		return nil, errors.New("the first move begins later")
	case left == nil && (first || kind == game.TurnEnded):
		return &Move{First: seq, Seat: game.Nobody, Origin: BySystem, Command: unknownCommand}, nil
	}
	return nil, nil
}
