package sim

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// boards are the tables whose landings are known.
func boards() map[string]table {
	return map[string]table{
		"us":     {edition: "us-classic", rulebook: "us"},
		"mark":   {edition: "mark-classic", rulebook: "mark", options: map[string]any{"end_time": 60, "jail.exit_doubles_reroll": false}},
		"german": {edition: "german-classic", rulebook: "standard"},
	}
}

func exact(t *testing.T, r *game.Ruleset, stay Stay) *LandingReference {
	t.Helper()
	all, err := references()
	require.NoError(t, err)
	ref := all.find(r, stay, r.ExitDoublesReroll())
	require.NotNil(t, ref)
	return ref
}

// off lists the places that a walk under the rules finds beyond five standard errors.
func off(t *testing.T, r *game.Ruleset, stay Stay, ref *LandingReference, throws int) []int {
	t.Helper()
	total, err := countLandings(t.Context(), r, WalkConfig{Stay: stay, Throws: throws, Seed: 3})
	require.NoError(t, err)
	var out []int
	for place := range numPlaces {
		if place >= len(ref.Percent) && place < placeJail {
			assert.Zero(t, total.sum[place], "no token rests beyond the board")
			continue
		}
		if row := total.row(place, ref, 5); !row.Within {
			t.Logf("place %d: %.4f, exact %.4f, off %.1f", place, row.Measured, row.Exact, row.Off)
			out = append(out, place)
		}
	}
	return out
}

// TestLandingsAreExact: tokens moved by the engine come to rest where the Markov chains say.
func TestLandingsAreExact(t *testing.T) {
	for name, table := range boards() {
		for _, stay := range Stays() {
			t.Run(name+"/"+string(stay), func(t *testing.T) {
				t.Parallel()
				r := table.load(t).Rules
				assert.Empty(t, off(t, r, stay, exact(t, r, stay), 400_000))
			})
		}
	}
	t.Run("us/long with a throw after doubles out of jail", func(t *testing.T) {
		t.Parallel()
		r := *boards()["us"].load(t).Rules
		r.JailExitRerolls = true
		assert.Empty(t, off(t, &r, StayLong, exact(t, &r, StayLong), 400_000))
	})
}

// TestWrongMovesShow: with one rule of movement changed the same walk is off.
func TestWrongMovesShow(t *testing.T) {
	st := boards()["us"].load(t)
	card := func(r *game.Ruleset, deck game.Deck, op game.CardOp) *game.CardDef {
		for i := range r.Board.Decks[deck].Cards {
			if c := &r.Board.Decks[deck].Cards[i]; c.Op == op {
				return c
			}
		}
		t.Fatalf("deck %d has no card %d", deck, op)
		return nil
	}
	for name, c := range map[string]struct {
		stay  Stay
		spoil func(r *game.Ruleset)
	}{
		"doubles out of jail give a throw": {StayLong, func(r *game.Ruleset) { r.JailExitRerolls = true }},
		"two turns in jail":                {StayLong, func(r *game.Ruleset) { r.JailTurns = 2 }},
		"the policeman lets go":            {StayShort, func(r *game.Ruleset) { r.Spaces[30].Kind = game.KindParking }},
		"two steps back":                   {StayShort, func(r *game.Ruleset) { card(r, game.Chance, game.OpMoveBy).Amount = -2 }},
		"past the nearest station":         {StayShort, func(r *game.Ruleset) { card(r, game.Chance, game.OpAdvanceNearest).Kind = game.KindUtility }},
		"no arrest by card":                {StayShort, func(r *game.Ruleset) { card(r, game.Chest, game.OpGoToJail).Op = game.OpNone }},
		"one card more":                    {StayShort, func(r *game.Ruleset) { r.Board.Decks[game.Chance].Num++ }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := *st.Rules
			c.spoil(&r)
			assert.NotEmpty(t, off(t, &r, c.stay, exact(t, st.Rules, c.stay), 400_000))
		})
	}
}

// TestWalkIsTheSame: the seed decides, not the number of workers.
func TestWalkIsTheSame(t *testing.T) {
	st := boards()["us"].load(t)
	walk := func(seed uint64, workers int) *LandingTable {
		got, err := Walk(t.Context(), WalkConfig{Setup: st, Stay: StayShort, Throws: MinThrows + 1, Seed: seed, Workers: workers})
		require.NoError(t, err)
		got.Seconds = 0
		return got
	}
	one := walk(1, 1)
	assert.Equal(t, one, walk(1, 3))
	assert.NotEqual(t, one.Rows, walk(2, 1).Rows)
	assert.Equal(t, MinThrows+batchThrows, one.Throws, "whole batches")
	require.Len(t, one.Rows, 43)
	sum := 0.0
	for _, row := range one.Rows[:41] {
		sum += row.Measured
	}
	assert.InDelta(t, 100, sum, 1e-9, "every throw ends somewhere")
}

