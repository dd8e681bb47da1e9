package sim

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/setup"
)

func TestTrainingRepeatsItselfAndLearns(t *testing.T) {
	st := tables()[0].load(t)
	last := 0.0
	cfg := TrainConfig{Setups: []*setup.Setup{st}, Games: 30, Rounds: 2, Seed: 4, Told: func(_, positions int, loss, _ float64) {
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
