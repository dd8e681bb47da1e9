package text

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/review"
)

// Mistake says in a sentence what a mistake cost, in points of the chance to win.
func (s *Scene) Mistake(m *review.Mistake) string {
	what := []string{"Space", "", "Money", s.Money(m.Amount), "Who", s.Name(m.With), "Give", "", "Get", ""}
	if m.Space != game.NoSpace {
		switch m.Kind {
		case review.Bid, review.Mortgaged, review.Lifted:
			what[1] = s.Named(m.Space)
		case review.Built, review.Sold, review.Idle:
			what[1] = s.NamedAt(m.Space)
		default:
			what[1] = capital(s.Named(m.Space))
		}
	}
	if m.With != game.Nobody {
		what[7], what[9] = s.Goods(m.Give), s.Goods(m.Get)
	}
	return s.N("mistake.cost", int(100*m.Cost()+0.5), "Turn", strconv.Itoa(int(m.Turn)), "What", s.T("mistake."+string(m.Kind), what...))
}
