package sim

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

// TestEveryOption plays audited bot games with each option of each rulebook,
// official, reading or house rule, set to each of its values.
func TestEveryOption(t *testing.T) {
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		rulebook := setup.DefaultRulebookOf(ed)
		t.Run(rulebook, func(t *testing.T) {
			t.Parallel()
			played := 0
			for _, def := range setup.OptionsOf(rulebook) {
				for _, value := range values(def) {
					st, err := setup.New(ed, rulebook, with(rulebook, def.Key, value))
					if _, ok := errors.AsType[*setup.Error](err); ok {
						continue // goes only with others
					}
					require.NoError(t, err)
					played++
					sum, err := Run(context.Background(), Config{
						Setup: st, Players: 4, Games: 3, Seed: uint64(played), Audit: true, Workers: 1, MaxTurns: 600,
						Bots: []string{"default", "cautious", "builder", "trader"},
					})
					if errors.Is(err, ErrStart) { // more deeds to deal than can be paid
						continue
					}
					if assert.NoError(t, err, "%s = %v", def.Key, value) {
						assert.Len(t, sum.Results, 3)
					}
				}
			}
			assert.Greater(t, played, 30, "options played")
		})
	}
}

// with returns the option and those without which the rulebook cannot be played.
func with(rulebook, key string, value any) map[string]any {
	options := map[string]any{key: value}
	if rulebook == "mark" && key != "end_time" {
		options["end_time"] = 60
	}
	return options
}

func values(d setup.OptionDef) []any {
	switch d.Kind {
	case setup.Flag:
		return []any{true, false}
	case setup.Word:
		list := make([]any, len(d.Values))
		for i, v := range d.Values {
			list[i] = v
		}
		return list
	case setup.Number, setup.Amount:
		return []any{d.Min, min(d.Max, max(d.Min, 40))}
	}
	panic(fmt.Sprintf("option %s of kind %d", d.Key, d.Kind))
}

// TestJailedOwnersWaiveInTheFinalCount: an owner who may claim no rent in jail (H-06)
// gives the open claim up, so that games that end by count come to their end (R-END-6).
func TestJailedOwnersWaiveInTheFinalCount(t *testing.T) {
	for _, table := range []struct {
		id, rulebook, bot string
		options           map[string]any
		games             int
	}{
		{"us-classic", "us", "default", map[string]any{"house.round_limit": 30}, 100},
		{"us-classic", "us", "hard", map[string]any{"house.round_limit": 30}, 40},
		{"mark-classic", "mark", "trader", map[string]any{"end_time": 60}, 200},
	} {
		t.Run(table.rulebook+" "+table.bot, func(t *testing.T) {
			t.Parallel()
			ed, err := edition.Load(table.id)
			require.NoError(t, err)
			table.options["house.no_rent_in_jail"] = true
			st, err := setup.New(ed, table.rulebook, table.options)
			require.NoError(t, err)
			waived := 0
			_, err = Run(t.Context(), Config{Setup: st, Games: table.games, Seed: 1, MaxTurns: 120, Bots: []string{table.bot}, Each: func(r Record) error {
				for _, m := range r.Moves {
					if m.Command.Kind == game.WaiveClaim {
						waived++
					}
				}
				return nil
			}})
			require.NoError(t, err)
			assert.Positive(t, waived)
		})
	}
}
