package table

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
)

// Proof is what a finished game reveals, so that everybody can check it. Its
// moves are read by WalkMoves.
type Proof struct {
	Seed     *[32]byte // nil for a sandbox, under PF1, and where it is not the one the log commits to
	Imported bool      // the game came from elsewhere in the middle
	Moves    bool      // whether the log has its moves; that of an import may not
	nameless bool      // it does not tell by whom they were
}

// Proof reads the proof of a finished game. ErrForbidden while it is not over.
func (s *Service) Proof(ctx context.Context, id string) (Proof, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return Proof{}, err
	}
	if v.g.Status != game.Finished {
		return Proof{}, ErrForbidden
	}
	p := Proof{Moves: true}
	if v.g.Imported || v.g.Luck != ByChain { // older versions did not note which games they imported
		p.nameless = v.g.Imported
		err := s.walk(ctx, id, 0, v.state.Seq, func(m *Move) error {
			p.Moves = p.Moves && !bytes.Equal(m.Command, unknownCommand)
			p.nameless = p.nameless && (m.Seat == game.Nobody || m.Origin == BySystem)
			return nil
		})
		if err != nil {
			return Proof{}, err
		}
	}
	if v.g.Sandbox() || v.g.Luck == ByChain {
		return p, nil
	}
	_, seed, err := s.store.Game(ctx, id)
	if err != nil {
		return Proof{}, err
	}
	first, err := s.store.Moves(ctx, id, 0, 1)
	if err != nil {
		return Proof{}, err
	}
	if p.Imported = committed(first) != chance.Commitment(seed); !p.Imported {
		p.Seed = &seed
	}
	return p, nil
}

// WalkMoves shows the moves of a finished game in order, none if its log does
// not tell them. It takes it back that all moves of an import are the table's
// own: that stands where the export, as older ones, did not tell by whom they were.
func (s *Service) WalkMoves(ctx context.Context, id string, p *Proof, show func(*Move) error) error {
	_, v, err := s.peek(ctx, id)
	if err != nil || !p.Moves {
		return err
	}
	return s.walk(ctx, id, 0, v.state.Seq, func(m *Move) error {
		if p.nameless {
			m.Origin = ""
		}
		return show(m)
	})
}

// committed is what the first event of a log says about its seed.
func committed(moves []Move) string {
	if len(moves) == 0 {
		return ""
	}
	first, _, _ := bytes.Cut(moves[0].Events, []byte{'\n'})
	var e struct {
		Commitment string `json:"seed_commitment"`
	}
	if json.Unmarshal(first, &e) != nil {
		return ""
	}
	return e.Commitment
}
