package sim

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

func TestConfigIsChecked(t *testing.T) {
	st := tables()[0].load(t)
	for name, cfg := range map[string]Config{
		"no setup":      {},
		"one player":    {Setup: st, Players: 1},
		"nine players":  {Setup: st, Players: 9},
		"unknown bot":   {Setup: st, Bots: []string{"default", "nobody"}},
		"no games":      {Setup: st, Games: -1},
		"endless turns": {Setup: st, MaxTurns: 70000},
	} {
		_, err := Run(t.Context(), cfg)
		assert.Error(t, err, name)
	}
}

func TestLongGamesAreCutOrTimed(t *testing.T) {
	st := tables()[0].load(t)
	sum, err := Run(t.Context(), Config{Setup: st, Games: 5, MaxTurns: 20})
	require.NoError(t, err)
	assert.Equal(t, Ends{Cut: 5}, sum.Ends)
	assert.Equal(t, []int{0, 0, 0, 0}, sum.Wins, "nobody wins a game that was cut")
	for _, r := range sum.Results {
		assert.Equal(t, game.Nobody, r.Winner)
		assert.Equal(t, 21, r.Turns)
	}

	timed := table{edition: "mark-classic", rulebook: "mark", options: map[string]any{"end_time": 60}}.load(t)
	sum, err = Run(t.Context(), Config{Setup: timed, Games: 5, MaxTurns: 40})
	require.NoError(t, err)
	assert.Equal(t, 5, sum.Ends.Time, "where an hour is agreed it strikes")
	for _, r := range sum.Results {
		assert.Positive(t, r.Shared)
	}
}

func TestEachGetsWholeGames(t *testing.T) {
	st := tables()[0].load(t)
	events, games := 0, map[int]bool{}
	sum, err := Run(t.Context(), Config{Setup: st, Games: 6, Each: func(r Record) error {
		s := r.Start
		for i := range r.Events {
			s.Apply(&r.Events[i])
		}
		assert.Equal(t, game.Finished, s.Status, "the events are the game")
		assert.Equal(t, SeedOf(0, r.Game), r.Seed)
		assert.Len(t, r.Events, r.Result.Events)
		events += len(r.Events)
		games[r.Game] = true
		return nil
	}})
	require.NoError(t, err)
	assert.Len(t, games, 6)
	assert.Equal(t, sum.Events.Total, events)

	full := errors.New("disk full")
	_, err = Run(t.Context(), Config{Setup: st, Games: 6, Each: func(Record) error { return full }})
	assert.ErrorIs(t, err, full)
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Run(ctx, Config{Setup: tables()[0].load(t), Games: 1000})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestSummary(t *testing.T) {
	st := tables()[0].load(t)
	sum, err := Run(t.Context(), Config{Setup: st, Games: 40, Stats: true, Bots: []string{"trader", ""}})
	require.NoError(t, err)
	assert.Equal(t, []string{"trader", "default", "trader", "default"}, sum.Bots)
	assert.Equal(t, 40, sum.Wins[0]+sum.Wins[1]+sum.Wins[2]+sum.Wins[3]+sum.Shared+sum.Ends.Cut)
	require.Len(t, sum.Landings, 40)
	percent := 0.0
	for _, l := range sum.Landings {
		assert.NotEmpty(t, l.Name)
		percent += l.Percent
	}
	assert.InDelta(t, 100, percent, 0.01)
	assert.Greater(t, sum.Landings[10].Count, sum.Landings[9].Count, "nowhere is landed more often than in jail")

	var b strings.Builder
	require.NoError(t, sum.Print(&b))
	for _, want := range []string{"us-classic, rulebook us, 4 players, seed 0", "games        40", "trader", sum.Hash, sum.Landings[39].Name} {
		assert.Contains(t, b.String(), want)
	}
	data, err := json.Marshal(sum)
	require.NoError(t, err)
	var back map[string]any
	require.NoError(t, json.Unmarshal(data, &back))
	for _, key := range []string{"edition", "rulebook", "seed", "games", "ends", "wins", "turns", "hash", "landings", "results"} {
		assert.Contains(t, back, key)
	}
}

// TestAuditFindsFaults: a state that was tampered with does not pass.
func TestAuditFindsFaults(t *testing.T) {
	st := tables()[0].load(t)
	start := game.NewState(st.Rules, 4, 0, false)
	g := player{rules: st.Rules, bots: usual(4), maxTurns: 60}
	_, err := g.play(0, SeedOf(1, 0), &start)
	require.NoError(t, err)
	var turn game.Turn
	turn.Begin(st.Rules, &g.turn.S)
	before := turn.S
	require.NoError(t, Audit(&before, &turn, game.Refusal{Code: game.NoFunds}), "nothing happened")
	for name, spoil := range map[string]func(*game.State){
		"money from nowhere":  func(s *game.State) { s.Players[1].Cash++ },
		"a deed twice":        func(s *game.State) { s.Owned[0] |= s.Owned[1]; s.Owned[2] |= s.Owned[1] },
		"a house from abroad": func(s *game.State) { s.Stock[game.House]++ },
		"a card in two hands": func(s *game.State) { s.Players[0].Cards, s.Players[1].Cards = 1, 1 },
	} {
		turn.S = before
		spoil(&turn.S)
		assert.Error(t, Audit(&before, &turn, game.Refusal{Code: game.NoFunds}), "refused: %s", name)
		spoilt := turn.S
		if name != "money from nowhere" {
			assert.Error(t, Audit(&spoilt, &turn, game.Refusal{}), "accepted: %s", name)
		} else {
			assert.Error(t, Audit(&before, &turn, game.Refusal{}), "accepted: %s", name)
		}
	}
}
