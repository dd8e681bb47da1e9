package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/stats"
)

// pairs are the six rulebooks on their own boards, and options that change the counts.
var pairs = map[string]struct {
	edition, rulebook string
	options           map[string]any
	players           int
}{
	"mark":     {"mark-classic", "mark", map[string]any{"end_time": 60}, 4},
	"standard": {"german-classic", "standard", nil, 4},
	"us":       {"us-classic", "us", nil, 4},
	"eight":    {"us-classic", "us", nil, 8},
	"sonic":    {"sonic", "sonic", nil, 3},
	"mega":     {"mega", "mega", nil, 4},
	"duel":     {"duel-masters", "duel", map[string]any{"duel": true}, 3},
	"house": {"us-classic", "us", map[string]any{
		"house.sealed_auction": true, "house.parking_pot": true, "house.no_rent_in_jail": true,
	}, 4},
}

func load(t testing.TB, name string) *setup.Setup {
	t.Helper()
	p := pairs[name]
	return setuptest.Load(t, p.edition, p.rulebook, p.options)
}

// each plays games and hands over their figures with the events they are made of.
func each(t testing.TB, name string, games int, look func(*game.Ruleset, *stats.Figures, sim.Record)) {
	t.Helper()
	st := load(t, name)
	_, err := sim.Run(t.Context(), sim.Config{
		Setup: st, Players: pairs[name].players, Games: games, Seed: 5, MaxTurns: 400,
		Each: func(r sim.Record) error {
			c := stats.New(st.Rules, &r.Start)
			for i := range r.Events {
				c.Add(&r.Events[i])
			}
			look(st.Rules, c.Figures(), r)
			return nil
		},
	})
	require.NoError(t, err)
}

// TestFiguresAddUp: every sum is the sum of the events it claims to sum up.
func TestFiguresAddUp(t *testing.T) {
	for name := range pairs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rents, auctions, landings := 0, 0, 0
			each(t, name, 6, func(r *game.Ruleset, f *stats.Figures, rec sim.Record) {
				rents += addUpRents(t, f, rec.Events)
				auctions += addUpAuctions(t, f, rec.Events)
				addUpThrows(t, r, f, rec.Events)
				addUpWealth(t, r, f, rec)
				landings += f.Throws
			})
			assert.Positive(t, rents)
			assert.Positive(t, auctions)
			assert.Positive(t, landings)
		})
	}
}

func addUpRents(t *testing.T, f *stats.Figures, events []game.Event) (times int) {
	t.Helper()
	var paid, got [game.MaxSeats]game.Money
	for i := range events {
		if e := &events[i]; e.Kind == game.Paid && (e.Cause == game.ForRent || e.Cause == game.ForDuel) && e.Seat >= 0 && e.Other >= 0 {
			paid[e.Seat] += e.Amount
			got[e.Other] += e.Amount
		}
	}
	for a := range f.Rents {
		var p, g game.Money
		for b := range f.Rents {
			p += f.Rents[a][b].Money
			g += f.Rents[b][a].Money
			times += f.Rents[a][b].Times
		}
		assert.Zero(t, f.Rents[a][a], "nobody pays himself")
		assert.Equal(t, paid[a], p)
		assert.Equal(t, got[a], g)
	}
	return times
}

func addUpAuctions(t *testing.T, f *stats.Figures, events []game.Event) int {
	t.Helper()
	var all, paid game.Money
	n := 0
	for i := range events {
		if e := &events[i]; e.Kind == game.AuctionClosed && e.Item.Kind == game.ItemDeed {
			n++
			all += e.Amount
		}
	}
	for _, a := range f.Auctions {
		paid += a.Price
		assert.Positive(t, a.List)
		assert.Equal(t, a.Winner == game.Nobody, a.Price == 0)
	}
	assert.Len(t, f.Auctions, n)
	assert.Equal(t, all, paid)
	return n
}

func addUpThrows(t *testing.T, r *game.Ruleset, f *stats.Figures, events []game.Event) {
	t.Helper()
	throws, sum := 0, 0
	for i := range events {
		if e := &events[i]; e.Kind == game.Rolled && (e.Cause == game.ByMove || e.Cause == game.ByJail) {
			throws++
			sum += int(e.Dice[0]) + int(e.Dice[1])
		}
	}
	assert.Equal(t, throws, f.Dice.Throws)
	assert.GreaterOrEqual(t, throws, f.Throws)
	assert.LessOrEqual(t, throws-f.Throws, 1, "all but a last throw came to rest")
	expected, pips, seen, n := 0.0, 0.0, 0, 0
	for _, l := range f.Landings {
		expected += l.Expected
		seen += l.Seen
		if l.Space != game.NoSpace && r.Spaces[l.Space].Kind == game.KindGoToJail {
			assert.Zero(t, l.Seen, "nobody rests where he is arrested")
			assert.Zero(t, l.Expected)
		}
	}
	for _, l := range f.Luck {
		pips += l.Pips.Seen
		n += l.Doubles.N
	}
	assert.InDelta(t, f.Throws, expected, 1e-6)
	assert.Equal(t, f.Throws, seen)
	assert.EqualValues(t, sum, pips)
	assert.Equal(t, throws, n)
	assert.GreaterOrEqual(t, f.Dice.Chance, 0.0)
	assert.LessOrEqual(t, f.Dice.Chance, 1.0)
}

