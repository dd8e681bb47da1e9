package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

func TestTrainingRepeatsItselfAndLearns(t *testing.T) {
	st := tables()[0].load(t)
	last := 0.0
	cfg := TrainConfig{Setups: []*setup.Setup{st}, Games: 30, Rounds: 2, Seed: 3, Told: func(_, positions int, loss, _ float64) {
		assert.Positive(t, positions)
		last = loss
	}}
	one, made, err := Train(t.Context(), cfg)
	require.NoError(t, err)
	assert.Equal(t, 60, made.Games)
	assert.InDelta(t, last, made.Loss, 1e-12)
	assert.Less(t, made.Loss, 0.85*made.EqualLoss, "even few games teach something")
	again, _, err := Train(t.Context(), cfg)
	require.NoError(t, err)
	assert.Equal(t, one, again)
	cfg.Seed = 5
	other, _, err := Train(t.Context(), cfg)
	require.NoError(t, err)
	assert.NotEqual(t, one, other)
	stopped := errors.New("interrupt signal received")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	_, _, err = Train(ctx, cfg)
	require.ErrorIs(t, err, stopped)
	_, _, err = Train(t.Context(), TrainConfig{})
	assert.Error(t, err)
}

// TestTrainingOfANetRepeatsItselfAndLearns: whatever the number of processors.
func TestTrainingOfANetRepeatsItselfAndLearns(t *testing.T) {
	cfg := DeepConfig{Setup: tables()[0].load(t), Games: 60, Seed: 4}
	last := 0.0
	cfg.Told = func(_, positions int, loss, _ float64) {
		assert.Positive(t, positions)
		last = loss
	}
	one, made, err := TrainDeep(t.Context(), cfg)
	require.NoError(t, err)
	assert.Equal(t, 60, made.Games)
	assert.InDelta(t, last, made.Loss, 1e-12)
	assert.Less(t, made.Loss, 0.97*made.EqualLoss, "even few games teach something")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again, _, err := TrainDeep(t.Context(), cfg)
	require.NoError(t, err)
	assert.Equal(t, one, again)
	stopped := errors.New("interrupt signal received")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	_, _, err = TrainDeep(ctx, cfg)
	require.ErrorIs(t, err, stopped)
	_, _, err = TrainDeep(t.Context(), DeepConfig{})
	assert.Error(t, err)
}

// TestDealsOfALessonTellWhatTheyAreWorth: the player who gets far more than was asked for wins
// more often than without the deal.
func TestDealsOfALessonTellWhatTheyAreWorth(t *testing.T) {
	st := tables()[0].load(t)
	rng := rand.New(rand.NewPCG(1, 2))
	start := game.NewState(st.Rules, 4, 0, false)
	d := newDealing(st, rng, 4)
	g := player{rules: st.Rules, maxTurns: deepTurns, quick: true, bots: d.g.bots}
	var s game.State
	g.after = func() {
		if now := &g.turn.S; s.Seq == 0 && now.Turn.Number > 16 && now.Phase() == game.PhaseHub && now.NumTrades == 0 {
			s = *now
		}
	}
	_, err := g.play(0, [32]byte{1}, &start)
	require.NoError(t, err)
	require.Positive(t, s.Seq)
	taken, rejected, deals := 0, 0, 0
	for range 4000 {
		views, err := d.views(&s)
		require.NoError(t, err)
		if len(views) < 2 {
			continue
		}
		offer := d.offered.S.Trades[0]
		if worth(st.Rules, &offer.Give) < worth(st.Rules, &offer.Want)+500 {
			continue
		}
		deals++
		assert.NotEqual(t, views[0].seen, views[1].seen)
		if views[0].winners.Has(offer.To) {
			taken++
		}
		if views[1].winners.Has(offer.To) {
			rejected++
		}
	}
	t.Logf("of %d generous offers: %d wins after those taken, %d after those rejected", deals, taken, rejected)
	assert.Greater(t, deals, 100)
	assert.Greater(t, taken, rejected+deals/20)
}

// worth is the cash among goods and the printed prices of their deeds.
func worth(r *game.Ruleset, goods *game.Terms) game.Money {
	sum := goods.Cash
	for d := goods.Deeds; d != 0; d = d.Rest() {
		sum += r.Spaces[d.First()].Price
	}
	return sum
}

// TestLevelsPlayByTheRules: on every board of the tests, with the core checked after every command.
func TestLevelsPlayByTheRules(t *testing.T) {
	for _, table := range tables() {
		t.Run(table.name, func(t *testing.T) {
			t.Parallel()
			_, err := Run(t.Context(), Config{
				Setup: table.load(t), Players: table.players, Games: 1, Bots: []string{"hard", "easy", "hard", "medium"}, MaxTurns: 200, Audit: true, Workers: 1,
			})
			assert.NoError(t, err)
		})
	}
}

// TestHardBeatsMedium: by far more than luck explains.
func TestHardBeatsMedium(t *testing.T) {
	if testing.Short() {
		t.Skip("eighty games")
	}
	list, err := League(t.Context(), LeagueConfig{Setup: tables()[0].load(t), Games: 80, Players: []string{"hard"}, Against: []string{"medium"}})
	require.NoError(t, err)
	assert.Greater(t, list[0].Low, 27.0, "one of four equal players would win 25 %%: %+v", list[0])
}
