package plan

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// owning is a table at which seat 0 moves and owns these deeds, built so high.
func owning(t *testing.T, cash game.Money, levels map[game.Space]uint8) (*game.Ruleset, *game.State) {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := game.NewState(st.Rules, 2, 0, false)
	var turn game.Turn
	turn.Begin(st.Rules, &s)
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), chance.Seeded([32]byte{1})).OK())
	s = turn.S
	s.Turn.Seat = 0
	s.Players[0].Cash = cash
	for sp, level := range levels {
		s.Owned[0] = s.Owned[0].With(sp)
		s.Free = s.Free.Without(sp)
		s.Level[sp] = level
		for l := range level {
			s.PaidFor(sp)[l] = st.Rules.StepPrice(sp, l+1)
		}
		if level > 0 {
			s.Built = s.Built.With(sp)
			s.Stock[game.House] -= int8(level)
		}
	}
	return st.Rules, &s
}

func TestACheapWayToMoney(t *testing.T) {
	for _, c := range []struct {
		name   string
		levels map[game.Space]uint8
		need   game.Money
		steps  []Step
		enough bool
	}{
		{"the smallest mortgage that is enough", map[game.Space]uint8{5: 0, 12: 0, 39: 0}, 90,
			[]Step{{game.Mortgage, 5, 100, 10}}, true},
		{"single deeds before a whole group", map[game.Space]uint8{1: 0, 3: 0, 39: 0}, 25,
			[]Step{{game.Mortgage, 39, 200, 20}}, true},
		{"deeds before houses", map[game.Space]uint8{37: 1, 39: 1, 5: 0}, 150,
			[]Step{{game.Mortgage, 5, 100, 10}, {game.Sell, 37, 100, 100}}, true},
		{"all there is, when nothing is enough", map[game.Space]uint8{1: 0}, 500,
			[]Step{{game.Mortgage, 1, 30, 3}}, false},
		{"nothing needless", map[game.Space]uint8{1: 0, 39: 0}, 200,
			[]Step{{game.Mortgage, 39, 200, 20}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, s := owning(t, 0, c.levels)
			way := Raise(r, s, 0, c.need)
			assert.Equal(t, c.steps, way.Steps)
			assert.Equal(t, c.enough, way.Enough)
		})
	}
}

// A bank without houses breaks no hotel: what is left is to sell the whole group at once.
func TestHotelsThatCannotBeBrokenAreSoldWithTheirGroup(t *testing.T) {
	r, s := owning(t, 0, map[game.Space]uint8{1: 5, 3: 5})
	s.Stock[game.House], s.Stock[game.Hotel] = 0, 10
	way := Raise(r, s, 0, 100)
	assert.Equal(t, []Step{{game.SellGroup, 1, 250, 250}}, way.Steps, "ten buildings at half of 50")
	assert.True(t, way.Enough)
	assert.Equal(t, game.Money(500), way.Loses+way.Brings)

	way = Raise(r, s, 0, 300)
	assert.Equal(t, []Step{{game.SellGroup, 1, 250, 250}, {game.Mortgage, 1, 30, 3}, {game.Mortgage, 3, 30, 3}}, way.Steps, "their deeds can be mortgaged then")
	assert.True(t, way.Enough)

	s.Stock[game.House] = 4
	way = Raise(r, s, 0, 20)
	assert.Equal(t, game.Sell, way.Steps[0].Kind, "the houses are enough for one of them")
}

// A seat with a hotel on every lot takes more than a hundred steps to sell them all.
func TestAWayMayBeLong(t *testing.T) {
	levels := map[game.Space]uint8{}
	st := setuptest.Load(t, "us-classic", "us", nil)
	for d := st.Rules.Lots; d != 0; d = d.Rest() {
		levels[d.First()] = 5
	}
	r, s := owning(t, 0, levels)
	s.Stock[game.House], s.Stock[game.Hotel] = 100, 0
	need := MeansOf(r, s, 0).All
	way := Raise(r, s, 0, need)
	assert.True(t, way.Enough, "%d of %d in %d steps", way.Brings, need, len(way.Steps))
	assert.Greater(t, len(way.Steps), 110)
}

// Whatever is owned and needed, the way is legal as it is, brings the amount
// it states, and is found whenever selling everything would be enough.
func TestEveryWayToMoneyCanBeGone(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // a test
	for range 200 {
		levels := map[game.Space]uint8{}
		for _, group := range [][]game.Space{{1, 3}, {6, 8, 9}, {37, 39}, {16, 18, 19}} {
			level := uint8(rng.IntN(6)) //nolint:gosec // below 6
			for _, sp := range group {
				if level > 0 || rng.IntN(2) == 0 {
					levels[sp] = level
				}
			}
		}
		r, start := owning(t, game.Money(rng.IntN(100)), levels) //nolint:gosec // below 100
		start.Stock[game.House] = int8(rng.IntN(13))             //nolint:gosec // enough for three hotels
		means := MeansOf(r, start, 0)
		need := game.Money(1 + rng.IntN(int(means.All-means.Cash)+200)) //nolint:gosec // small
		way := Raise(r, start, 0, need)
		s := *start
		for _, step := range way.Steps {
			_, after, ok := tryStep(r, &s, 0, step.Kind, step.Space)
			require.True(t, ok, "%v for %d: %v", levels, need, way.Steps)
			s = after
		}
		assert.Equal(t, means.Cash+way.Brings, s.Players[0].Cash)
		assert.Equal(t, means.All-means.Cash >= need, way.Enough, "%v for %d brings %d", levels, need, way.Brings)
	}
}

func TestMeansAreCashMortgagesAndBuildings(t *testing.T) {
	r, s := owning(t, 70, map[game.Space]uint8{37: 1, 39: 1, 5: 0})
	s.Mortgaged = game.SetOf(5)
	assert.Equal(t, Means{Cash: 70, Mortgages: 175 + 200, Buildings: 100 + 100, All: 645}, MeansOf(r, s, 0))
}
