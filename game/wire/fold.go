package wire

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// Fold applies an event of an untrusted log, such as an import.
// One that cannot follow the state is an error, and the state is then of no
// more use; whether the rules allow the event is not checked.
func Fold(s *game.Fold, e *game.Event) (err error) {
	for _, seat := range [...]game.Seat{e.Seat, e.Other} {
		if seat < game.Nobody || seat >= game.Seat(s.NumSeats) {
			return fmt.Errorf("event %d, %s: there is no seat %d", s.Seq+1, EventName(e.Kind), seat)
		}
	}
	if s.Lock.Open && game.BreaksLock(e.Kind) {
		return fmt.Errorf("event %d, %s: the table waits for the number of seat %d", s.Seq+1, EventName(e.Kind), s.Lock.Seat)
	}
	// Apply trusts its events; one out of all bounds ends in a panic there.
	defer func() {
		if bad := recover(); bad != nil {
			err = fmt.Errorf("event %d, %s: cannot follow: %v", s.Seq, EventName(e.Kind), bad)
		}
	}()
	if !s.Apply(e) {
		return fmt.Errorf("event %d, %s: nothing can be taken back to event %d", s.Seq+1, EventName(e.Kind), e.N)
	}
	return nil
}
