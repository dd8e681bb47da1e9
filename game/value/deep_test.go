package value_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// seen is what a net sees of a seat in the middle of a game.
func seen(t *testing.T) *value.Seen {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	setuptest.Give(&s, 0, 16, 18, 19, 5)
	setuptest.Give(&s, 1, 21, 23)
	s.Mortgaged = game.SetOf(5)
	var p value.Position
	var all [game.MaxSeats]value.Seen
	value.Look(&s, &p)
	st.Estimate().See(&p, &all)
	return &all[0]
}

// TestDeepEstimates: the net differs from the weights, agrees with them on what helps, and allocates nothing.
func TestDeepEstimates(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	deep := st.Estimate().Deep()
	require.NotSame(t, st.Estimate(), deep)
	assert.Same(t, deep, deep.Deep())
	s := setuptest.Position(st.Rules)
	setuptest.Give(&s, 0, 16, 18)
	setuptest.Give(&s, 1, 21, 23, 26)
	setuptest.Give(&s, 3, 37, 12)
	chances := func(change func(*game.State)) (c value.Chances) {
		after := s
		change(&after)
		var p value.Position
		value.Look(&after, &p)
		deep.Chances(&p, &c)
		return c
	}
	before := chances(func(*game.State) {})
	sum := float32(0)
	for _, x := range before {
		sum += x
	}
	assert.InDelta(t, 1, sum, 1e-5)
	assert.Greater(t, chances(func(s *game.State) { setuptest.Give(s, 0, 19) })[0], before[0], "the last deed of a group")
	assert.Greater(t, chances(func(s *game.State) { s.Players[0].Cash += 500 })[0], before[0])
	assert.Greater(t, chances(func(s *game.State) { s.Players[1].Cash = 0 })[0], before[0], "another's loss")
	assert.Zero(t, chances(func(s *game.State) { s.Players[2].Bankrupt = true })[2])
	var p value.Position
	value.Look(&s, &p)
	assert.Zero(t, testing.AllocsPerRun(100, func() { deep.Chances(&p, &before) }))
}

// TestTheDeepNetSeesGroups: each group of lots around the board, whole, built and mortgaged.
func TestTheDeepNetSeesGroups(t *testing.T) {
	x := seen(t)
	own := x[value.NumFeatures:]
	const orange, red = 3, 4
	assert.InDelta(t, 1, own[orange], 0, "its share")
	assert.InDelta(t, 1, own[8+orange], 0, "whole")
	assert.InDelta(t, 0, own[red], 0)
	assert.InDelta(t, 0.25, own[32], 0, "a station of four")
	others := own[34:]
	assert.InDelta(t, 0, others[value.NumFeatures+orange], 0)
	assert.InDelta(t, 2.0/9, others[value.NumFeatures+red], 1e-6, "the mean of three others")
	assert.InDelta(t, 2.0/3, others[value.NumFeatures+34+value.NumFeatures+red], 1e-6, "the greatest of them")
	assert.InDelta(t, 1, x[value.NumSeen-1], 0, "four players")
}

// TestABoardWithoutANetIsEstimatedByItsWeights: an own board, or a built-in one under another rulebook.
func TestABoardWithoutANetIsEstimatedByItsWeights(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "mark", map[string]any{"end_time": 90})
	assert.Same(t, st.Estimate(), st.Estimate().Deep())
}

// TestANetLearns: the gradient is how the score changes with each number.
func TestANetLearns(t *testing.T) {
	x := seen(t)
	rng := rand.New(rand.NewPCG(1, 2))
	w := value.FreshDeep(rng.Float64)
	var u value.Units
	var grad value.Deep
	w.Score(x, &u)
	w.Learn(&grad, x, &u, 2)
	learned, bent := 0, 0
	for i := range w {
		const step = 1.0 / 256
		up, down := *w, *w
		up[i] += step
		down[i] -= step
		slope := (up.Score(x, &u) - down.Score(x, &u)) / (2 * step)
		switch {
		case math.Abs(float64(slope-grad[i]/2)) > 0.01*math.Abs(float64(slope))+1e-3:
			bent++ // a unit that is cut off within the step
		case slope != 0:
			learned++
		}
	}
	assert.Greater(t, learned, 1000)
	assert.Less(t, bent, learned/100)
}

// TestANetSeesTheSameUnscaled: a net that was fitted to scaled numbers ranks seats alike by plain ones.
func TestANetSeesTheSameUnscaled(t *testing.T) {
	a := seen(t)
	b := *a
	for i := range b {
		b[i] += float32(i%5) / 7
	}
	var mean, deviation value.Seen
	scaled := [2]value.Seen{}
	for i := range mean {
		mean[i], deviation[i] = float32(i%3)/2, 0.5+float32(i%4)
		scaled[0][i] = (a[i] - mean[i]) / deviation[i]
		scaled[1][i] = (b[i] - mean[i]) / deviation[i]
	}
	w := value.FreshDeep(rand.New(rand.NewPCG(3, 4)).Float64)
	var u value.Units
	want := w.Score(&scaled[0], &u) - w.Score(&scaled[1], &u)
	w.Unscale(&mean, &deviation)
	assert.InDelta(t, want, w.Score(a, &u)-w.Score(&b, &u), 1e-4)
}

// TestNetsThatAreOfNoUseAreRefused: with a sentence, never silently.
func TestNetsThatAreOfNoUseAreRefused(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	net := value.FreshDeep(rand.New(rand.NewPCG(5, 6)).Float64)
	good, err := json.Marshal(value.NewDeepFile("us-classic", "us", st.Rules, net, value.Made{}))
	require.NoError(t, err)
	_, err = value.Parse(good)
	require.NoError(t, err)
	short := value.NewDeepFile("us-classic", "us", st.Rules, net, value.Made{})
	short.Net = short.Net[4:]
	cut, err := json.Marshal(short)
	require.NoError(t, err)
	_, err = value.Parse(cut)
	require.ErrorContains(t, err, "not a net of")
	_, err = value.Parse([]byte(strings.Replace(string(good), `"positions":0`, `"positions":1`, 1)))
	require.ErrorContains(t, err, "damaged")
	net[7] = float32(math.NaN())
	broken, err := json.Marshal(value.NewDeepFile("us-classic", "us", st.Rules, net, value.Made{}))
	require.NoError(t, err)
	_, err = value.Parse(broken)
	assert.ErrorContains(t, err, "one is NaN")
}

// TestTablesShareNets: every built-in board has a net under its own rulebook, which is in memory once.
func TestTablesShareNets(t *testing.T) {
	for id, rulebook := range map[string]string{
		"duel-masters": "duel", "german-classic": "standard", "mark-classic": "mark", "mega": "mega", "sonic": "sonic", "us-classic": "us",
	} {
		t.Run(id, func(t *testing.T) {
			var options map[string]any
			if rulebook == "mark" {
				options = map[string]any{"end_time": 60}
			}
			one, other := setuptest.Load(t, id, rulebook, options).Estimate(), setuptest.Load(t, id, rulebook, options).Estimate()
			assert.Nil(t, one.Net())
			require.NotNil(t, one.Deep().Net())
			assert.True(t, one.Deep().Net() == other.Deep().Net(), "in memory once")
		})
	}
	assert.Nil(t, setuptest.Load(t, "mark-classic", "us", nil).Estimate().Deep().Net(), "a board with prices of its own under a rulebook that is not")
}
