package table

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Proof is what a finished game reveals, so that everybody can check it.
type Proof struct {
	Seed     *[32]byte // nil for a sandbox, under PF1, and where it is not the one the log commits to
	Imported bool      // the game came from elsewhere in the middle
	Moves    []Move    // nil if the log, as that of an import may, does not tell them
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
	moves, err := s.store.Moves(ctx, id, 0, 0)
	if err != nil {
		return Proof{}, err
	}
	p := Proof{Moves: moves}
	for i := range moves {
		if bytes.Equal(moves[i].Command, unknownCommand) {
			p.Moves = nil
		}
	}
	if v.g.Imported {
		p.Moves = anonymous(p.Moves)
	}
	if v.g.Sandbox() || v.g.Luck == ByChain {
		return p, nil
	}
	_, seed, err := s.store.Game(ctx, id)
	if err != nil {
		return Proof{}, err
	}
	if p.Imported = committed(moves) != Commitment(seed); !p.Imported {
		p.Seed = &seed
	}
	return p, nil
}

// anonymous takes it back that all moves of an import are the table's own: that
// stands where the export, as older ones, did not tell by whom they were.
func anonymous(moves []Move) []Move {
	moves = slices.Clone(moves)
	for i := range moves {
		if moves[i].Seat != game.Nobody && moves[i].Origin != BySystem {
			return moves
		}
	}
	for i := range moves {
		moves[i].Origin = ""
	}
	return moves
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
