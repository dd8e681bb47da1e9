package game_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
)

// TestBoardsFitTheTables: the boards and rulebooks have room in the tables of
// the buildings, whose ranks by age fit a byte.
func TestBoardsFitTheTables(t *testing.T) {
	for _, pair := range pairs() {
		r := rules(t, pair)
		assert.LessOrEqual(t, r.Deeds.Len(), game.MaxDeeds, pair)
		assert.LessOrEqual(t, int(r.HotelLevel())+1, game.MaxLevel, pair)
	}
	assert.LessOrEqual(t, game.MaxDeeds*game.MaxLevel, 255)
}

// building is one of the model: when it was set up, and for how much.
type building struct {
	at   uint64
	paid game.Money
}

// TestBuildingsKeepTheirOrder: whatever is set up, sold or moved, and however
// often, the ranks compare as the times do at which the buildings were set up,
// and each keeps the price paid for it.
func TestBuildingsKeepTheirOrder(t *testing.T) {
	r := rules(t, [2]string{"mega", "mega"})
	var lots []game.Space
	for l := r.Lots; l != 0; l = l.Rest() {
		lots = append(lots, l.First())
	}
	rapid.Check(t, func(t *rapid.T) {
		s := game.NewState(r, 2, 0, false)
		stacks := map[game.Space][]building{}
		before := rapid.SampledFrom(lots).Draw(t, "stands before")
		s.Level[before], s.Built, s.PaidFor(before)[0] = 1, game.SetOf(before), 70
		stacks[before] = []building{{0, 70}}
		lot := rapid.SampledFrom(lots)
		for clock := uint64(1); clock <= 400; clock++ {
			sp, to := lot.Draw(t, "lot"), lot.Draw(t, "to")
			e := game.Event{Space: sp, Dest: to, Building: game.House, Seat: 0, Flag: true, Amount: game.Money(clock)}
			n := len(stacks[sp])
			switch what := rapid.IntRange(0, 9).Draw(t, "what"); {
			case what == 0 && n > 0:
				left := rapid.IntRange(0, n-1).Draw(t, "left")
				e.Kind, e.N = game.BuildingSold, int32(left)
				stacks[sp] = stacks[sp][:left]
			case what == 1 && n > 0 && sp != to && len(stacks[to]) < game.MaxLevel:
				e.Kind = game.HouseMoved
				stacks[to] = append(stacks[to], stacks[sp][n-1])
				stacks[sp] = stacks[sp][:n-1]
			case n < game.MaxLevel:
				e.Kind = game.Built
				stacks[sp] = append(stacks[sp], building{clock, e.Amount})
			default:
				continue
			}
			s.Apply(&e)
		}
		compare(t, &s, stacks)
	})
}

// compare holds the state's tables against the model.
func compare(t *rapid.T, s *game.State, stacks map[game.Space][]building) {
	type ranked struct {
		rank uint8
		at   uint64
	}
	var all []ranked
	raised, prices := 0, 0
	for sp, stack := range stacks {
		require.EqualValues(t, len(stack), s.Level[sp])
		for l, b := range stack {
			require.Equal(t, b.paid, s.PaidFor(sp)[l], "space %d, building %d", sp, l)
			rank := s.Order[(s.Deeds & (1<<sp - 1)).Len()][l]
			all = append(all, ranked{rank, b.at})
			if prices++; b.at > 0 {
				raised++
			}
		}
	}
	for _, a := range all {
		require.LessOrEqual(t, int(a.rank), raised)
		for _, b := range all {
			require.Equal(t, a.at < b.at, a.rank < b.rank, "%v %v", a, b)
		}
	}
	require.EqualValues(t, raised, s.Raised)
	for d := range s.Paid {
		for l := range s.Paid[d] {
			if s.Paid[d][l] != 0 {
				prices--
			} else {
				require.Zero(t, s.Order[d][l], "nothing stands there")
			}
		}
	}
	require.Zero(t, prices, "prices of buildings that are gone")
}
