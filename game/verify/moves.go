package verify

import (
	"errors"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Why the moves of an export cannot be told.
var (
	ErrDamaged = errors.New("the log is not whole")
	ErrNoMoves = errors.New("the export does not tell the moves; a game tells them when it is over")
)

// Setup reads the board and the rules of an export. The error is a sentence.
func Setup(f *export.File) (*setup.Setup, error) {
	b := &book{f: f}
	if err := b.open(); err != nil {
		return nil, err
	}
	return b.st, nil
}

// Moves tells every move of an export in order, but for those that were taken
// back: the state before it and the events that it led to, none of which are kept. It does not check whether the rules allow
// the moves. The error is ErrDamaged, ErrNoMoves, or a sentence about the header or a move.
func Moves(f *export.File, each func(s *game.State, c *game.Command, events []game.Event)) (err error) {
	defer func() {
		if recover() != nil { // a position that no game leads to, made by hand
			err = ErrDamaged
		}
	}()
	b := &book{f: f}
	if err := b.open(); err != nil {
		return err
	}
	if b.safely(Format, b.form).Result != Pass || b.safely(Log, b.fold).Result != Pass || b.hidden > 0 {
		return ErrDamaged
	}
	b.readProofs()
	switch {
	case b.odd != nil:
		return ErrDamaged
	case len(b.moves) == 0:
		return ErrNoMoves
	}
	s, gone := game.NewFold(&b.start), game.TakenBack(len(b.events), func(i int) (uint32, *game.Event) { return uint32(i) + 1, &b.events[i] })
	for i := range b.moves {
		m := &b.moves[i]
		end := uint32(len(b.events)) + 1
		if i+1 < len(b.moves) {
			end = b.moves[i+1].First
		}
		if m.First != s.Seq+1 || end <= m.First || end > uint32(len(b.events))+1 || m.Seat() < game.Nobody || m.Seat() >= game.Seat(s.NumSeats) {
			return ErrDamaged
		}
		c, err := wire.DecodeMove(b.st, m.Seat(), m.Move)
		if err != nil {
			return err
		}
		events := b.events[m.First-1 : end-1]
		if gone == nil || !gone[m.First-1] {
			each(&s.State, &c, events)
		}
		s.Decided(m.Seat(), events[0].Kind, m.By == orderMade)
		for j := range events {
			if err := wire.Fold(&s, &events[j]); err != nil {
				return err
			}
		}
	}
	return nil
}
