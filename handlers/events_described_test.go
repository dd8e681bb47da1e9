package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/wire"
)

// TestSimulatedEventsAreDescribed holds what happens in simulated games of all
// boards against the schema of an event: one line of each form, a form being
// the type with its members and the kinds of their values.
func TestSimulatedEventsAreDescribed(t *testing.T) {
	t.Parallel()
	const games = 10
	schema, err := answers.at("components", "schemas", "Event")
	require.NoError(t, err)
	seen, played := map[string]bool{}, map[string]bool{}
	read := func(line []byte) {
		var members map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(line, &members))
		form := formOf(members)
		if seen[form] {
			return
		}
		seen[form] = true
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(value), "%s", line)
	}
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		for _, rulebook := range setup.Rulebooks() {
			st, err := setup.New(ed, rulebook, setup.WithDefaults(ed, rulebook, nil))
			if err != nil {
				continue // not a rulebook of this board
			}
			played[rulebook] = true
			_, most := st.Rules.PlayerRange()
			_, err = sim.Run(t.Context(), sim.Config{
				Setup: st, Players: min(4, most), Games: games, Seed: 1, Bots: []string{"default", "trader", "builder", "cautious"},
				Each: func(r sim.Record) error {
					for _, line := range wire.Encode(st, 1, time.Unix(0, 0).UTC(), r.Events, wire.Extra{SeedCommitment: strings.Repeat("0", 64)}) {
						read(line)
					}
					return nil
				},
			})
			require.NoError(t, err)
		}
	}
	assert.ElementsMatch(t, setup.Rulebooks(), slices.Collect(maps.Keys(played)))
	assert.Greater(t, len(seen), 90)
}

// formOf is the type of an event with its members and the kinds of their values.
func formOf(members map[string]json.RawMessage) string {
	var form strings.Builder
	form.Write(members["type"])
	for _, name := range slices.Sorted(maps.Keys(members)) {
		kind := members[name][0]
		if kind == '-' || kind >= '0' && kind <= '9' {
			kind = '0'
		}
		fmt.Fprintf(&form, " %s:%c", name, kind)
	}
	return form.String()
}