// TestErrorsAreHonest: walks of other seeds differ by the standard errors reported.
func TestErrorsAreHonest(t *testing.T) {
	r := boards()["us"].load(t).Rules
	ref := exact(t, r, StayLong)
	sum, n := 0.0, 0
	for seed := range uint64(8) {
		total, err := countLandings(t.Context(), r, WalkConfig{Stay: StayLong, Throws: MinThrows, Seed: seed})
		require.NoError(t, err)
		for place := range numPlaces {
			if place < len(ref.Percent) && ref.Percent[place] > 0 || place >= placeJail {
				row := total.row(place, ref, Tolerance)
				sum += row.Off * row.Off
				n++
			}
		}
	}
	assert.InDelta(t, 1, sum/float64(n), 0.25, "mean square of the differences in standard errors")
}

func TestWalkIsChecked(t *testing.T) {
	st := boards()["us"].load(t)
	for name, cfg := range map[string]WalkConfig{
		"no setup":         {Stay: StayLong, Throws: MinThrows},
		"no stay":          {Setup: st, Throws: MinThrows},
		"unknown stay":     {Setup: st, Stay: "forever", Throws: MinThrows},
		"too few throws":   {Setup: st, Stay: StayLong, Throws: MinThrows - 1},
		"throws below":     {Setup: st, Stay: StayLong, Throws: math.MinInt},
		"too many throws":  {Setup: st, Stay: StayLong, Throws: MaxThrows + 1},
		"throws overflows": {Setup: st, Stay: StayLong, Throws: math.MaxInt},
	} {
		_, err := Walk(t.Context(), cfg)
		assert.Error(t, err, name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Walk(ctx, WalkConfig{Setup: st, Stay: StayLong, Throws: MinThrows})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestEveryTableCanBeWalked: all rulebooks, their options and house rules let
// tokens walk, and those of a known course are compared.
func TestEveryTableCanBeWalked(t *testing.T) {
	compared := map[string]bool{}
	for _, table := range tables() {
		st := table.load(t)
		for _, stay := range Stays() {
			got, err := Walk(t.Context(), WalkConfig{Setup: st, Stay: stay, Throws: MinThrows, Seed: 4})
			require.NoError(t, err, "%s %s", table.name, stay)
			if compared[table.name+" "+string(stay)] = got.Reference != nil; got.Reference != nil {
				assert.Zero(t, got.Outside, "%s %s: %s", table.name, stay, got.Verdict())
			}
		}
	}
	for name, want := range map[string]bool{
		"us short": true, "us long": true, "standard-house long": true, "duel long": true, "mark-house short": true, "sonic short": true,
		"mark long": false, "sonic long": false, "mega short": false, "mega-house long": false,
	} {
		assert.Equal(t, want, compared[name], name)
	}
}

func TestLandingTablePrints(t *testing.T) {
	st := boards()["us"].load(t)
	table, err := Walk(t.Context(), WalkConfig{Setup: st, Stay: StayLong, Throws: MinThrows, Seed: 1})
	require.NoError(t, err)
	lines := printed(t, table)
	assert.Equal(t, "all 40 spaces within 4 standard errors, and so are the jail, the turns and the arrests", lines[len(lines)-1])
	assert.Contains(t, lines[0], "us-classic, rulebook us, long stay in jail, seed 1")
	text := strings.Join(lines, "\n")
	for _, want := range []string{"exact   Markov chain: US board, doubles tried for, no further throw", "in jail", "9.3855", st.SpaceName("en", 39)} {
		assert.Contains(t, text, want)
	}

	table.Rows[24].Within, table.Rows[40].Within, table.Outside = false, false, 2
	lines = printed(t, table)
	assert.Equal(t, "not within 4 standard errors: 24 "+st.SpaceName("en", 24)+", in jail", lines[len(lines)-1])
	assert.Contains(t, strings.Join(lines, "\n"), "  !\n")
	data, err := json.Marshal(table)
	require.NoError(t, err)
	for _, key := range []string{`"edition"`, `"stay":"long"`, `"measured"`, `"exact"`, `"off"`, `"outside":2`} {
		assert.Contains(t, string(data), key)
	}

	mark := tables()[2].load(t)
	require.True(t, mark.Rules.JailExitRerolls)
	table, err = Walk(t.Context(), WalkConfig{Setup: mark, Stay: StayLong, Throws: MinThrows})
	require.NoError(t, err)
	lines = printed(t, table)
	assert.Contains(t, lines[len(lines)-1], "no exact table for jail.exit_doubles_reroll as it is set")
	assert.NotContains(t, strings.Join(lines, "\n"), "exact %")
}

func printed(t *testing.T, table *LandingTable) []string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, table.Print(&b))
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}
