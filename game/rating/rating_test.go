package rating_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/rating"
)

func equals(t *testing.T, want, got []rating.Rating, delta float64) {
	t.Helper()
	for i := range want {
		assert.InDelta(t, want[i].Mu, got[i].Mu, delta, "mu of %d", i)
		assert.InDelta(t, want[i].Sigma, got[i].Sigma, delta, "sigma of %d", i)
	}
}

// TestFreeForAll holds the model against the values that philihp/openskill.js
// publishes for games of new players (src/models/__tests__/plackett-luce.test.ts).
func TestFreeForAll(t *testing.T) {
	for name, want := range map[string][]rating.Rating{
		"alone": {rating.New()},
		"two":   {{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}},
		"three": {{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}},
		"four": {
			{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203},
			{24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588},
		},
		"five": {
			{27.666666666666668, 8.290556877154474}, {26.833333333333332, 8.240145629781066}, {25.72222222222222, 8.179996679645559},
			{24.055555555555557, 8.111796013701358}, {20.72222222222222, 8.111796013701358},
		},
	} {
		t.Run(name, func(t *testing.T) {
			before, ranks := make([]rating.Rating, len(want)), make([]int, len(want))
			for i := range before {
				before[i], ranks[i] = rating.New(), i+1
			}
			equals(t, want, rating.Rate(before, ranks), 1e-9)
			for _, r := range before {
				assert.Equal(t, rating.New(), r, "the ratings before stay as they were")
			}
		})
	}
}

// TestSeriesWithTies plays the three games with shared ranks whose outcome
// philihp/openskill.js publishes (plackett-luce-series.test.ts; the numbers come from rank 1.02).
func TestSeriesWithTies(t *testing.T) {
	p := make([]rating.Rating, 5)
	for i := range p {
		p[i] = rating.New()
	}
	for _, game := range []struct{ who, ranks []int }{
		{[]int{0, 1, 2, 3, 4}, []int{1, 2, 2, 4, 4}},
		{[]int{4, 2, 1}, []int{1, 2, 2}},
		{[]int{3, 1, 2, 0}, []int{1, 1, 3, 3}},
	} {
		before := make([]rating.Rating, len(game.who))
		for i, who := range game.who {
			before[i] = p[who]
		}
		for i, after := range rating.Rate(before, game.ranks) {
			p[game.who[i]] = after
		}
	}
	equals(t, []rating.Rating{
		{26.353761103, 8.11102706}, {24.618479789, 7.90533551}, {23.065819512, 7.822005595}, {24.476332403, 8.106111471}, {26.385499685, 8.054090809},
	}, p, 1e-6)
}

// TestOrderOfTheListDoesNotMatter rates the same game with the players listed otherwise.
func TestOrderOfTheListDoesNotMatter(t *testing.T) {
	a, b, c := rating.Rating{Mu: 30, Sigma: 4}, rating.New(), rating.Rating{Mu: 18, Sigma: 6}
	one := rating.Rate([]rating.Rating{a, b, c}, []int{2, 1, 3})
	other := rating.Rate([]rating.Rating{c, a, b}, []int{3, 2, 1})
	equals(t, one, []rating.Rating{other[1], other[2], other[0]}, 1e-12)
	assert.Greater(t, one[1].Mu, b.Mu)
	assert.Less(t, one[2].Mu, c.Mu)
	assert.Zero(t, rating.New().Ordinal())
}

// TestTheOrdinalHasNoNoise: programs read it beside the mean and the deviation it comes from.
func TestTheOrdinalHasNoNoise(t *testing.T) {
	assert.Equal(t, "11.5965", strconv.FormatFloat(rating.Rating{Mu: 34.475838, Sigma: 7.626446}.Ordinal(), 'f', -1, 64))
}
