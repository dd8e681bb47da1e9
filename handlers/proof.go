package handlers

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/table"
)

// proofs are the lines behind the events: the signed head of a log under PF1,
// and of a finished game its seed, if it is one, and the moves with which the
// rules can be asked again.
func (s *Server) proofs(ctx context.Context, snap *table.Snapshot) ([]any, error) {
	head, err := s.headProof(ctx, snap.Meta.ID)
	if err != nil {
		return nil, err
	}
	var lines []any
	switch {
	case head != nil:
		lines = append(lines, *head)
	case snap.Meta.Head != nil:
		lines = append(lines, snap.Meta.Head)
	}
	if snap.State.Status != game.Finished {
		return lines, nil
	}
	p, err := s.tables.Proof(ctx, snap.Meta.ID)
	if err != nil {
		return nil, err
	}
	if p.Seed != nil {
		lines = append(lines, export.NewSeedProof(*p.Seed, snap.Commitment, export.LuckByMove))
	}
	if p.Imported {
		lines = append(lines, export.NewNoProof(export.Imported))
	}
	for _, m := range p.Moves {
		p := export.NewMoveProof(m.First, m.Seat, m.Command)
		p.By = string(m.Origin)
		lines = append(lines, p)
	}
	return lines, nil
}

// headProof is the signed head of a game's log; nil if it has none.
func (s *Server) headProof(ctx context.Context, id string) (*export.HeadProof, error) {
	h, err := s.tables.Head(ctx, id)
	if errors.Is(err, table.ErrNoChain) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	proof := export.NewHeadProof(h.Head, h.Key, h.Signature)
	return &proof, nil
}
