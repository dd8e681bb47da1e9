package tables

import (
	"context"
	"errors"
	"io"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/table"
)

// writeProofs writes the lines behind the events: the signed head of a log under
// PF1, and of a finished game its seed, if it is one, and the moves with which the
// rules can be asked again.
func (s *Handler) writeProofs(ctx context.Context, w io.Writer, snap *table.Snapshot) error {
	id := snap.Meta.ID
	head, err := s.Tables.HeadAt(ctx, snap)
	switch {
	case err == nil:
		err = export.WriteProof(w, export.NewHeadProof(head.Head, head.Key, head.Signature))
	case errors.Is(err, table.ErrNoChain) && snap.Meta.Head != nil:
		err = export.WriteProof(w, snap.Meta.Head)
	case errors.Is(err, table.ErrNoChain):
		err = nil
	}
	if err != nil || snap.State.Status != game.Finished {
		return err
	}
	p, err := s.Tables.Proof(ctx, id)
	if err != nil {
		return err
	}
	if p.Seed != nil {
		err = export.WriteProof(w, export.NewSeedProof(*p.Seed, snap.Commitment, export.LuckByMove))
	}
	if p.Imported && err == nil {
		err = export.WriteProof(w, export.NewNoProof(export.Imported))
	}
	if err != nil {
		return err
	}
	return s.Tables.WalkMoves(ctx, id, &p, func(m *table.Move) error {
		line := export.NewMoveProof(m.First, m.Seat, m.Command)
		line.By = string(m.Origin)
		return export.WriteProof(w, line)
	})
}

// headProof is the signed head of a game's log; nil if it has none.
func (s *Handler) headProof(ctx context.Context, id string) (*export.HeadProof, error) {
	h, err := s.Tables.Head(ctx, id)
	if errors.Is(err, table.ErrNoChain) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	proof := export.NewHeadProof(h.Head, h.Key, h.Signature)
	return &proof, nil
}
