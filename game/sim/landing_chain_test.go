package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/stats"
)

// habitsOf are the choices of a walk.
func habitsOf(stay Stay) stats.Habits {
	h := stats.Habits{Bus: 1}
	if stay == StayLong {
		h.Try = 1
	}
	return h
}

// places puts an expectation in the order of a walk, in percent.
func places(e *stats.Expectation) (all [numPlaces]float64) {
	for i, p := range e.Space {
		all[i] = p * 100
	}
	all[placeJail], all[placeTurns], all[placeArrests] = e.Jail*100, e.Turns*100, e.Sent*100
	return all
}

// TestExpectationsAreTheExactTables: the solution for a board equals the table
// computed elsewhere, to the last digit.
func TestExpectationsAreTheExactTables(t *testing.T) {
	for name, table := range boards() {
		r := table.load(t).Rules
		for _, stay := range Stays() {
			ref := exact(t, r, stay)
			e, err := stats.Expect(r, habitsOf(stay))
			require.NoError(t, err)
			for place, p := range places(e) {
				if place < len(ref.Percent) || place >= placeJail {
					assert.InDelta(t, ref.of(place), p, 0.0002, "%s %s: place %d", name, stay, place)
				}
			}
		}
	}
}

// TestExpectationsOfEveryBoard: for boards without a table it agrees with walks,
// the third die, the bus and short stays in jail included.
func TestExpectationsOfEveryBoard(t *testing.T) {
	for _, table := range tables() {
		st := table.load(t)
		for _, stay := range Stays() {
			t.Run(table.name+"/"+string(stay), func(t *testing.T) {
				t.Parallel()
				total, err := countLandings(t.Context(), st.Rules, WalkConfig{Stay: stay, Throws: 300_000, Seed: 8})
				require.NoError(t, err)
				e, err := stats.Expect(st.Rules, habitsOf(stay))
				require.NoError(t, err)
				sum := 0.0
				for place, p := range places(e) {
					if place <= placeJail {
						sum += p
					}
					share, deviation := total.percent(place)
					if deviation == 0 {
						deviation = 100 * math.Sqrt(max(p/100*(1-p/100), 0)/300_000)
					}
					assert.LessOrEqual(t, math.Abs(share-p), 5*deviation+1e-9, "place %d: walked %.4f, solved %.4f", place, share, p)
				}
				assert.InDelta(t, 100, sum, 1e-6, "every throw ends somewhere")
			})
		}
	}
}
