package sim

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// TestTheRichestStayRich: with the greatest amounts that boards and options allow, no
// purse or count grows out of its type, as the bank pays no more beyond game.MostMoney.
func TestTheRichestStayRich(t *testing.T) {
	for _, bots := range [][]string{{"default"}, {"cautious", "builder"}, {"hard", "easy"}} {
		t.Run(bots[0], func(t *testing.T) {
			t.Parallel()
			st := setuptest.Load(t, "us-classic", "us", map[string]any{"house.salary": 1_000_000, "house.double_go": true, "house.parking_pot": true})
			for deck := range st.Rules.Board.Decks {
				cards := &st.Rules.Board.Decks[deck]
				for i := range cards.Cards[:cards.Num] {
					cards.Cards[i] = game.CardDef{Op: game.OpCollect, Amount: 1_000_000}
				}
			}
			most := int64(0)
			_, err := Run(t.Context(), Config{
				Setup: st, Players: 2, Games: 1, Seed: 1, MaxTurns: 6000, Bots: bots, Audit: true,
				Each: func(r Record) error {
					s := r.Start
					for i := range r.Events {
						s.Apply(&r.Events[i])
						all := int64(0)
						for seat := range game.Seat(2) {
							cash := s.Players[seat].Cash
							all += int64(cash)
							if least := min(st.Rules.Wealth(&s, seat), st.Rules.Worth(&s, seat), st.Rules.Liquidation(&s, seat)); cash < 0 || least < cash {
								return fmt.Errorf("event %d: seat %d has %d and is counted to have %d", s.Seq, seat, cash, least)
							}
						}
						most = max(most, all)
					}
					return nil
				},
			})
			require.NoError(t, err)
			assert.Greater(t, most, int64(game.MostMoney)-4_000_000, "the limit is reached")
			assert.LessOrEqual(t, most, int64(game.MostMoney))
		})
	}
}
