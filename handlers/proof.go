package handlers

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/table"
)

// proofs are the lines behind the events of a finished game: its seed, and the
// moves with which the rules can be asked again.
func (s *Server) proofs(ctx context.Context, snap *table.Snapshot) ([]any, error) {
	if snap.State.Status != game.Finished {
		return nil, nil
	}
	p, err := s.tables.Proof(ctx, snap.Meta.ID)
	if err != nil {
		return nil, err
	}
	var lines []any
	if p.Seed != nil {
		lines = append(lines, export.NewSeedProof(*p.Seed, snap.Commitment, export.LuckByMove))
	}
	if p.Imported {
		lines = append(lines, export.NewNoProof(export.Imported))
	}
	for _, m := range p.Moves {
		lines = append(lines, export.NewMoveProof(m.First, m.Seat, m.Command))
	}
	return lines, nil
}
