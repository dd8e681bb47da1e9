package text

import (
	"strings"

	"github.com/bankhalter/bankhalter/game/explain"
)

// Reason says in a sentence why a move was made; the move is its subject. A player who
// is spoken to is "you" in it.
func (s *Scene) Reason(why *explain.Reason) string {
	var parts []string
	for i := range why.Points {
		p := &why.Points[i]
		with := []string{"Group", "", "Who", s.Name(p.Seat), "Money", s.Money(p.Amount)}
		if p.Group >= 0 {
			with[1] = s.Group(uint8(p.Group)) //nolint:gosec // not below 0
		}
		parts = append(parts, s.tell("reason."+string(p.Kind), p.Seat, with...))
	}
	return strings.Join(parts, "; ") + "."
}
