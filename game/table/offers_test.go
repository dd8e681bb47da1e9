package table_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
)

// A person makes thousands of attempts at offers in each of some turns. The log
// grows by what three offers leave, and the computer players go on by themselves.
func TestAFloodOfOffersSilencesNobody(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada := r.person("Ada")
		id, snap := r.begin(table.NewGame{Bots: []string{"", "trader", "builder"}}, ada)
		flooded := 0
		for n := 0; snap.State.Status == game.Playing && flooded < 5; n++ {
			require.Less(t, n, 2000)
			if seat, who := mover(snap); who == ada && snap.State.Phase() == game.PhaseHub && snap.State.Owned[1] != 0 {
				flooded++
				before := snap.Seq()
				made := 0
				for i := range 2000 {
					c := game.Move(game.ProposeTrade, seat)
					c.To, c.Give.Cash, c.Want.Deeds = 1, game.Money(i%50+1), game.SetOf(snap.State.Owned[1].First())
					out, err := r.Play(ctx, id, ada, c, table.Pre{})
					if err == nil {
						made++
						assert.Equal(t, game.TradeProposed, out.Events[0].Event.Kind)
						_, _ = r.Play(ctx, id, ada, game.MoveN(game.CancelTrade, seat, out.Events[0].Event.N), table.Pre{})
						continue
					}
					var no *table.Refused
					require.True(t, errors.As(err, &no), "%v", err)
				}
				assert.LessOrEqual(t, made, 3)
				after := r.look(id)
				assert.LessOrEqual(t, after.Seq()-before, uint32(12), "the log does not grow by attempts")
			}
			snap = r.auto(id, 1)
		}
		require.Equal(t, 5, flooded)
		assert.Zero(t, r.Stats().Defaults, "no computer player was silenced")
	})
}
