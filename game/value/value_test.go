package value_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// estimate is the chances in a state, by the weights that the program has.
func estimate(t *testing.T, r *game.Ruleset, rulebook string, s *game.State) (c value.Chances) {
	t.Helper()
	m, err := value.For(r, rulebook)
	require.NoError(t, err)
	var p value.Position
	value.Look(s, &p)
	m.Chances(&p, &c)
	return c
}

func TestChancesAddUpInEveryRulebook(t *testing.T) {
	for rulebook, id := range setuptest.Pairs(t) {
		r := setuptest.Rules(t, id, rulebook, nil)
		s := setuptest.Position(r)
		s.Players[3].Bankrupt = true
		c := estimate(t, r, rulebook, &s)
		sum := float32(0)
		for _, x := range c {
			sum += x
		}
		assert.InDelta(t, 1, sum, 1e-5, rulebook)
		assert.Zero(t, c[3], "%s: the bankrupt win nothing", rulebook)
	}
}

// TestTheEstimateKnowsTheGame: what helps a seat raises its chance.
func TestTheEstimateKnowsTheGame(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	setuptest.Give(&s, 0, 16, 18)
	setuptest.Give(&s, 1, 21, 23, 26)
	setuptest.Give(&s, 2, 5, 31)
	setuptest.Give(&s, 3, 37, 12)
	before := estimate(t, r, "us", &s)
	for name, change := range map[string]func(*game.State){
		"the last deed of a group":       func(s *game.State) { setuptest.Give(s, 0, 19) },
		"cash":                           func(s *game.State) { s.Players[0].Cash += 500 },
		"another's loss of all its cash": func(s *game.State) { s.Players[1].Cash = 0 },
		"a mortgage less":                func(s *game.State) { s.Mortgaged = 0 },
	} {
		after := s
		if name == "a mortgage less" {
			after.Mortgaged = game.SetOf(16, 18)
			before := estimate(t, r, "us", &after)
			change(&after)
			assert.Greater(t, estimate(t, r, "us", &after)[0], before[0], name)
			continue
		}
		change(&after)
		assert.Greater(t, estimate(t, r, "us", &after)[0], before[0], name)
	}
}

func TestEstimatesAllocateNothing(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	m, err := value.For(r, "us")
	require.NoError(t, err)
	var p value.Position
	var c value.Chances
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		value.Look(&s, &p)
		m.Chances(&p, &c)
	}))
}

func TestADealIsBookedOnce(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	setuptest.Give(&s, 0, 1)
	setuptest.Give(&s, 1, 39)
	var p value.Position
	value.Look(&s, &p)
	p.Swap(0, 1, &game.Terms{Cash: 300, Deeds: game.SetOf(1)}, &game.Terms{Deeds: game.SetOf(39), Cards: 1})
	assert.Equal(t, game.SetOf(39), p.Owned[0])
	assert.Equal(t, game.SetOf(1), p.Owned[1])
	assert.Equal(t, s.Players[0].Cash-300, p.Cash[0])
	assert.Equal(t, s.Players[1].Cash+300, p.Cash[1])
	assert.EqualValues(t, 1, p.Cards[0])
}

// TestWeightsThatAreOfNoUseAreRefused: with a sentence, never silently.
func TestWeightsThatAreOfNoUseAreRefused(t *testing.T) {
	files, err := value.Files()
	require.NoError(t, err)
	good, err := json.Marshal(files[0])
	require.NoError(t, err)
	_, err = value.Parse(good)
	require.NoError(t, err)
	for name, c := range map[string]struct{ from, to, says string }{
		"a digit changed":     {`"positions":`, `"positions":1`, "damaged"},
		"another format":      {`"format":1`, `"format":9`, "format 9"},
		"other features":      {`"cash_root"`, `"luck"`, "other features"},
		"cut off":             {`]],"sum"`, `],"sum"`, "invalid"},
		"a weight that is no": {`"weights":[[`, `"weights":[[1e9,`, "not 3 sets"},
	} {
		bad := strings.Replace(string(good), c.from, c.to, 1)
		require.NotEqual(t, string(good), bad, name)
		_, err := value.Parse([]byte(bad))
		assert.ErrorContains(t, err, c.says, name)
	}
}

// TestBuiltInWeightsAreOfBuiltInBoards: a board that changed needs new weights.
func TestBuiltInWeightsAreOfBuiltInBoards(t *testing.T) {
	files, err := value.Files()
	require.NoError(t, err)
	for _, f := range files {
		share := 0.7
		if f.Net != nil {
			share = 0.8 // games among the level hard are harder to foresee
		}
		assert.Less(t, f.Made.Loss, share*f.Made.EqualLoss, "%s: it has learned something", f.Edition)
		assert.NotEmpty(t, f.Made.Command)
		if f.Edition != "" {
			assert.Equal(t, value.Board(setuptest.Rules(t, f.Edition, f.Rulebook, nil)), f.Board, f.Edition)
		}
	}
}

// A game is stuck if everything is sold, nobody has a group to build on, and a lap brings more than its rents take.
func TestStuckGames(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	n := game.Seat(0)
	for d := st.Rules.Deeds; d != 0; d = d.Rest() {
		setuptest.Give(&s, n%game.Seat(s.NumSeats), d.First()) //nolint:gosec // few seats
		n++
	}
	var p value.Position
	value.Look(&s, &p)
	assert.True(t, st.Estimate().Stuck(&p), "mixed hands")
	open := p
	open.Owned[0] = open.Owned[0].Without(39)
	open.Free = open.Free.With(39)
	assert.False(t, st.Estimate().Stuck(&open), "something is for sale")
	whole := p
	for _, sp := range []game.Space{16, 18, 19} {
		whole.Give(sp, 0)
	}
	assert.False(t, st.Estimate().Stuck(&whole), "a group can be built on")
}

// What a debtor owes beyond their cash does not vanish: they are not estimated as if they had paid all.
func TestADebtIsOwedInFull(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	setuptest.Give(&s, 0, 6, 8, 9)
	setuptest.Give(&s, 1, 37, 39)
	s.Players[0].Cash = 21
	at := func(debt game.Money) (p value.Position, c value.Chances) {
		s.Debts[0], s.NumDebts = game.Debt{Debtor: 0, Creditor: 1, Amount: debt}, 1
		value.Look(&s, &p)
		st.Estimate().Chances(&p, &c)
		return p, c
	}
	_, small := at(21)
	p, large := at(140)
	assert.EqualValues(t, -119, p.Cash[0])
	assert.EqualValues(t, 1521, p.Cash[1], "what is there to pay")
	assert.Less(t, large[0], small[0])
}