func addUpWealth(t *testing.T, r *game.Ruleset, f *stats.Figures, rec sim.Record) {
	t.Helper()
	s := rec.Start
	for i := range rec.Events {
		s.Apply(&rec.Events[i])
	}
	require.NotEmpty(t, f.Wealth)
	for i := 1; i < len(f.Wealth); i++ {
		assert.Less(t, f.Wealth[i-1].Seq, f.Wealth[i].Seq)
		assert.Less(t, f.Wealth[i-1].Turn, f.Wealth[i].Turn)
	}
	first := f.Wealth[0]
	assert.Len(t, first.Wealth, f.Seats)
	if r.DealDeeds == 0 {
		assert.Equal(t, r.StartCash, first.Wealth[0])
	}
	assert.Equal(t, s.Seq, f.Seq)
	assert.Equal(t, s.Status == game.Finished, f.Over)
	for _, st := range s.Standings[:s.NumRanked] {
		if !s.Players[st.Seat].Bankrupt {
			assert.Equal(t, st.Wealth, f.Wealth[len(f.Wealth)-1].Wealth[st.Seat], "the last point is the final count")
		}
	}
}

// TestErrorsAreHonest: over many games every measure of luck is off by its own
// standard error, no more and no less, and to neither side. Games are taken
// together: who is ruined by a great rent has had few throws, so that the mean
// over players of their own ratios would lean.
func TestErrorsAreHonest(t *testing.T) {
	for _, name := range []string{"us", "standard", "mark", "mega"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var n, off, square, variance [6]float64
			each(t, name, 120, func(_ *game.Ruleset, f *stats.Figures, _ sim.Record) {
				for _, l := range f.Luck {
					for i, m := range []stats.Measure{l.Pips, l.Doubles, l.Jailed, l.Cards, l.Owed, l.Asked} {
						n[i] += float64(m.N)
						off[i] += m.Seen - m.Expected
						square[i] += (m.Seen - m.Expected) * (m.Seen - m.Expected)
						variance[i] += m.Error * m.Error
					}
				}
			})
			for i, what := range []string{"pips", "doubles", "jailed", "cards", "owed", "asked"} {
				if n[i] == 0 {
					assert.Contains(t, []string{"owed", "asked"}, what)
					assert.Equal(t, "mega", name)
					continue
				}
				far, spread := off[i]/math.Sqrt(variance[i]), square[i]/variance[i]
				t.Logf("%s: %.0f throws or draws, off by %.2f standard errors, spread %.3f", what, n[i], far, spread)
				assert.InDelta(t, 0, far, 4, what)
				assert.InDelta(t, 1, spread, 0.3, what)
			}
		})
	}
}

// TestFiguresSoFar: calling Figures in the middle of a game changes no later result.
func TestFiguresSoFar(t *testing.T) {
	st := load(t, "us")
	each(t, "us", 1, func(_ *game.Ruleset, whole *stats.Figures, rec sim.Record) {
		c := stats.New(st.Rules, &rec.Start)
		for i := range rec.Events {
			c.Add(&rec.Events[i])
			if i%97 == 0 {
				f := c.Figures()
				assert.EqualValues(t, i+1, f.Seq)
				assert.False(t, f.Over && i < len(rec.Events)-1)
				for j := range f.Rents {
					f.Rents[j][0].Money = -1
				}
			}
		}
		assert.Equal(t, whole, c.Figures())
	})
}

// TestNothingYet: a game without a throw has figures too.
func TestNothingYet(t *testing.T) {
	st := load(t, "us")
	s := game.NewState(st.Rules, 3, 0, false)
	f := stats.New(st.Rules, &s).Figures()
	assert.Empty(t, f.Wealth)
	assert.Empty(t, f.Auctions)
	assert.Zero(t, f.Throws)
	assert.Len(t, f.Luck, 3)
	assert.Zero(t, f.Luck[0].Pips.Off())
	assert.EqualValues(t, 1, f.Dice.Chance)
}
