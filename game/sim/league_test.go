package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/sim/opponent"
)

func TestALeagueRepeatsItself(t *testing.T) {
	st := tables()[0].load(t)
	play := func(workers int, seed uint64) []*Pairing {
		list, err := League(t.Context(), LeagueConfig{
			Setup: st, Games: 21, Seed: seed, Workers: workers, Players: []string{"trader"}, Against: []string{"cautious", "haggler"},
		})
		require.NoError(t, err)
		for _, p := range list {
			assert.Positive(t, p.Time.Decisions)
			assert.LessOrEqual(t, p.Time.P99, p.Time.Max)
			p.Time = Spent{}
		}
		return list
	}
	one := play(1, 3)
	require.Len(t, one, 2)
	assert.Equal(t, one, play(3, 3), "neither workers nor anything but the seed make a difference")
	assert.NotEqual(t, one[0].Hash, play(1, 4)[0].Hash)
	for _, p := range one {
		assert.Equal(t, 21, p.Games, "also if the games cannot be shared evenly among the seats")
		assert.InDelta(t, p.Won*100/21, p.Percent, 0.01)
		assert.Less(t, p.Low, p.Percent)
		assert.Greater(t, p.High, p.Percent)
	}
}

// TestEqualPlayersWinEquallyOften: neither seat nor count favours the one that is measured.
func TestEqualPlayersWinEquallyOften(t *testing.T) {
	list, err := League(t.Context(), LeagueConfig{Setup: tables()[0].load(t), Games: 1200, Players: []string{"default"}, Against: []string{"default"}})
	require.NoError(t, err)
	assert.InDelta(t, 25, list[0].Percent, 4, "more than three standard errors")
	assert.Zero(t, list[0].Cut)
}

func TestALeagueAmongThree(t *testing.T) {
	var b strings.Builder
	require.NoError(t, PrintHeading(&b))
	_, err := League(t.Context(), LeagueConfig{
		Setup: tables()[0].load(t), Seats: 3, Games: 6, Players: []string{"default"}, Against: []string{"fixed-bold"},
		Each: func(p *Pairing) error { return p.Print(&b) },
	})
	require.NoError(t, err)
	assert.Contains(t, b.String(), "2 x fixed-bold")
	_, err = League(t.Context(), LeagueConfig{Setup: tables()[0].load(t), Games: 1, Players: []string{"hal"}, Against: []string{"default"}})
	assert.ErrorContains(t, err, "haggler", "it says whom there is")
}

// TestOpponentsPlayByTheRules: in every rulebook, with the core checked after every command.
func TestOpponentsPlayByTheRules(t *testing.T) {
	for _, table := range tables()[:6] {
		t.Run(table.name, func(t *testing.T) {
			st := table.load(t)
			_, err := Run(t.Context(), Config{
				Setup: st, Players: table.players, Games: 1, Bots: opponent.Names(), MaxTurns: 300, Audit: true,
				Player: func(name string) (Player, error) { return Known(st, name) },
			})
			assert.NoError(t, err)
		})
	}
}

func TestIntervals(t *testing.T) {
	for _, c := range []struct{ won, games, low, high float64 }{ // by R: binom::binom.wilson
		{500, 2000, 23.15, 26.94}, {0, 100, 0, 3.70}, {100, 100, 96.30, 100}, {0, 0, 0, 100},
	} {
		low, high := wilson(c.won, c.games)
		assert.InDelta(t, c.low, low, 0.01)
		assert.InDelta(t, c.high, high, 0.01)
	}
}

func TestTimesAreRoundedUpByAQuarterAtMost(t *testing.T) {
	for d := time.Duration(4); d < time.Minute; d = d*9/8 + 1 {
		up := ceiling(class(d))
		assert.Greater(t, up, d)
		assert.LessOrEqual(t, up, d+d/4+1)
	}
}
